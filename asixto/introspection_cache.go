package asixto

import (
	"sync"
	"time"
)

// answers keeps verdicts, and which questions are open. The good and the bad are
// apart, so that a flood of invented tokens drives no good one out.
type answers struct {
	size int

	mu        sync.Mutex
	good, bad map[tokenDigest]*verdict
	flights   map[tokenDigest]*introspection
}

// An introspection is one question under way. Its outcome is set before done is
// closed.
type introspection struct {
	done    chan struct{}
	verdict *verdict
	err     error
}

// question is a request's part in an introspection: who started it asks.
type question struct {
	flight *introspection
	mine   bool
}

func newAnswers(size int) *answers {
	return &answers{
		size: size,
		good: map[tokenDigest]*verdict{}, bad: map[tokenDigest]*verdict{},
		flights: map[tokenDigest]*introspection{},
	}
}

// find returns the verdict that is kept, or else the question to wait for, a new
// one if need be; neither where most questions are open already.
func (a *answers) find(digest tokenDigest, now time.Time, most int) (*verdict, *question) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, kept := range []map[tokenDigest]*verdict{a.good, a.bad} {
		if v := kept[digest]; v != nil {
			if now.Before(v.until) {
				return v, nil
			}
			delete(kept, digest)
		}
	}
	if f := a.flights[digest]; f != nil {
		return nil, &question{flight: f}
	}
	if len(a.flights) >= most {
		return nil, nil
	}
	f := &introspection{done: make(chan struct{})}
	a.flights[digest] = f
	return nil, &question{flight: f, mine: true}
}

// land ends a question and keeps its verdict, if any, for its time.
func (a *answers) land(digest tokenDigest, f *introspection) {
	a.mu.Lock()
	delete(a.flights, digest)
	now := time.Now()
	if v := f.verdict; f.err == nil && now.Before(v.until) {
		kept := a.good
		if v.info == nil {
			kept = a.bad
		}
		if len(kept) >= a.size {
			makeRoom(kept, now)
		}
		kept[digest] = v
	}
	a.mu.Unlock()
	close(f.done)
}

// makeRoom drops what has ended of some verdicts, and one in any case. Which ones
// it sees is chance: a map is walked in no order.
func makeRoom(kept map[tokenDigest]*verdict, now time.Time) {
	const some = 16
	var last tokenDigest
	seen, dropped := 0, false
	for digest, v := range kept {
		last = digest
		if !now.Before(v.until) {
			delete(kept, digest)
			dropped = true
		}
		if seen++; seen == some {
			break
		}
	}
	if !dropped {
		delete(kept, last)
	}
}
