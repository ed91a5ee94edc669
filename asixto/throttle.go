package asixto

import (
	"sync"
	"time"
)

// A throttle lets something pass once in a second, and counts what it holds back.
type throttle struct {
	mu   sync.Mutex
	last time.Time
	held int
}

// pass reports whether it may pass now, and how often it was held back before.
func (t *throttle) pass(now time.Time) (held int, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.last.IsZero() && now.Sub(t.last) < time.Second {
		t.held++
		return 0, false
	}
	held, t.held, t.last = t.held, 0, now
	return held, true
}
