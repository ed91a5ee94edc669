//go:build unix

package idem_test

import (
	"context"
	"strconv"
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

// BenchmarkEngine compares, in CPU time, one operation by the engine with the same two calls of its store alone.
func BenchmarkEngine(b *testing.B) {
	ctx := context.Background()
	result := make([]byte, 300)
	measure := func(name string, one func(m *idem.Memory, e *idem.Engine, key idem.Key)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var m *idem.Memory
			var e *idem.Engine
			n, start := 0, cpuTime(b)
			for b.Loop() {
				if n%benchWindow == 0 {
					m = idem.NewMemory(nil)
					e = mustNew(b, m, nil)
				}
				one(m, e, idem.Key{Client: "asixto", Company: "cmp_1", Tool: "abrir_caso_soporte", Key: strconv.Itoa(n % benchWindow)})
				n++
			}
			b.ReportMetric(float64(cpuTime(b)-start)/float64(n), "cpu-ns/op")
		})
	}
	measure("store_alone", func(m *idem.Memory, _ *idem.Engine, key idem.Key) {
		c := benchClaim(0)
		c.ID = key.ID()
		if _, err := m.Claim(ctx, c); err != nil {
			b.Fatal(err)
		}
		if err := m.Complete(ctx, c, idem.Result{Bytes: result}); err != nil {
			b.Fatal(err)
		}
	})
	measure("engine_first", func(_ *idem.Memory, e *idem.Engine, key idem.Key) {
		if _, err := e.Do(ctx, idem.Request{Key: key}, func(context.Context) ([]byte, error) { return result, nil }); err != nil {
			b.Fatal(err)
		}
	})
	full := idem.NewMemory(nil)
	replayer := mustNew(b, full, nil)
	one := idem.Key{Tool: "abrir_caso_soporte", Key: "k"}
	measure("store_replay", func(*idem.Memory, *idem.Engine, idem.Key) {
		c := benchClaim(0)
		c.ID = one.ID()
		if _, err := full.Claim(ctx, c); err != nil {
			b.Fatal(err)
		}
		_ = full.Complete(ctx, c, idem.Result{Bytes: result})
	})
	_ = full.Release(ctx, idem.Claim{ID: one.ID()})
	measure("engine_replay", func(*idem.Memory, *idem.Engine, idem.Key) {
		if _, err := replayer.Do(ctx, idem.Request{Key: one}, nil2); err != nil {
			b.Fatal(err)
		}
	})
}

func nil2(context.Context) ([]byte, error) { return nil, nil }
