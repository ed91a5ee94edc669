package idem

import (
	"fmt"
	"sync"
	"time"
)

// shard is a part of a Memory store: its records lie in chunks that never move, and a hand goes round them looking for expired
// ones.
type shard struct {
	memory *Memory
	mu     sync.Mutex
	index  map[ID]uint32
	chunks []*[chunkSize]entry
	used   uint32 // slots that were ever in use
	free   uint32 // 1 + the first free slot, 0 if there is none
	hand   uint32
	fence  uint64
	_      [40]byte // keeps two shards off one cache line
}

const chunkSize = 64

// entry is a record, or with the zero state a free slot.
type entry struct {
	id          ID
	fingerprint [32]byte
	token       Token
	fence       uint64
	lease       int64 // when it ends, in nanoseconds of the store's clock
	expires     int64
	result      []byte
	next        uint32 // as shard.free, in a free slot
	state       State  // StateRunning, StateDone, StateDoubt
	tombstone   bool
}

func (s *shard) claim(c *Claim, now int64) (Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweepLocked(now, sweepStep, sweepStep)
	e := s.live(c.ID, now)
	if e == nil {
		var err error
		if e, err = s.add(c.ID); err != nil {
			return Record{}, err
		}
		e.fingerprint = c.Fingerprint
		return s.grant(e, c, now), nil
	}
	lapsed := e.state == StateRunning && e.lease <= now
	switch {
	case e.fingerprint != c.Fingerprint:
		return Record{State: StateConflict}, nil
	case e.state == StateDone:
		return Record{State: StateDone, Result: Result{append([]byte(nil), e.result...), e.tombstone}}, nil
	case e.state == StateRunning && e.token == c.Token:
		e.lease = now + int64(c.Lease)
		e.expires = e.lease + int64(c.Retention)
		return Record{State: StateGranted, Fence: e.fence}, nil
	case (lapsed || e.state == StateDoubt) && c.TakeOver:
		return s.grant(e, c, now), nil
	case lapsed:
		return Record{State: StateDoubt}, nil
	}
	return Record{State: e.state}, nil
}

// grant makes c the owner of e, with a fence above all that this shard gave before and, since it follows the wall clock, above those
// of an earlier process.
func (s *shard) grant(e *entry, c *Claim, now int64) Record {
	s.fence = max(s.fence+1, uint64(max(0, s.memory.epoch.Add(time.Duration(now)).UnixMicro())))
	e.state, e.token, e.fence = StateRunning, c.Token, s.fence
	e.lease = now + int64(c.Lease)
	e.expires = e.lease + int64(c.Retention)
	return Record{State: StateGranted, Fence: e.fence}
}

func (s *shard) release(c *Claim, now int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	slot, ok := s.index[c.ID]
	if !ok || s.at(slot).expires <= now {
		return nil
	}
	if e := s.at(slot); e.state != StateRunning || e.token != c.Token {
		return ErrLost
	}
	s.remove(slot)
	return nil
}

// keep stores r in e.
func (s *shard) keep(e *entry, r Result) error {
	if r.Tombstone {
		e.tombstone = true
		return nil
	}
	if err := s.memory.reserve(0, int64(len(r.Bytes))); err != nil {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	e.result = append([]byte(nil), r.Bytes...)
	return nil
}

// live returns the record of id, nil if there is none or it has expired; it removes one that has.
func (s *shard) live(id ID, now int64) *entry {
	slot, ok := s.index[id]
	if !ok {
		return nil
	}
	e := s.at(slot)
	if e.expires <= now {
		s.remove(slot)
		return nil
	}
	return e
}

func (s *shard) at(slot uint32) *entry { return &s.chunks[slot/chunkSize][slot%chunkSize] }

func (s *shard) add(id ID) (*entry, error) {
	if err := s.memory.reserve(1, keyBytes); err != nil {
		return nil, err
	}
	slot := s.free
	if slot != 0 {
		slot--
		s.free = s.at(slot).next
	} else {
		slot = s.used
		if slot%chunkSize == 0 {
			s.chunks = append(s.chunks, new([chunkSize]entry))
		}
		s.used++
	}
	if s.index == nil {
		s.index = make(map[ID]uint32)
	}
	s.index[id] = slot
	e := s.at(slot)
	*e = entry{id: id}
	return e, nil
}

func (s *shard) remove(slot uint32) {
	e := s.at(slot)
	s.memory.giveBack(1, keyBytes+int64(len(e.result)))
	delete(s.index, e.id)
	if len(s.index) == 0 && s.used > chunkSize {
		s.index, s.chunks, s.used, s.free, s.hand = nil, nil, 0, 0, 0 // maps and chunks do not shrink otherwise
		return
	}
	*e = entry{next: s.free}
	s.free = slot + 1
}

func (s *shard) sweep(now int64, steps, limit int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sweepLocked(now, steps, limit)
}

// sweepLocked looks at the next records and removes those that have expired.
func (s *shard) sweepLocked(now int64, steps, limit int) (removed int) {
	for ; steps > 0 && removed < limit && s.used > 0; steps-- {
		if s.hand >= s.used {
			s.hand = 0
		}
		slot := s.hand
		s.hand++
		if e := s.at(slot); e.state != 0 && e.expires <= now {
			s.remove(slot)
			removed++
		}
	}
	return removed
}
