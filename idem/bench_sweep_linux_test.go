package idem_test

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/asixto/go-sdk/idem"
)

// threadTime is what this thread has used of a processor: what others do on the machine is not in it.
func threadTime(b *testing.B) time.Duration {
	const clockThreadCPUTime = 3 // CLOCK_THREAD_CPUTIME_ID
	var ts syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockThreadCPUTime, uintptr(unsafe.Pointer(&ts)), 0)
	if errno != 0 {
		b.Fatal(errno)
	}
	return time.Duration(ts.Nano())
}

// BenchmarkSweep claims a million keys of a store that is full of a million others, all of which have expired, and tells how long the
// slowest call took.
func BenchmarkSweep(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const keys = 1_000_000
	ctx := b.Context()
	for range b.N {
		b.StopTimer()
		var now clock
		m := idem.NewMemory(&idem.MemoryOptions{MaxKeys: keys, MaxBytes: 1 << 40, Now: now.now})
		for i := range keys {
			if _, err := m.Claim(ctx, benchClaim(i)); err != nil {
				b.Fatal(err)
			}
		}
		now.pass(2 * week)
		took := make([]time.Duration, keys)
		b.StartTimer()
		for i := range keys {
			start := threadTime(b)
			if _, err := m.Claim(ctx, benchClaim(keys+i)); err != nil {
				b.Fatal(err)
			}
			took[i] = threadTime(b) - start
		}
		b.StopTimer()
		slices.Sort(took)
		b.ReportMetric(took[keys-1].Seconds()*1e3, "max-ms")
		b.ReportMetric(float64(took[keys/2]), "median-ns")
	}
}
