package idem_test

import (
	"encoding/binary"
	"sync"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// bareMap is what the memory store is measured against: a sharded map with a mutex each, and nothing else.
type bareMap struct {
	shards [64]struct {
		mu sync.Mutex
		m  map[idem.ID]bareValue
		_  [40]byte
	}
}

type bareValue struct {
	_       [32]byte // as much as a fingerprint
	result  []byte
	expires time.Time
}

func newBareMap() *bareMap {
	b := &bareMap{}
	for i := range b.shards {
		b.shards[i].m = map[idem.ID]bareValue{}
	}
	return b
}

func (b *bareMap) insert(id idem.ID, v bareValue) {
	s := &b.shards[id[0]%64]
	s.mu.Lock()
	s.m[id] = v
	s.mu.Unlock()
}

func (b *bareMap) lookup(id idem.ID) []byte {
	s := &b.shards[id[0]%64]
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.m[id]
	if !ok || !time.Now().Before(v.expires) {
		return nil
	}
	return append([]byte(nil), v.result...)
}

func benchID(i int) idem.ID {
	var id idem.ID
	x := uint64(i) * 0x9e3779b97f4a7c15
	binary.BigEndian.PutUint64(id[:], x^x>>29)
	binary.LittleEndian.PutUint64(id[8:], uint64(i))
	return id
}

const benchWindow = 1 << 16 // keys that one run of the loop goes round, so that every store is as full as the next

func benchClaim(i int) idem.Claim {
	c := idem.Claim{ID: benchID(i), Lease: 15 * time.Second, Retention: 7 * 24 * time.Hour}
	binary.LittleEndian.PutUint64(c.Token[:], uint64(i))
	return c
}

func BenchmarkStore(b *testing.B) {
	ctx := b.Context()
	result := make([]byte, 300)
	b.Run("bare_insert", func(b *testing.B) {
		m := newBareMap()
		i := 0
		for b.Loop() {
			if i%benchWindow == 0 {
				m = newBareMap()
			}
			m.insert(benchID(i), bareValue{result: append([]byte(nil), result...), expires: time.Now().Add(time.Hour)})
			i++
		}
	})
	b.Run("memory_claim_complete", func(b *testing.B) {
		m := idem.NewMemory(nil)
		i := 0
		for b.Loop() {
			if i%benchWindow == 0 {
				m = idem.NewMemory(nil)
			}
			c := benchClaim(i)
			if _, err := m.Claim(ctx, c); err != nil {
				b.Fatal(err)
			}
			if err := m.Complete(ctx, c, idem.Result{Bytes: result}); err != nil {
				b.Fatal(err)
			}
			i++
		}
	})
	b.Run("bare_lookup", func(b *testing.B) {
		m := newBareMap()
		for i := range benchWindow {
			m.insert(benchID(i), bareValue{result: append([]byte(nil), result...), expires: time.Now().Add(time.Hour)})
		}
		i := 0
		for b.Loop() {
			if m.lookup(benchID(i%benchWindow)) == nil {
				b.Fatal("missing")
			}
			i++
		}
	})
	b.Run("memory_replay", func(b *testing.B) {
		m := idem.NewMemory(nil)
		for i := range benchWindow {
			c := benchClaim(i)
			_, _ = m.Claim(ctx, c)
			_ = m.Complete(ctx, c, idem.Result{Bytes: result})
		}
		i := 0
		for b.Loop() {
			if rec, err := m.Claim(ctx, benchClaim(i%benchWindow)); err != nil || rec.State != idem.StateDone {
				b.Fatal(rec, err)
			}
			i++
		}
	})
}
