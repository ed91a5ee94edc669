package idemredis_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// contender is one way to do an operation once; its result has 300 bytes.
type contender struct {
	name string
	do   func(ctx context.Context) error
	took []time.Duration // each turn
}

var benchResult = make([]byte, 300)

// BenchmarkThroughput compares operations by the store, and by an engine on it, with what they could cost at the least: a bare loop
// of the same two scripts, and SET NX followed by SET. All share one pool of connections, and take short turns, of which the medians are
// compared: so whatever else the machine does meets them all.
func BenchmarkThroughput(b *testing.B) {
	for _, conns := range []int{1, 16} {
		b.Run(fmt.Sprintf("conns=%d", conns), func(b *testing.B) {
			opts := clientOptions(startServer(b).addr)
			opts.PoolSize = conns
			client := connect(b, opts)
			warmUp(b, client)
			ways := contenders(b, client)
			rounds := 0
			for ; b.Loop(); rounds++ {
				for i := range ways {
					ways[(i+rounds)%len(ways)].race(b, conns, 20*conns)
				}
				b.StopTimer()
				ok(b, client.FlushAll(b.Context()).Err())
				b.StartTimer()
			}
			b.ReportMetric(0, "ns/op")
			for _, w := range ways {
				b.ReportMetric(float64(20*conns)/median(w.took).Seconds(), w.name+"/s")
				if w.name == "store" || w.name == "engine" {
					for _, bare := range ways[2:] {
						b.ReportMetric(float64(median(bare.took))/float64(median(w.took)), w.name+"/"+bare.name)
					}
				}
			}
		})
	}
}

// race does n operations on so many goroutines.
func (c *contender) race(b *testing.B, goroutines, n int) {
	b.Helper()
	var started atomic.Int64
	var group sync.WaitGroup
	start := time.Now()
	for range goroutines {
		group.Go(func() {
			for started.Add(1) <= int64(n) {
				ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
				if err := c.do(ctx); err != nil {
					b.Errorf("%s: %v", c.name, err)
				}
				cancel()
			}
		})
	}
	group.Wait()
	c.took = append(c.took, time.Since(start))
}

// contenders returns the store and the engine, and behind them the bare ways.
func contenders(b *testing.B, client *redis.Client) []*contender {
	b.Helper()
	s := open(b, client, nil)
	e, err := idem.New(s, nil)
	ok(b, err)
	b.Cleanup(func() { _ = e.Shutdown(context.WithoutCancel(b.Context())) })
	run := func(context.Context) ([]byte, error) { return benchResult, nil }
	return []*contender{
		{name: "store", do: func(ctx context.Context) error {
			c := benchClaim()
			if _, err := s.Claim(ctx, c); err != nil {
				return err
			}
			return s.Complete(ctx, c, idem.Result{Bytes: benchResult})
		}},
		{name: "engine", do: func(ctx context.Context) error {
			c := benchClaim()
			_, err := e.Do(ctx, idem.Request{Key: idem.Key{Tool: "abrir_caso", Key: string(c.ID[:])}}, run)
			return err
		}},
		{name: "scripts", do: func(ctx context.Context) error {
			c := benchClaim()
			keys := []string{idemredis.Key(s, c.ID)}
			life, kept := (c.Lease + c.Retention).Milliseconds(), c.Retention.Milliseconds()
			err := client.EvalSha(ctx, idemredis.Digest("claim"), keys,
				c.Token[:], c.Fingerprint[:], c.Lease.Microseconds(), life, 0).Err()
			if err != nil {
				return err
			}
			return client.EvalSha(ctx, idemredis.Digest("complete"), keys, c.Token[:], "d", benchResult, kept).Err()
		}},
		{name: "setnx", do: func(ctx context.Context) error {
			c := benchClaim()
			key := idemredis.Key(s, c.ID)
			if err := client.SetArgs(ctx, key, "running", redis.SetArgs{Mode: "NX", TTL: c.Lease}).Err(); err != nil {
				return err
			}
			return client.Set(ctx, key, benchResult, c.Retention).Err()
		}},
	}
}

func benchClaim() idem.Claim {
	c := idem.Claim{Lease: 15 * time.Second, Retention: 7 * 24 * time.Hour}
	for _, b := range [][]byte{c.ID[:], c.Token[:]} {
		for i := 0; i < len(b); i += 8 {
			binary.NativeEndian.PutUint64(b[i:], rand.Uint64())
		}
	}
	return c
}

// BenchmarkStoredKeys compares, by the median of their claims, a server that holds a million keys with one that holds a thousand,
// and tells how much memory a stored key takes.
func BenchmarkStoredKeys(b *testing.B) {
	sizes := [...]int{1_000, 1_000_000}
	var stores [len(sizes)]*idemredis.Store
	var bytesPerKey float64
	for i, n := range sizes {
		client := connect(b, clientOptions(startServer(b).addr))
		warmUp(b, client)
		before := usedMemory(b, client)
		fillUp(b, client, n)
		bytesPerKey = (usedMemory(b, client) - before) / float64(n)
		stores[i] = open(b, client, nil)
	}
	compare := func(b *testing.B, want idem.State, claim func(stored int) idem.Claim) {
		b.Helper()
		var took [len(sizes)][]time.Duration
		for b.Loop() {
			for i, s := range stores {
				c, start := claim(sizes[i]), time.Now()
				rec, err := s.Claim(b.Context(), c)
				took[i] = append(took[i], time.Since(start))
				if err != nil || rec.State != want {
					b.Fatalf("Claim: %v, error %v; want %v", rec.State, err, want)
				}
			}
		}
		few, many := median(took[0]), median(took[1])
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(few.Seconds()*1e6, "µs-of-1,000")
		b.ReportMetric(many.Seconds()*1e6, "µs-of-1,000,000")
		b.ReportMetric(float64(many)/float64(few), "times")
		b.ReportMetric(bytesPerKey, "B/key")
	}
	b.Run("new", func(b *testing.B) {
		compare(b, idem.StateGranted, func(int) idem.Claim { return benchClaim() })
	})
	b.Run("replayed", func(b *testing.B) {
		compare(b, idem.StateDone, func(stored int) idem.Claim {
			c := benchClaim()
			c.ID = idem.ID{}
			binary.BigEndian.PutUint64(c.ID[24:], uint64(rand.IntN(stored)+1))
			return c
		})
	})
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func usedMemory(b *testing.B, client *redis.Client) float64 {
	b.Helper()
	info, err := client.InfoMap(b.Context(), "memory").Result()
	ok(b, err)
	bytes, err := strconv.ParseFloat(info["Memory"]["used_memory"], 64)
	ok(b, err)
	return bytes
}

// fillUp stores n done keys whose IDs are their numbers.
func fillUp(b *testing.B, client *redis.Client, n int) {
	b.Helper()
	const step = 10_000
	for from := 1; from <= n; from += step {
		ok(b, fill.Run(b.Context(), client, nil, from, min(n, from+step-1)).Err())
	}
}

var fill = redis.NewScript(`
for i = ARGV[1], ARGV[2] do
  local head = struct.pack('>c1c16c32dd', 'd', string.rep('t', 16), string.rep('\0', 32), i, i)
  redis.call('SET', 'idem:{' .. string.format('%064x', i) .. '}', head .. string.rep('x', 300), 'PX', 604800000)
end
return 1
`)
