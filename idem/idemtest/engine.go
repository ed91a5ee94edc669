package idemtest

import (
	"context"
	"encoding/hex"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// engine returns an engine on s that the check shuts down. Its lease goes by the machine's clock, which the store's may stand
// still beside.
func (r *rig) engine(s idem.Store) *idem.Engine {
	r.Helper()
	return r.engineWith(s, 400*time.Millisecond)
}

func (r *rig) engineWith(s idem.Store, lease time.Duration) *idem.Engine {
	r.Helper()
	e, err := idem.New(s, &idem.Options{Lease: lease})
	if err != nil {
		r.Fatalf("idem.New: %v", err)
	}
	r.Cleanup(func() { r.shut(e) })
	return e
}

// shut waits until an engine has stored all its outcomes, or cannot.
func (r *rig) shut(e *idem.Engine) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = e.Shutdown(ctx)
}

// job is an operation that counts its effects.
type job struct {
	req     idem.Request
	effects atomic.Int64
	err     error // of each run, after its effect
	panics  bool
}

func newJob() *job {
	var key [16]byte
	fill(key[:])
	return &job{req: idem.Request{Key: idem.Key{Tool: "idemtest", Key: hex.EncodeToString(key[:])}}}
}

const jobResult = `{"b":1,"a":[9007199254740993]}`

func (j *job) run(context.Context) ([]byte, error) {
	j.effects.Add(1)
	if j.panics {
		panic("on purpose")
	}
	return []byte(jobResult), j.err
}

// succeeds runs j and expects its result.
func (r *rig) succeeds(e *idem.Engine, j *job, when string) {
	r.Helper()
	out, err := e.Do(r.ctx, j.req, j.run)
	if err != nil || string(out.Result) != jobResult {
		r.Fatalf("%s: %q, error %v; want the result %q", when, out.Result, err, jobResult)
	}
}

// fails runs j and expects an error.
func (r *rig) fails(e *idem.Engine, j *job, want error, when string) {
	r.Helper()
	if out, err := e.Do(r.ctx, j.req, j.run); !errors.Is(err, want) {
		r.Fatalf("%s: %q, error %v; want the error %v", when, out.Result, err, want)
	}
}

func (r *rig) effects(j *job, want int64, when string) {
	r.Helper()
	if n := j.effects.Load(); n != want {
		r.Fatalf("%s: %d effects, want %d", when, n, want)
	}
}

var errRun = errors.New("idemtest: the run failed on purpose")

func engineChecks() []Check {
	return []Check{
		{"engine/duplicates", "parallel duplicates over two engines have one effect and get the same bytes", func(r *rig) {
			j, e := newJob(), []*idem.Engine{r.engine(r.a), r.engine(r.b)}
			var group sync.WaitGroup
			for i := range 100 {
				group.Go(func() {
					out, err := e[i%2].Do(r.ctx, j.req, j.run)
					if err != nil || string(out.Result) != jobResult {
						r.Errorf("a duplicate got %q, error %v; want %q", out.Result, err, jobResult)
					}
				})
			}
			group.Wait()
			r.effects(j, 1, "after 100 duplicates")
		}},
		{"engine/failure", "a failure frees the key, for every engine", func(r *rig) {
			j, e, f := newJob(), r.engine(r.a), r.engine(r.b)
			j.err = errRun
			r.fails(e, j, errRun, "a run that fails")
			j.err = nil
			r.succeeds(f, j, "after the failure, on another engine")
			r.succeeds(e, j, "the replay")
			r.effects(j, 2, "after one failure and one success")
		}},
		{"engine/doubt", "a panic leaves the key in doubt, for every engine", func(r *rig) {
			j, e, f := newJob(), r.engine(r.a), r.engine(r.b)
			j.panics = true
			r.fails(e, j, idem.ErrInDoubt, "a run that panics")
			j.panics = false
			r.fails(e, j, idem.ErrInDoubt, "after the panic")
			r.fails(f, j, idem.ErrInDoubt, "after the panic, on another engine")
			r.effects(j, 1, "after all")
		}},
		{"engine/conflict", "other arguments are refused, by every engine", func(r *rig) {
			j, e, f := newJob(), r.engine(r.a), r.engine(r.b)
			r.succeeds(e, j, "the first call")
			j.req.Fingerprint[0] = 1
			r.fails(e, j, idem.ErrConflict, "other arguments")
			r.fails(f, j, idem.ErrConflict, "other arguments on another engine")
			r.effects(j, 1, "after all")
		}},
		{"engine/crash", "a claim whose owner crashed is in doubt, and is run again if the request is repeatable", func(r *rig) {
			j, e := newJob(), r.engine(r.b)
			c := r.claim()
			c.ID, c.Fingerprint = j.req.Key.ID(), j.req.Fingerprint
			r.finds(r.a, c, idem.StateGranted, "the owner that crashes")
			r.pass(5)
			r.fails(e, j, idem.ErrInDoubt, "after the crash")
			j.req.Repeatable = true
			r.succeeds(e, j, "a repeatable request after the crash")
			r.effects(j, 1, "after all")
		}},
		{"engine/resolve", "of two engines that resolve one key at once one does, and both get its result", func(r *rig) {
			for _, happened := range []bool{true, false} {
				r.resolve(happened)
			}
		}},
	}
}

// resolve puts a key in doubt and lets two engines resolve it at once.
func (r *rig) resolve(happened bool) {
	r.Helper()
	j, e := newJob(), []*idem.Engine{r.engine(r.a), r.engine(r.b)}
	j.panics = true
	r.fails(e[0], j, idem.ErrInDoubt, "a run that panics")
	j.panics = false
	var asked, want atomic.Int64
	want.Store(1)
	j.req.Resolve = func(context.Context, idem.Attempt) (idem.Resolution, error) {
		asked.Add(1)
		if happened {
			return idem.ResolvedDone([]byte(jobResult)), nil
		}
		want.Store(2) // the run that panicked counts too
		return idem.ResolvedNotDone(), nil
	}
	race(
		func() { r.resolved(e[0], j) },
		func() { r.resolved(e[1], j) },
	)
	r.effects(j, want.Load(), "after both engines resolved the key")
	if asked.Load() != 1 {
		r.Errorf("Resolve was called %d times, want once", asked.Load())
	}
}

func (r *rig) resolved(e *idem.Engine, j *job) {
	out, err := e.Do(r.ctx, j.req, j.run)
	if err != nil || string(out.Result) != jobResult {
		r.Errorf("a call that resolves got %q, error %v; want %q", out.Result, err, jobResult)
	}
}
