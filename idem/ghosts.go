package idem

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ghosts are claims whose call failed and which the store may hold all the same: its reply may have been lost, or the call itself may
// still be on its way along a line that stalls. Nobody will ever run under them. Left alone their keys would end up in doubt, most of
// them although nothing happened. Each is got rid of twice, the second time a lease after the first, for a call that arrived in
// between. One goroutine serves them, and ends with the last of them.
type ghosts struct {
	mu    sync.Mutex
	queue []ghost // those that were not got rid of yet
	later []ghost // those that are due once more, in the order in which they are
	busy  bool
	more  chan struct{} // of one place, full where the queue has grown
}

type ghost struct {
	claim    Claim
	exorcism exorcism
	since    time.Time
	again    time.Time // when the second time is due
}

// exorcism is how a ghost is got rid of.
type exorcism bool

const (
	releaseGhost exorcism = false // nothing happened under the key
	holdGhost    exorcism = true  // something did, or may have
)

// maxGhosts bounds each queue. In an outage most failed claims never reached the store, so little is lost by dropping the rest.
const maxGhosts = 4096

// exorcise sees to it that c does not stay.
func (e *Engine) exorcise(c Claim, how exorcism) {
	g := &e.ghosts
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) == maxGhosts {
		return
	}
	g.queue = append(g.queue, ghost{claim: c, exorcism: how, since: time.Now()})
	select {
	case g.more <- struct{}{}:
	default:
	}
	if !g.busy {
		g.busy = true
		e.aloft.Add(1) // the flight that calls is aloft, so nobody has waited this out yet
		go e.exorciseAll()
	}
}

func (e *Engine) exorciseAll() {
	defer e.aloft.Done()
	pause := firstRetry
	for {
		g, wait, ok := e.ghosts.next(e.opts.Cap)
		switch {
		case !ok:
			return
		case wait > 0 && e.rest(wait):
		case e.exorciseOnce(g):
			e.ghosts.gone(g, e.opts.Lease)
			pause = firstRetry
		case e.sleep(spread(pause)):
			pause = min(2*pause, lastRetry)
		default:
			e.ghosts.forget()
			return
		}
	}
}

// rest waits for d or another ghost, and reports whether it did: what is due later is due at once when the engine shuts down.
func (e *Engine) rest(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-e.ghosts.more:
		return true
	case <-e.closing:
		return false
	}
}

func (e *Engine) exorciseOnce(g ghost) (gone bool) {
	defer func() { gone = recover() == nil && gone }()
	ctx, cancel := context.WithTimeout(context.Background(), e.opts.storeTimeout())
	defer cancel()
	call := e.store.Release
	if g.exorcism == holdGhost {
		call = e.store.Hold
	}
	err := call(ctx, g.claim)
	return err == nil || errors.Is(err, ErrLost)
}

// next returns the ghost that comes first, and the time until it is due. Those that nobody got rid of within limit are given up, and
// without one the service ends.
func (g *ghosts) next(limit time.Duration) (first ghost, wait time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue, g.later = younger(g.queue, limit), younger(g.later, limit)
	switch {
	case len(g.queue) > 0:
		return g.queue[0], 0, true
	case len(g.later) > 0:
		return g.later[0], time.Until(g.later[0].again), true
	default:
		g.queue, g.later, g.busy = nil, nil, false
		return ghost{}, 0, false
	}
}

func younger(queue []ghost, limit time.Duration) []ghost {
	for len(queue) > 0 && time.Since(queue[0].since) > limit {
		queue = queue[1:]
	}
	return queue
}

// gone takes the ghost that came first out of its queue, after its first time for a lease.
func (g *ghosts) gone(first ghost, lease time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !first.again.IsZero() {
		g.later = g.later[1:]
		return
	}
	g.queue = g.queue[1:]
	if len(g.later) < maxGhosts {
		first.again = time.Now().Add(lease)
		g.later = append(g.later, first)
	}
}

func (g *ghosts) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue, g.later, g.busy = nil, nil, false
}
