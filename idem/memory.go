package idem

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// MemoryOptions tune a Memory store. The zero value, and nil, stand for the defaults.
type MemoryOptions struct {
	// MaxKeys is how many keys are kept. Default 1,000,000.
	MaxKeys int
	// MaxBytes is how much memory the keys and their results may take, each key counting 240 bytes beside its result.
	// Default 512 MiB.
	MaxBytes int64
	// Now is the store's clock, for tests. Default time.Now.
	Now func() time.Time
}

// Memory is a Store in the memory of one process. It keeps the promise of one effect per key as long as the process lives: for
// tests, for development, and for servers of one process whose effects die with it.
//
// It starts no goroutine. Every claim removes a few expired keys, so that no call ever stops to clean up. At a limit it first looks
// for expired keys, then refuses: Claim with ErrFull, Complete with ErrTooLarge, which leaves a tombstone. A key that has not
// expired is never evicted.
type Memory struct {
	opts   MemoryOptions
	epoch  time.Time
	keys   atomic.Int64
	bytes  atomic.Int64
	hand   atomic.Uint32 // the shard where the next search for room begins
	shards [shardCount]shard
}

const (
	shardCount = 64
	keyBytes   = 240 // what a key costs beside its result, index included
	sweepStep  = 4   // records that a claim looks at for expired ones
	roomStep   = 512 // records that the search for room looks at in each shard
)

// NewMemory returns an empty store. It panics on negative limits.
func NewMemory(opts *MemoryOptions) *Memory {
	m := &Memory{}
	if opts != nil {
		m.opts = *opts
	}
	if m.opts.MaxKeys < 0 || m.opts.MaxBytes < 0 {
		panic(fmt.Sprintf("idem: MemoryOptions: MaxKeys is %d and MaxBytes %d: use positive numbers", m.opts.MaxKeys, m.opts.MaxBytes))
	}
	if m.opts.MaxKeys == 0 {
		m.opts.MaxKeys = 1_000_000
	}
	if m.opts.MaxBytes == 0 {
		m.opts.MaxBytes = 512 << 20
	}
	if m.opts.Now == nil {
		m.opts.Now = time.Now
	}
	m.epoch = m.opts.Now()
	for i := range m.shards {
		m.shards[i].memory = m
	}
	return m
}

// now is the time since the store was made, so that a step of the wall clock does not end a lease.
func (m *Memory) now() int64 { return int64(m.opts.Now().Sub(m.epoch)) }

func (m *Memory) shard(id ID) *shard {
	return &m.shards[binary.LittleEndian.Uint64(id[:])%shardCount]
}

// Claim implements Store. At the limits it returns ErrFull.
func (m *Memory) Claim(ctx context.Context, c Claim) (Record, error) {
	if err := ctx.Err(); err != nil {
		return Record{}, err
	}
	now := m.now()
	rec, err := m.shard(c.ID).claim(&c, now)
	if errors.Is(err, ErrFull) && m.makeRoom(now) {
		return m.shard(c.ID).claim(&c, now)
	}
	return rec, err
}

// Renew implements Store.
func (m *Memory) Renew(ctx context.Context, c Claim) error {
	return m.update(ctx, &c, func(_ *shard, e *entry, now int64) error {
		if e.state != StateRunning {
			return ErrLost
		}
		e.lease = now + int64(c.Lease)
		e.expires = e.lease + int64(c.Retention)
		return nil
	})
}

// Complete implements Store.
func (m *Memory) Complete(ctx context.Context, c Claim, r Result) error {
	err := m.complete(ctx, &c, r)
	if errors.Is(err, ErrTooLarge) && m.makeRoom(m.now()) {
		return m.complete(ctx, &c, r)
	}
	return err
}

func (m *Memory) complete(ctx context.Context, c *Claim, r Result) error {
	return m.update(ctx, c, func(s *shard, e *entry, now int64) error {
		if e.state == StateDone {
			return nil
		}
		if err := s.keep(e, r); err != nil {
			return err
		}
		e.state, e.expires = StateDone, now+int64(c.Retention)
		return nil
	})
}

// Hold implements Store.
func (m *Memory) Hold(ctx context.Context, c Claim) error {
	return m.update(ctx, &c, func(_ *shard, e *entry, now int64) error {
		if e.state == StateRunning {
			e.state, e.expires = StateDoubt, now+int64(c.Retention)
		}
		return nil
	})
}

// Release implements Store.
func (m *Memory) Release(ctx context.Context, c Claim) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return m.shard(c.ID).release(&c, m.now())
}

// Sweep implements Sweeper. The engine need not call it: claims sweep.
func (m *Memory) Sweep(ctx context.Context, limit int) (int, error) {
	removed := 0
	for range shardCount {
		if removed >= limit || ctx.Err() != nil {
			break
		}
		removed += m.nextShard().sweep(m.now(), roomStep, limit-removed)
	}
	return removed, ctx.Err()
}

// Len returns the number of keys, those included that have expired and were not removed yet.
func (m *Memory) Len() int { return int(m.keys.Load()) }

// Bytes returns what the keys and results take, as MaxBytes counts it.
func (m *Memory) Bytes() int64 { return m.bytes.Load() }

func (m *Memory) update(ctx context.Context, c *Claim, change func(*shard, *entry, int64) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, now := m.shard(c.ID), m.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.live(c.ID, now)
	if e == nil || e.token != c.Token {
		return ErrLost
	}
	return change(s, e, now)
}

func (m *Memory) nextShard() *shard { return &m.shards[m.hand.Add(1)%shardCount] }

// makeRoom looks for expired keys in every shard, a bounded number in each, and reports whether it found one.
func (m *Memory) makeRoom(now int64) bool {
	for range shardCount {
		if m.nextShard().sweep(now, roomStep, roomStep) > 0 {
			return true
		}
	}
	return false
}

// reserve takes room for one more key or for more bytes, if there is any.
func (m *Memory) reserve(keys, bytes int64) error {
	if n := m.keys.Add(keys); keys > 0 && n > int64(m.opts.MaxKeys) {
		m.keys.Add(-keys)
		return fmt.Errorf("%w: it holds its %d keys", ErrFull, m.opts.MaxKeys)
	}
	if n := m.bytes.Add(bytes); n > m.opts.MaxBytes {
		m.bytes.Add(-bytes)
		m.keys.Add(-keys)
		return fmt.Errorf("%w: it holds its %d bytes", ErrFull, m.opts.MaxBytes)
	}
	return nil
}

func (m *Memory) giveBack(keys, bytes int64) {
	m.keys.Add(-keys)
	m.bytes.Add(-bytes)
}
