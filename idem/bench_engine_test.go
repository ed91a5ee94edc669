//go:build unix

package idem_test

import (
	"context"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// cpuTime is what the process has used so far, garbage collection included.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkEngine compares, in CPU time, an operation by the engine with the same calls of its store alone. Both are busy: what an idle
// processor spends on waking up is nobody's cost.
func BenchmarkEngine(b *testing.B) {
	result := make([]byte, 300)
	run := func(context.Context) ([]byte, error) { return result, nil }
	for _, c := range []struct {
		name string
		one  func(ctx context.Context, m *idem.Memory, e *idem.Engine, key idem.Key) error
		keys int // that are gone round
	}{
		{"first/store", func(ctx context.Context, m *idem.Memory, _ *idem.Engine, key idem.Key) error {
			return claimComplete(ctx, m, key, result)
		}, 0},
		{"first/engine", func(ctx context.Context, _ *idem.Memory, e *idem.Engine, key idem.Key) error {
			_, err := e.Do(ctx, idem.Request{Key: key}, run)
			return err
		}, 0},
		{"replay/store", func(ctx context.Context, m *idem.Memory, _ *idem.Engine, key idem.Key) error {
			return claimComplete(ctx, m, key, result)
		}, 1 << 14},
		{"replay/engine", func(ctx context.Context, _ *idem.Memory, e *idem.Engine, key idem.Key) error {
			_, err := e.Do(ctx, idem.Request{Key: key}, run)
			return err
		}, 1 << 14},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := idem.NewMemory(&idem.MemoryOptions{MaxKeys: 1 << 40, MaxBytes: 1 << 60})
			e := mustNew(b, m, nil)
			key := func(i int64) idem.Key {
				return idem.Key{Client: "asixto", Company: "cmp_1", Tool: "abrir_caso_soporte", Key: strconv.FormatInt(i, 36)}
			}
			for i := range int64(c.keys) {
				if err := claimComplete(b.Context(), m, key(i), result); err != nil {
					b.Fatal(err)
				}
			}
			var next atomic.Int64
			b.SetParallelism(8)
			b.ReportAllocs()
			b.ResetTimer()
			start := cpuTime(b)
			b.RunParallel(func(pb *testing.PB) {
				ctx := context.WithoutCancel(b.Context())
				for pb.Next() {
					i := next.Add(1)
					if c.keys > 0 {
						i %= int64(c.keys)
					}
					if err := c.one(ctx, m, e, key(i)); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(cpuTime(b)-start)/float64(b.N), "cpu-ns/op")
		})
	}
}

// claimComplete is what the engine asks of its store for a first call, or for a replay.
func claimComplete(ctx context.Context, m *idem.Memory, key idem.Key, result []byte) error {
	c := benchClaim(0)
	c.ID = key.ID()
	rec, err := m.Claim(ctx, c)
	if err != nil || rec.State == idem.StateDone {
		return err
	}
	return m.Complete(ctx, c, idem.Result{Bytes: result})
}
