package broken

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

// keeping is a store that makes something else of the results it is given.
func keeping(change func([]byte) []byte) func(*plain.Backend) func() idem.Store {
	return owning(owners{complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
		if !r.Tombstone {
			r.Bytes = change(bytes.Clone(r.Bytes))
		}
		return s.Complete(ctx, c, r)
	}})
}

func dataMutants() []Mutant {
	return []Mutant{
		{"reordered JSON", []string{"data/result", "engine/duplicates"}, keeping(func(b []byte) []byte {
			var v any
			if json.Unmarshal(b, &v) != nil {
				return b
			}
			again, err := json.Marshal(v)
			if err != nil {
				return b
			}
			return again
		})},
		{"text instead of bytes", []string{"data/result", "data/large"}, keeping(
			func(b []byte) []byte { return bytes.ToValidUTF8(b, []byte("\uFFFD")) })},
		{"result ends at a zero byte", []string{"data/result"}, keeping(func(b []byte) []byte {
			before, _, _ := bytes.Cut(b, []byte{0})
			return before
		})},
		{"result trimmed", []string{"data/result"}, keeping(bytes.TrimSpace)},
		{"fields joined by a separator", []string{"data/result"}, keeping(func(b []byte) []byte {
			record := append([]byte("token|"), b...)
			return bytes.Split(record, []byte("|"))[1]
		})},
		{"result cut at 64 KiB", []string{"data/large"}, keeping(func(b []byte) []byte { return b[:min(len(b), 1<<16-1)] })},
		{"empty result is none", []string{"data/result"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				if len(r.Bytes) == 0 && !r.Tombstone {
					return s.Release(ctx, c)
				}
				return s.Complete(ctx, c, r)
			},
		})},
		{"tombstone forgotten", []string{"data/tombstone"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				r.Tombstone = false
				return s.Complete(ctx, c, r)
			},
		})},
		{"bytes shared with the caller", []string{"data/alias"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				err := s.Complete(ctx, c, r)
				edit(s, c.ID, func(rec *plain.Record, _ time.Time) {
					if rec.State == idem.StateDone {
						rec.Result.Bytes = r.Bytes
					}
				})
				return err
			},
		})},
		{"large results fail", []string{"data/limit", "data/large"}, owning(owners{
			complete: func(ctx context.Context, s plain.Store, c idem.Claim, r idem.Result) error {
				if len(r.Bytes) > 1<<10 {
					return errors.New("packet too large")
				}
				return s.Complete(ctx, c, r)
			},
		})},
	}
}
