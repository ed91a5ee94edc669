package idemredis_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
	"github.com/asixto/go-sdk/idem/idemtest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	addr := sharedAddr(t)
	runKit(t, func(tb testing.TB) idemtest.Backend { return backend(tb, addr, addr) })
}

// A client whose replies are lost repeats its calls: nobody notices.
func TestStoreOverABadLine(t *testing.T) {
	t.Parallel()
	addr := sharedAddr(t)
	p := startProxy(t, addr)
	var requests, dropped atomic.Int64
	p.broken = func() { dropped.Add(1) }
	p.judgeBy(func(request []byte) verdict {
		if isCall(request) && requests.Add(1)%3 == 0 {
			return drop
		}
		return pass
	})
	t.Cleanup(func() {
		if dropped.Load() < requests.Load()/4 {
			t.Errorf("%d replies of %d were dropped, want a third", dropped.Load(), requests.Load())
		}
	})
	runKit(t, func(tb testing.TB) idemtest.Backend { return backend(tb, addr, p.addr) })
}

// runKit is idemtest.Run without groups of checks, and without those that would skip themselves: Redis sweeps by itself, and shares
// no transaction with the author's effects.
func runKit(t *testing.T, open func(testing.TB) idemtest.Backend, without ...string) {
	t.Helper()
	without = append(without, "sweep", "tx")
	for _, c := range idemtest.Checks() {
		if group, _, _ := strings.Cut(c.Name, "/"); slices.Contains(without, group) {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			c.Run(t, open(t))
		})
	}
}

const kitMaxResult = 1 << 20

// backend is a prefix on the server at addr; via is where the stores reach it.
func backend(tb testing.TB, addr, via string) idemtest.Backend {
	tb.Helper()
	prefix, clock := newPrefix(tb, addr), connect(tb, clientOptions(addr))
	return idemtest.Backend{
		Open: func(tb testing.TB) idem.Store {
			return open(tb, connect(tb, clientOptions(via)), &idemredis.Options{Prefix: prefix, MaxResult: kitMaxResult})
		},
		Advance:   func(d time.Duration) { advance(tb, clock, prefix, d) },
		MaxResult: kitMaxResult,
	}
}

// advance moves every time that the records under a prefix hold into the past, which is for them as if the server's clock had gone
// on.
func advance(tb testing.TB, client redis.UniversalClient, prefix string, d time.Duration) {
	tb.Helper()
	err := eachKey(tb.Context(), client, prefix, func(ctx context.Context, node redis.Cmdable, key string) error {
		return shift.Run(ctx, node, []string{key}, d.Milliseconds()).Err()
	})
	if err != nil {
		tb.Fatalf("moving the clock: %v", err)
	}
}

var shift = redis.NewScript(`
local ttl = redis.call('PTTL', KEYS[1]) - ARGV[1]
if ttl <= 0 then
  redis.call('DEL', KEYS[1])
  return 0
end
local form, width = '>c1c16c32dd', 65
local record = redis.call('GET', KEYS[1])
local state, token, fingerprint, fence, ends = struct.unpack(form, record)
local head = struct.pack(form, state, token, fingerprint, fence, ends - ARGV[1] * 1000)
redis.call('SET', KEYS[1], head .. string.sub(record, width + 1), 'PX', ttl)
return 1
`)
