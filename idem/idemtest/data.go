package idemtest

import (
	"bytes"
	"errors"
	"strings"

	"github.com/asixto/go-sdk/idem"
)

// results are what a store must give back byte for byte.
func results() map[string]string {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	return map[string]string{
		"empty":        "",
		"one byte":     "x",
		"a zero byte":  "\x00",
		"spaces":       "  x \n",
		"every byte":   string(every),
		"bad UTF-8":    "\xff\xfe\xc3(",
		"key order":    `{"b":1,"a":2,"b2":{"z":null,"a":[]}}`,
		"spacing":      `{ "a" : 1.0 ,"b":1e2}`,
		"big integers": `{"n":9007199254740993,"m":18446744073709551615}`,
		"escapes":      `{"t":"\u00e9\/<&>\u2028"}`,
		"quotes":       `'";--\` + "`$1 :a ?",
		"separators":   "a|b:c,d;e\tf\x1f\x1eg",
		"a word":       "null",
	}
}

func dataChecks() []Check {
	return []Check{
		{"data/result", "a result comes back byte for byte: empty, every byte value, any order of keys", func(r *rig) {
			for name, want := range results() {
				r.replays(r.completed(want), want, name)
			}
		}},
		{"data/large", "a result of 1 MiB, or of the store's limit, comes back byte for byte", func(r *rig) {
			size := 1 << 20
			if r.backend.MaxResult > 0 {
				size = min(size, r.backend.MaxResult)
			}
			large := make([]byte, size)
			fill(large)
			r.replays(r.completed(string(large)), string(large), "a large result")
		}},
		{"data/tombstone", "a tombstone comes back as one, without bytes", func(r *rig) {
			c, _ := r.owned()
			r.ok(r.a.Complete(r.ctx, c, idem.Result{Tombstone: true}), "Complete with a tombstone")
			for _, s := range []idem.Store{r.a, r.b} {
				rec := r.finds(s, rival(c), idem.StateDone, "a tombstone")
				if !rec.Tombstone || len(rec.Bytes) != 0 {
					r.Fatalf("the replay is %s, tombstone %t; want a tombstone without bytes", quote(string(rec.Bytes)), rec.Tombstone)
				}
			}
		}},
		{"data/limit", "a result above the limit is ErrTooLarge and changes nothing; a tombstone fits", func(r *rig) {
			if r.backend.MaxResult == 0 {
				r.Skip("the store has no limit")
			}
			c, _ := r.owned()
			err := r.a.Complete(r.ctx, c, bytesOf(strings.Repeat("x", r.backend.MaxResult+1)))
			if !errors.Is(err, idem.ErrTooLarge) {
				r.Fatalf("Complete with %d bytes: %v, want an error that is ErrTooLarge", r.backend.MaxResult+1, err)
			}
			r.finds(r.b, rival(c), idem.StateRunning, "after it")
			r.ok(r.a.Complete(r.ctx, c, idem.Result{Tombstone: true}), "Complete with a tombstone")
			r.finds(r.b, rival(c), idem.StateDone, "after that")
		}},
		{"data/alias", "the store shares no bytes with its callers", func(r *rig) {
			c, _ := r.owned()
			given := []byte("result")
			r.ok(r.a.Complete(r.ctx, c, idem.Result{Bytes: given}), "Complete")
			copy(given, "XXXXXX")
			rec := r.finds(r.a, rival(c), idem.StateDone, "after the caller changed what it gave")
			if !bytes.Equal(rec.Bytes, []byte("result")) {
				r.Fatalf("the result is %q after the caller changed what it gave, want %q", rec.Bytes, "result")
			}
			copy(rec.Bytes, "YYYYYY")
			r.replays(c, "result", "after the caller changed what it got")
		}},
	}
}
