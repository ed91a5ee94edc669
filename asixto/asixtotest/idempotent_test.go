package asixtotest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
	"github.com/asixto/go-sdk/idem"
)

// other are arguments that the server takes, and whose key is another's.
func other() recogidaIn { return recogidaIn{Guia: "654321", Franja: "manana"} }

func TestIdempotent(t *testing.T) {
	t.Parallel()
	worlds := 0
	mustPass(t, func(tb testing.TB) {
		asixtotest.Idempotent(tb, func(tb testing.TB) asixtotest.Write {
			worlds++
			c := newCourier()
			return asixtotest.Write{
				Client: asixtotest.New(tb, server(tb, c, nil)), Tool: book, In: pickup(), Other: other(), Effects: c.Count,
			}
		})
	})
	if worlds < 5 {
		t.Errorf("%d worlds, want one for each scene", worlds)
	}
}

// A tamper lies between a good server and its client. It makes a key unknown to
// the server, as if that had kept it badly.
type tamper struct {
	next http.Handler
	// forgets decides by the number of requests that are there at once, whether
	// the client of one before has left, and the body.
	forgets func(atOnce int64, left bool, body []byte) bool
	begun   bool // leaving counts only from when the server has read the call

	running, renamed atomic.Int64
	left             atomic.Bool
}

var keyMember = regexp.MustCompile(`"com\.asixto/idempotencyKey":"[^"]*"`)

func (m *tamper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.running.Add(1)
	defer m.running.Add(-1)
	left := m.left.Load()
	body, err := io.ReadAll(r.Body)
	early := r.Context().Err() != nil
	defer func() {
		if r.Context().Err() != nil && !(m.begun && early) {
			m.left.Store(true)
		}
	}()
	if err != nil {
		panic(err)
	}
	if m.forgets(m.running.Load(), left, body) {
		fresh := fmt.Sprintf(`"com.asixto/idempotencyKey":"otra_%d"`, m.renamed.Add(1))
		body = keyMember.ReplaceAll(body, []byte(fresh))
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	m.next.ServeHTTP(w, r)
}

// Every way in which a server keeps its keys badly fails the test, by the scene
// that finds it.
func TestIdempotentFindsRepeatedEffects(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		opts    *asixto.ServerOptions
		forgets func(int64, bool, []byte) bool
		other   any
		says    []string
	}{
		"keeps no keys": {
			opts: &asixto.ServerOptions{Store: idem.Disabled},
			says: []string{"the same call once more: 2 effects for one key", "8 times at once: 8 effects", "the answer is lost: 2 effects", "idem.Disabled"},
		},
		"get-then-set": {
			forgets: func(atOnce int64, _ bool, _ []byte) bool { return atOnce > 1 },
			says:    []string{"8 times at once: 8 effects for one key", "one key has two answers"},
		},
		"forgets whose client left": {
			forgets: func(_ int64, left bool, _ []byte) bool { return left },
			says:    []string{"the connection is cut before the tool runs: 2 effects"},
		},
		"key of the arguments": {
			forgets: func(_ int64, _ bool, body []byte) bool { return bytes.Contains(body, []byte("654321")) },
			says:    []string{"the same key with other arguments: succeeded with", "the same key with other arguments: 2 effects"},
		},
		"refuses for another reason": {
			forgets: func(_ int64, _ bool, body []byte) bool { return bytes.Contains(body, []byte("000000")) },
			other:   recogidaIn{Guia: "000000", Franja: "tarde"},
			says:    []string{"the same key with other arguments: failed with NOT_FOUND", "want VALIDATION"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tt.other == nil {
				tt.other = other()
			}
			mustFail(t, func(tb testing.TB) {
				asixtotest.Idempotent(tb, func(tb testing.TB) asixtotest.Write {
					c := newCourier()
					h, err := server(tb, c, tt.opts).Handler(nil)
					if err != nil {
						tb.Fatal(err)
					}
					if tt.forgets != nil {
						h = &tamper{next: h, forgets: tt.forgets}
					}
					return asixtotest.Write{
						Client: asixtotest.Through(tb, h, "/mcp", ""), Tool: book, In: pickup(), Other: tt.other, Effects: c.Count,
					}
				})
			}, tt.says...)
		})
	}
}

