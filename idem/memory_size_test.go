package idem_test

import (
	"flag"
	"runtime"
	"testing"

	"github.com/asixto/go-sdk/idem"
)

var memoryKeys = flag.Int("memory.keys", 100_000, "how many keys the test of the memory store's size keeps at least")

// TestMemoryCostsLittle measures the store at the sizes at which its maps are at their emptiest and fullest. It must not run beside
// other tests.
func TestMemoryCostsLittle(t *testing.T) { //nolint:paralleltest // it measures the heap
	const keyBytes, resultBytes, most = 32, 256, 240
	var now clock
	before := heap()
	m := idem.NewMemory(&idem.MemoryOptions{MaxKeys: 2 * *memoryKeys, MaxBytes: 1 << 40, Now: now.now})
	result := make([]byte, resultBytes)
	ctx := t.Context()
	kept := 0
	for _, size := range []int{0, 1, 2, 3, 4, 5, 6} {
		for target := *memoryKeys * (8 + size) / 8; kept < target; kept++ {
			c := benchClaim(kept)
			if _, err := m.Claim(ctx, c); err != nil {
				t.Fatal(err)
			}
			if err := m.Complete(ctx, c, idem.Result{Bytes: result}); err != nil {
				t.Fatal(err)
			}
		}
		each := float64(heap()-before)/float64(kept) - keyBytes - resultBytes
		t.Logf("%d keys: %.0f bytes each beside key and result", kept, each)
		if each > most {
			t.Errorf("%d keys cost %.0f bytes each beside key and result, want at most %d", kept, each, most)
		}
	}
	now.pass(2 * week)
	for m.Len() > 0 {
		if _, err := m.Sweep(ctx, kept); err != nil {
			t.Fatal(err)
		}
	}
	if left := heap() - before; left > 1<<20 {
		t.Errorf("%d bytes are held when all keys have expired and were swept, want at most 1 MiB", left)
	}
	runtime.KeepAlive(m)
}

// heap returns the bytes that are reachable.
func heap() int64 {
	runtime.GC() //nolint:revive // what is garbage is not counted
	runtime.GC() //nolint:revive // nor what the first left to be swept
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}
