package idemtest

import (
	"context"
	"errors"

	"github.com/asixto/go-sdk/idem"
)

func txChecks() []Check {
	return []Check{
		{"tx/commit", "effect and key commit together", txCheck((*rig).txCommits)},
		{"tx/rollback", "a run that does not return nil leaves neither effect nor key, whatever it returns", txCheck((*rig).txRollsBack)},
		{"tx/duplicates", "parallel duplicates over two engines have one effect", txCheck((*rig).txDuplicates)},
		{"tx/replaced", "an owner who was replaced cannot commit", txCheck((*rig).txReplaced)},
		{"tx/reply", "a commit whose reply is lost took place, and one that failed did not", txCheck((*rig).txReplyLost)},
	}
}

func (r *rig) txCommits(s idem.Transactional) {
	j, e := r.txJob(), r.engine(s)
	r.txSucceeds(e, j, "the first call")
	r.txSucceeds(r.engine(r.b), j, "the replay on another engine")
	r.written(1, "after both")
}

func (r *rig) txRollsBack(s idem.Transactional) {
	e := r.engine(s)
	for when, end := range map[string]func() error{
		"an error":   func() error { return errRun },
		"a doubt":    func() error { return idem.InDoubt(errRun) },
		"a time-out": func() error { return context.DeadlineExceeded },
		"a panic":    func() error { panic("on purpose") },
	} {
		j := r.txJob()
		j.end = end
		before := r.backend.Written(r)
		if _, err := e.Do(r.ctx, j.req, j.write); err == nil || errors.Is(err, idem.ErrInDoubt) {
			r.Fatalf("%s: the error is %v, want one that is not ErrInDoubt", when, err)
		}
		r.written(before, "after "+when)
		j.end = nil
		if _, err := e.Do(r.ctx, j.req, j.write); err != nil {
			r.Fatalf("after %s: %v, want the run to be made again", when, err)
		}
		r.written(before+1, "after the run that followed "+when)
	}
}

func (r *rig) txDuplicates(s idem.Transactional) {
	j, e := r.txJob(), []*idem.Engine{r.engine(s), r.engine(r.b)}
	calls := make([]func(), 0, crowd)
	for i := range crowd {
		calls = append(calls, func() {
			if out, err := e[i%2].Do(r.ctx, j.req, j.write); err != nil || string(out.Result) != jobResult {
				r.Errorf("a duplicate got %q, error %v; want %q", out.Result, err, jobResult)
			}
		})
	}
	race(calls...)
	r.written(1, "after the duplicates")
}

func (r *rig) txReplaced(s idem.Transactional) {
	c, _ := r.owned()
	ctx, tx, err := s.Begin(r.ctx, c)
	r.ok(err, "Begin")
	defer func() { _ = tx.Rollback(r.ctx) }()
	r.ok(r.backend.Write(ctx), "the effect")
	if tx.Exclusive() {
		r.Skip("nobody can take a claim over while its transaction is open")
	}
	r.pass(5)
	heir := taking(rival(c))
	r.finds(r.b, heir, idem.StateGranted, "a take-over of a lapsed key")
	r.lost(tx.Commit(r.ctx, bytesOf("old")), "Commit by the old owner")
	r.written(0, "after it")
	r.ok(r.b.Complete(r.ctx, heir, bytesOf("new")), "Complete by the new owner")
	r.replays(c, "new", "after all")
}

func (r *rig) txReplyLost(s idem.Transactional) {
	for _, fault := range []Fault{Before, After} {
		j, e := r.txJob(), r.engine(&faultyTx{s, fault})
		before := r.backend.Written(r)
		out, err := e.Do(r.ctx, j.req, j.write)
		if fault == After {
			if err != nil || string(out.Result) != jobResult {
				r.Fatalf("a commit whose reply is lost: %q, error %v; want the result %q", out.Result, err, jobResult)
			}
		} else if !errors.Is(err, idem.ErrStore) {
			r.Fatalf("a commit that fails: %q, error %v; want ErrStore", out.Result, err)
		}
		if _, err := r.engine(r.b).Do(r.ctx, j.req, j.write); err != nil {
			r.Fatalf("the call after a commit failed %s its work: %v", fault, err)
		}
		r.written(before+1, "after a commit that failed "+fault.String()+" its work, and another call")
	}
}

// txCheck skips what is not Transactional.
func txCheck(run func(*rig, idem.Transactional)) func(*rig) {
	return func(r *rig) {
		r.Helper()
		s, ok := r.a.(idem.Transactional)
		if !ok {
			r.Skip("the store is not Transactional")
		}
		if r.backend.Write == nil || r.backend.Written == nil {
			r.Fatalf("the store is Transactional: set Backend.Write and Backend.Written")
		}
		run(r, s)
	}
}

// txJob writes its effect into the transaction of its run.
type txJob struct {
	req   idem.Request
	write func(context.Context) ([]byte, error)
	end   func() error
}

func (r *rig) txJob() *txJob {
	j := &txJob{req: newJob().req}
	j.req.InTx = true
	j.write = func(ctx context.Context) ([]byte, error) {
		if err := r.backend.Write(ctx); err != nil {
			return nil, err
		}
		if j.end != nil {
			return nil, j.end()
		}
		return []byte(jobResult), nil
	}
	return j
}

func (r *rig) txSucceeds(e *idem.Engine, j *txJob, when string) {
	r.Helper()
	out, err := e.Do(r.ctx, j.req, j.write)
	if err != nil || string(out.Result) != jobResult {
		r.Fatalf("%s: %q, error %v; want the result %q", when, out.Result, err, jobResult)
	}
}

func (r *rig) written(want int, when string) {
	r.Helper()
	if n := r.backend.Written(r); n != want {
		r.Fatalf("%s: %d effects are committed, want %d", when, n, want)
	}
}

// faultyTx is a Transactional store whose commits fail.
type faultyTx struct {
	idem.Transactional
	fault Fault
}

//nolint:ireturn // idem.Transactional asks for it
func (s *faultyTx) Begin(ctx context.Context, c idem.Claim) (context.Context, idem.Tx, error) {
	ctx, tx, err := s.Transactional.Begin(ctx, c)
	if err != nil {
		return ctx, nil, err
	}
	return ctx, &faultyCommit{tx, s.fault}, nil
}

type faultyCommit struct {
	idem.Tx
	fault Fault
}

func (t *faultyCommit) Commit(ctx context.Context, r idem.Result) error {
	if t.fault == After {
		_ = t.Tx.Commit(ctx, r) // the caller is not to know
	}
	return ErrFault
}
