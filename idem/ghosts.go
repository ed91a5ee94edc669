package idem

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ghosts are claims whose call failed and which the store may hold all the same: its reply may have been lost. Nobody will ever run
// under them. Left alone their keys would end up in doubt, most of them although nothing happened. One goroutine serves them, and
// ends with the last of them.
type ghosts struct {
	mu    sync.Mutex
	queue []ghost
	busy  bool
}

type ghost struct {
	claim    Claim
	exorcism exorcism
	since    time.Time
}

// exorcism is how a ghost is got rid of.
type exorcism bool

const (
	releaseGhost exorcism = false // nothing happened under the key
	holdGhost    exorcism = true  // something did, or may have
)

// maxGhosts bounds the queue. In an outage most failed claims never reached the store, so little is lost by dropping the rest.
const maxGhosts = 4096

// exorcise sees to it that c does not stay.
func (e *Engine) exorcise(c Claim, how exorcism) {
	g := &e.ghosts
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) == maxGhosts {
		return
	}
	g.queue = append(g.queue, ghost{c, how, time.Now()})
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
		g, ok := e.ghosts.head(e.opts.Cap)
		if !ok {
			return
		}
		if e.exorciseOnce(g) {
			e.ghosts.drop()
			pause = firstRetry
			continue
		}
		if !e.sleep(spread(pause)) {
			e.ghosts.forget()
			return
		}
		pause = min(2*pause, lastRetry)
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

// head returns the oldest ghost that is not older than limit; without one it ends the service.
func (g *ghosts) head(limit time.Duration) (ghost, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.queue) > 0 && time.Since(g.queue[0].since) > limit {
		g.queue = g.queue[1:]
	}
	if len(g.queue) == 0 {
		g.queue, g.busy = nil, false
		return ghost{}, false
	}
	return g.queue[0], true
}

func (g *ghosts) drop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue = g.queue[1:]
}

func (g *ghosts) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue, g.busy = nil, false
}
