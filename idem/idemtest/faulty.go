package idemtest

import (
	"context"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// faultChecks let single calls of the store fail under an engine: never may there be a second effect, and what happened must be told
// as it was once the store works again.
func faultChecks() []Check {
	var all []Check
	for _, fault := range []Fault{Before, After, Lost} {
		name := "/" + fault.String()
		all = append(all,
			Check{"fault/claim" + name, "a claim that fails has no effect and leaves no trace", func(r *rig) {
				faulty := NewFaults(r.a, nil)
				j, e := newJob(), r.engine(faulty)
				faulty.Fail(Claim, fault, 1)
				r.fails(e, j, idem.ErrStore, "a claim that fails")
				r.effects(j, 0, "after it")
				r.succeeds(r.engine(r.b), j, "afterwards, on another engine")
				r.effects(j, 1, "after all")
			}},
			Check{"fault/complete" + name, "a save that fails is not told to the caller, and is tried again", func(r *rig) {
				faulty := NewFaults(r.a, nil)
				j, e := newJob(), r.engine(faulty)
				faulty.Fail(Complete, fault, 1)
				r.succeeds(e, j, "a save that fails")
				r.succeeds(e, j, "a duplicate on the same engine")
				r.shut(e)
				r.succeeds(r.engine(r.b), j, "afterwards, on another engine")
				r.effects(j, 1, "after all")
			}},
			Check{"fault/hold" + name, "a doubt that cannot be stored stays a doubt", func(r *rig) {
				faulty := NewFaults(r.a, nil)
				j, e := newJob(), r.engine(faulty)
				j.panics = true
				faulty.Fail(Hold, fault, 1)
				r.fails(e, j, idem.ErrInDoubt, "a run that panics")
				r.shut(e)
				j.panics = false
				r.fails(r.engine(r.b), j, idem.ErrInDoubt, "afterwards, on another engine")
				r.effects(j, 1, "after all")
			}},
			Check{"fault/release" + name, "a release that fails is tried again", func(r *rig) {
				faulty := NewFaults(r.a, nil)
				j, e := newJob(), r.engine(faulty)
				j.err = errRun
				faulty.Fail(Release, fault, 1)
				r.fails(e, j, errRun, "a run that fails")
				r.shut(e)
				j.err = nil
				r.succeeds(r.engine(r.b), j, "afterwards, on another engine")
				r.effects(j, 2, "after one failure and one success")
			}},
			Check{"fault/renew" + name, "a renewal that fails once loses nothing", func(r *rig) { r.failedRenewal(fault) }})
	}
	return append(all, Check{"fault/complete/all", "a result that cannot be stored leaves a doubt for other engines", func(r *rig) {
		faulty := NewFaults(r.a, nil)
		j, e, f := newJob(), r.engine(faulty), r.engine(r.b)
		faulty.Fail(Complete, Before, -1)
		r.succeeds(e, j, "a save that fails")
		r.succeeds(e, j, "a duplicate on the same engine")
		r.fails(f, j, idem.ErrInDoubt, "a duplicate on another engine")
		faulty.Fail(Complete, 0, 0)
		r.shut(e)
		r.succeeds(f, j, "once the store works again")
		r.effects(j, 1, "after all")
	}})
}

func (r *rig) failedRenewal(fault Fault) {
	renewals := make(chan struct{}, 100)
	faulty := NewFaults(r.a, func(op Op) {
		if op == Renew {
			renewals <- struct{}{}
		}
	})
	j, e := newJob(), r.engineWith(faulty, 2*time.Second)
	faulty.Fail(Renew, fault, 1)
	out, err := e.Do(r.ctx, j.req, func(ctx context.Context) ([]byte, error) {
		for range 3 {
			select {
			case <-renewals:
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		}
		return j.run(ctx)
	})
	if err != nil || string(out.Result) != jobResult {
		r.Fatalf("a run during which a renewal fails: %q, error %v; want %q", out.Result, err, jobResult)
	}
	r.effects(j, 1, "after it")
}
