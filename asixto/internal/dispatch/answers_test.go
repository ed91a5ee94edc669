package dispatch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/meta"
)

// leaving is a client that goes away while its answer is written. HTTP/2 returns
// from Write then, and a goroutine of its own may still read what was to be written.
type leaving struct {
	header http.Header
	taken  int // bytes, before it left; negative for a Write that panics
	read   []byte
}

func (w *leaving) Header() http.Header { return w.header }
func (w *leaving) WriteHeader(int)     {}

func (w *leaving) Write(p []byte) (int, error) {
	w.read = p
	if w.taken < 0 {
		panic(http.ErrAbortHandler)
	}
	return min(w.taken, len(p)), errors.New("client disconnected")
}

// TestAnswerOfOneWhoLeft: no later answer is written where a failed one may still be
// read.
func TestAnswerOfOneWhoLeft(t *testing.T) {
	t.Parallel()
	for name, taken := range map[string]int{"nothing is written": 0, "a part is written": 30, "all is written": 1 << 20, "Write panics": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := Handler(desk{}, nil, nil)
			for range 20 { // a pool is free to forget
				w := &leaving{header: http.Header{}, taken: taken}
				func() {
					defer func() { _ = recover() }()
					h.ServeHTTP(w, post(t, gatewayCall))
				}()
				before := string(w.read)
				serve(h, post(t, strings.NewReplacer(`"r1"`, `"r2"`, "Bogota", "Lima").Replace(gatewayCall)))
				if string(w.read) != before {
					t.Fatalf("the answer of one who left:\n%s\nbecame that of another:\n%s", before, w.read)
				}
			}
		})
	}
}

// TestNothingOfAnother answers calls that end in every way one after the other and
// side by side, in buffers that are used again.
func TestNothingOfAnother(t *testing.T) {
	t.Parallel()
	const leftover = "what another left behind"
	h := Handler(appending(func(dst []byte, name string) ([]byte, *Error) {
		switch name {
		case "failed":
			return append(dst, leftover...), UnknownTool(name)
		case "failed long":
			return append(dst, strings.Repeat(leftover, mostKept)...), Unavailable(name, 1)
		case "failed without a buffer":
			return nil, UnknownTool(name)
		case "panicked":
			_ = append(dst, leftover...)
			panic(http.ErrAbortHandler)
		case "elsewhere":
			return append([]byte(string(dst)), `{"is":"elsewhere"}`...), nil
		case "long":
			return fmt.Appendf(dst, `{"is":"%s"}`, strings.Repeat("long ", mostKept)), nil
		default:
			return fmt.Appendf(dst, `{"is":"%s"}`, name), nil
		}
	}), nil, nil)
	want := map[string]string{
		"short": `"result":{"is":"short"}}`, "elsewhere": `"result":{"is":"elsewhere"}}`, "long": `"result":{"is":"` + strings.Repeat("long ", mostKept) + `"}}`,
		"failed": `"error":`, "failed long": `"error":`, "failed without a buffer": `"error":`, "panicked": "",
	}
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for round := range 10 {
				for name, body := range want {
					id := fmt.Sprintf(`"data:%d \"result\" %d"`, i, round)
					rec := httptest.NewRecorder()
					func() {
						defer func() { _ = recover() }()
						h.ServeHTTP(rec, post(t, strings.Replace(message(methodCall, `"name":"`+name+`",`), `"r1"`, id, 1)))
					}()
					got := rec.Body.String()
					if body == "" {
						if got != "" {
							t.Errorf("%s: %.200s", name, got)
						}
						continue
					}
					front := `{"jsonrpc":"2.0","id":` + id + `,` + body
					if !strings.HasPrefix(got, front) || strings.HasPrefix(body, `"result"`) && got != front ||
						strings.Contains(got, leftover) || !jsontext.Value(got).IsValid() {
						t.Errorf("%s: got %.200s, want %.200s", name, got, front)
					}
				}
			}
		})
	}
	group.Wait()
}

// appending is a Backend whose Call is given with the buffer that it appends to.
type appending func(dst []byte, name string) ([]byte, *Error)

func (appending) Discover(ctx context.Context) []byte { return desk{}.Discover(ctx) }
func (appending) List(ctx context.Context) []byte     { return desk{}.List(ctx) }

func (a appending) Call(_ context.Context, dst []byte, name string, _ jsontext.Value, _ meta.Call) ([]byte, *Error) {
	return a(dst, name)
}
