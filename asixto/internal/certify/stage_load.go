package certify

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// slow is what nineteen of twenty answers may take.
const slow = 2 * time.Second

// load calls tools/list and a few reads several at a time, for a short while.
func (e *examination) load(ctx context.Context, s Step) error {
	if err := e.loadOn(ctx, s, "", func() request { return request{method: "tools/list"} }); err != nil {
		return err
	}
	reads := e.callable(s, false, func(t *tool) bool { return t.read && t.plain != nil })
	for _, t := range reads[:min(len(reads), loadTools)] {
		args := encoded(e.arguments(t))
		if err := e.loadOn(ctx, s, t.name, func() request { return callOf(t.name, args, e.callMeta("", "chat")) }); err != nil {
			return err
		}
	}
	return nil
}

func (e *examination) loadOn(ctx context.Context, s Step, tool string, next func() request) error {
	var (
		begun  atomic.Int64
		mu     sync.Mutex
		took   []time.Duration
		failed string
		failAt error
		wg     sync.WaitGroup
		end    = time.Now().Add(loadTime)
	)
	for range loadAtOnce {
		wg.Go(func() {
			for ctx.Err() == nil && time.Now().Before(end) && begun.Add(1) <= loadCalls {
				start := time.Now()
				rep, err := e.client.do(ctx, next())
				d := time.Since(start)
				mu.Lock()
				took = append(took, d)
				if err != nil {
					failAt = err
				} else if o := rep.outcome(); technical(o) && o.kind != e.plainKind(tool) {
					failed = o.kind
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	var f *fault
	switch {
	case ctx.Err() != nil:
		return errStop
	case errors.As(failAt, &f):
		failed = f.Error()
	case failAt != nil:
		return failAt
	}
	if failed != "" {
		e.observe(s, "load-answers", tool, failed)
	}
	if len(took) == 0 {
		return nil
	}
	slices.Sort(took)
	at := func(q int) time.Duration { return took[(len(took)-1)*q/100] }
	e.report.Latency = append(e.report.Latency, Latency{
		Tool: harmless(tool, e.opts.Token), Calls: len(took), P50: at(50), P90: at(90), P99: at(99), Max: took[len(took)-1],
	})
	if at(95) > slow {
		e.observe(s, "load-latency", tool, at(95).Round(time.Millisecond).String()+" > "+slow.String())
	}
	return nil
}

// plainKind is what a tool answered when it was called alone.
func (e *examination) plainKind(name string) string {
	for _, t := range e.tools {
		if t.name == name && t.plain != nil {
			return t.plain.outcome().kind
		}
	}
	return ""
}