// A server that gives a key up when its client leaves while the tool runs is found
// by a connection that is cut then: before and after that it behaves.
func TestIdempotentCutsWhileTheToolRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := try(t, func(tb testing.TB) {
			asixtotest.Idempotent(tb, func(tb testing.TB) asixtotest.Write {
				c := newCourier()
				slow := func(ctx context.Context, in recogidaIn) (recogidaOut, error) {
					time.Sleep(10 * time.Millisecond)
					return c.book(ctx, in)
				}
				s := quiet(idem.NewMemory(nil))
				if err := asixto.AddTool(s, bookTool(), slow); err != nil {
					tb.Fatal(err)
				}
				h, err := s.Handler(nil)
				if err != nil {
					tb.Fatal(err)
				}
				m := &tamper{next: h, begun: true, forgets: func(_ int64, left bool, _ []byte) bool { return left }}
				return asixtotest.Write{Client: asixtotest.Through(tb, m, "/mcp", ""), Tool: book, In: pickup(), Effects: c.Count}
			})
		})
		if !r.failed || !strings.Contains(r.said(), "cut 5 ms later: 2 effects") || strings.Contains(r.said(), "before the tool runs: ") || strings.Contains(r.said(), "20 ms later: ") {
			t.Errorf("failed %t, said:\n%s", r.failed, r.said())
		}
	})
}

// An effect that comes late, when the repetition has been answered, counts too.
func TestIdempotentWaitsForLateEffects(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		mustFail(t, func(tb testing.TB) {
			asixtotest.Idempotent(tb, func(tb testing.TB) asixtotest.Write {
				c := newCourier()
				h, err := server(tb, c, nil).Handler(nil)
				if err != nil {
					tb.Fatal(err)
				}
				apart := &tamper{next: h, forgets: func(int64, bool, []byte) bool { return true }}
				late := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					body, err := io.ReadAll(r.Body)
					if err != nil {
						panic(err)
					}
					r.Body = io.NopCloser(bytes.NewReader(body))
					if r.Context().Err() == nil {
						h.ServeHTTP(w, r)
						return
					}
					time.Sleep(time.Second) // in a queue, where the key is lost
					apart.ServeHTTP(w, r.WithContext(context.WithoutCancel(r.Context())))
				})
				return asixtotest.Write{Client: asixtotest.Through(tb, late, "/mcp", ""), Tool: book, In: pickup(), Effects: c.Count}
			})
		}, "the connection is cut before the tool runs: 2 effects")
	})
}

// A server that takes one request at a time has no duplicates at once; they wait
// for each other once, not each for itself.
func TestIdempotentBehindALock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		mustPass(t, func(tb testing.TB) {
			asixtotest.Idempotent(tb, func(tb testing.TB) asixtotest.Write {
				c := newCourier()
				h, token := mounted(tb, server(tb, c, nil))
				turn := make(chan struct{}, 1)
				locked := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					turn <- struct{}{}
					defer func() { <-turn }()
					h.ServeHTTP(w, r)
				})
				return asixtotest.Write{Client: asixtotest.Through(tb, locked, "/mcp", token), Tool: book, In: pickup(), Other: other(), Effects: c.Count}
			})
		})
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// What the author got wrong is said, not taken for a pass.
func TestIdempotentNeedsASuccessWithAnEffect(t *testing.T) {
	t.Parallel()
	write := func(change func(*asixtotest.Write)) func(testing.TB) {
		return func(tb testing.TB) {
			asixtotest.Idempotent(tb, func(tb testing.TB) asixtotest.Write {
				c := newCourier()
				w := asixtotest.Write{Client: asixtotest.New(tb, server(tb, c, nil)), Tool: book, In: pickup(), Effects: c.Count}
				change(&w)
				return w
			})
		}
	}
	mustFail(t, write(func(w *asixtotest.Write) { w.Effects = func() int { return 7 } }), "the probe counts no effect")
	mustFail(t, write(func(w *asixtotest.Write) { w.In = recogidaIn{Guia: "000000", Franja: "tarde"} }), "failed with NOT_FOUND", "want a success")
	mustFail(t, write(func(w *asixtotest.Write) { w.Effects = nil }), "needs a Write with Client, Tool, In and Effects")
	mustFail(t, write(func(w *asixtotest.Write) {
		w.Options = []asixtotest.CallOption{asixtotest.Without("com.asixto/idempotencyKey")}
	}), "needs calls with a key")
	mustFail(t, write(func(w *asixtotest.Write) { w.In = "x" }), "no JSON object")
}

// A handler that reports a failure behind its effect makes the Gateway repeat it.
func TestIdempotentSeesAnErrorBehindTheEffect(t *testing.T) {
	t.Parallel()
	mustFail(t, func(tb testing.TB) {
		asixtotest.Idempotent(tb, func(tb testing.TB) asixtotest.Write {
			c := newCourier()
			first := true
			late := func(ctx context.Context, in recogidaIn) (recogidaOut, error) {
				out, err := c.book(ctx, in)
				if first && err == nil {
					first = false
					return recogidaOut{}, errors.New("the printer is out of paper")
				}
				return out, err
			}
			return asixtotest.Write{Client: asixtotest.Tool(tb, bookTool(), late), Tool: book, In: pickup(), Effects: c.Count}
		})
	}, "UNKNOWN", "the printer is out of paper")
}
