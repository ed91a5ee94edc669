package guard

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"
)

// MemoryOptions tune a [Memory]. The zero value, and nil, stand for the defaults.
type MemoryOptions struct {
	// MaxFacts is how many facts are kept. Default 100,000, about 25 MiB.
	MaxFacts int
	// TTL is how long a fact is kept after it was last remembered. Default 24
	// hours.
	TTL time.Duration
	// Now is the clock, for tests. Default time.Now.
	Now func() time.Time
}

// Memory is a [Store] in the memory of one process. It starts no goroutine. At its
// limit it forgets the oldest fact: its conversation has to look the customer up
// once more. It is safe for concurrent use.
type Memory struct {
	opts MemoryOptions

	mu    sync.Mutex
	facts map[string]*list.Element
	order list.List // of memoryFact, the oldest in front
}

type memoryFact struct {
	fact    string
	expires time.Time
}

// NewMemory returns an empty Memory. It panics on negative options.
func NewMemory(opts *MemoryOptions) *Memory {
	m := &Memory{facts: make(map[string]*list.Element)}
	if opts != nil {
		m.opts = *opts
	}
	if m.opts.MaxFacts < 0 || m.opts.TTL < 0 {
		panic(fmt.Sprintf("guard: MemoryOptions: MaxFacts is %d and TTL %v: use positive values", m.opts.MaxFacts, m.opts.TTL))
	}
	if m.opts.MaxFacts == 0 {
		m.opts.MaxFacts = 100_000
	}
	if m.opts.TTL == 0 {
		m.opts.TTL = 24 * time.Hour
	}
	if m.opts.Now == nil {
		m.opts.Now = time.Now
	}
	return m
}

// Remember implements [Store].
func (m *Memory) Remember(ctx context.Context, fact string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.opts.Now()
	if e, ok := m.facts[fact]; ok {
		m.forget(e)
	}
	m.facts[fact] = m.order.PushBack(memoryFact{fact, now.Add(m.opts.TTL)})
	for e := m.order.Front(); len(m.facts) > m.opts.MaxFacts || expired(e, now); e = m.order.Front() {
		m.forget(e)
	}
	return nil
}

// Recall implements [Store].
func (m *Memory) Recall(ctx context.Context, fact string) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.facts[fact]
	return ok && !expired(e, m.opts.Now()), nil
}

// Len is how many facts are kept, those included that have expired and that no
// Remember has met yet.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.facts)
}

func expired(e *list.Element, now time.Time) bool {
	f, ok := e.Value.(memoryFact)
	return ok && !now.Before(f.expires)
}

func (m *Memory) forget(e *list.Element) {
	if f, ok := m.order.Remove(e).(memoryFact); ok {
		delete(m.facts, f.fact)
	}
}
