package idemtest_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/asixto/go-sdk/idem/idemtest"
	"github.com/asixto/go-sdk/idem/idemtest/internal/broken"
	"github.com/asixto/go-sdk/idem/idemtest/internal/plain"
)

// TestBroken holds the kit to its word: every broken store fails each of the checks that are named for it.
func TestBroken(t *testing.T) {
	t.Parallel()
	checks := map[string]idemtest.Check{}
	for _, c := range idemtest.Checks() {
		checks[c.Name] = c
	}
	for _, m := range broken.Mutants() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			names := m.Checks
			if !slices.Contains(beyondModel(), m.Name) {
				names = append(slices.Clone(names), "model")
			}
			for _, name := range names {
				c, ok := checks[name]
				if !ok {
					t.Errorf("there is no check %q", name)
					continue
				}
				synctest.Test(t, func(t *testing.T) {
					if verdict := try(t, c, backendOf(m)); !verdict.failed {
						t.Errorf("check %q passes a store that is broken: %s", name, m.Name)
					}
				})
			}
		})
	}
}

// TestEveryCheckCanFail: a check that no store fails checks nothing.
func TestEveryCheckCanFail(t *testing.T) {
	t.Parallel()
	for _, c := range idemtest.Checks() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			for _, m := range broken.Mutants() {
				failed := false
				synctest.Test(t, func(t *testing.T) { failed = try(t, c, backendOf(m)).failed })
				if failed {
					return
				}
			}
			t.Errorf("check %q passes every broken store", c.Name)
		})
	}
}

// beyondModel are the mutants that one caller at a time with small results and long leases does not meet.
func beyondModel() []string {
	return []string{
		"get-then-set", "context ignored", "ping is always well", "result cut at 64 KiB", "large results fail",
		"truncated retention", "lease in whole seconds", "lease rounded up to seconds",
		"commit without token", "commit forgets the key", "commit forgets the effect", "rollback commits",
		"sweep takes lapsed claims", "sweep takes what is in doubt", "sweep without limit", "sweep does not come to an end",
	}
}

func backendOf(m broken.Mutant) idemtest.Backend {
	b := &plain.Backend{}
	backend := withTx(b, m.Open(b))
	backend.MaxResult = 1 << 18
	return backend
}

// recorder is a testing.TB that keeps its verdict to itself.
type recorder struct {
	testing.TB
	mu       sync.Mutex
	failed   bool
	skipped  bool
	cleanups []func()
	log      []string
}

// try runs a check against b and returns what it would have said.
func try(t testing.TB, c idemtest.Check, b idemtest.Backend) *recorder {
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer r.cleanup()
		c.Run(r, b)
	}()
	<-done
	return r
}

func (r *recorder) cleanup() {
	for _, f := range slices.Backward(r.cleanups) {
		f()
	}
}

func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func (r *recorder) Failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

func (r *recorder) Log(args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, fmt.Sprint(args...))
}

func (r *recorder) Fail() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = true
}

func (r *recorder) FailNow() {
	r.Fail()
	runtime.Goexit()
}

func (r *recorder) SkipNow() {
	r.skipped = true
	runtime.Goexit()
}

func (r *recorder) Logf(format string, args ...any) { r.Log(fmt.Sprintf(format, args...)) }

func (r *recorder) Error(args ...any) {
	r.Log(args...)
	r.Fail()
}

func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }

func (r *recorder) Fatal(args ...any) {
	r.Log(args...)
	r.FailNow()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

func (r *recorder) Skip(args ...any) {
	r.Log(args...)
	r.SkipNow()
}

func (r *recorder) Skipf(format string, args ...any) { r.Skip(fmt.Sprintf(format, args...)) }
