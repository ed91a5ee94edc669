package idemtest

import (
	"context"
	"sync"
	"testing"
)

// crowds is how many processes Duplicates starts, and crowdCalls how many parallel calls each makes.
const crowds, crowdCalls = 2, 500

// Duplicates lets two processes make 500 parallel calls each with one key: one effect, and the same bytes for all.
func Duplicates(t *testing.T, p Processes) {
	t.Helper()
	p.withDefaults()
	if o, ok := orders(t); ok {
		p.crowd(t, o)
		return
	}
	for range p.Rounds {
		o := p.order(t)
		o.Kind, o.Calls = ordinary, crowdCalls
		var group sync.WaitGroup
		for range crowds {
			group.Go(func() {
				if out, err := child(t, t.Name(), o).CombinedOutput(); err != nil {
					t.Errorf("a process with %d duplicates: %v\n%s", o.Calls, err, out)
				}
			})
		}
		group.Wait()
		if n := o.effects(t); n != 1 {
			t.Fatalf("%d effects of %d duplicates in %d processes, want 1", n, crowds*o.Calls, crowds)
		}
	}
}

// crowd is the child: it calls in parallel.
func (p *Processes) crowd(tb testing.TB, o order) {
	e := p.engine(tb, o, nil)
	calls := make([]func(), 0, o.Calls)
	for range o.Calls {
		calls = append(calls, func() {
			out, err := e.Do(tb.Context(), o.request(), func(context.Context) ([]byte, error) { return []byte(jobResult), o.effect() })
			if err != nil || string(out.Result) != jobResult {
				tb.Errorf("a duplicate got %q, error %v; want %q", out.Result, err, jobResult)
			}
		})
	}
	race(calls...)
	if err := e.Shutdown(tb.Context()); err != nil {
		tb.Errorf("Shutdown: %v", err)
	}
}
