package idemredis

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
)

func rc() idem.Claim {
	c := idem.Claim{Lease: 15 * time.Second, Retention: 7 * 24 * time.Hour}
	for _, b := range [][]byte{c.ID[:], c.Token[:], c.Fingerprint[:]} {
		for i := 0; i < len(b); i += 8 {
			binary.LittleEndian.PutUint64(b[i:], rand.Uint64())
		}
	}
	return c
}

func BenchmarkX(b *testing.B) {
	result := make([]byte, 300)
	for _, conns := range []int{1, 16} {
		cli := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6391", PoolSize: conns, ContextTimeoutEnabled: true})
		run := func(name string, op func(ctx context.Context)) {
			b.Run(fmt.Sprint(name, conns), func(b *testing.B) {
				cli.FlushAll(context.Background())
				var n atomic.Int64
				var wg sync.WaitGroup
				b.ResetTimer()
				for range conns {
					wg.Go(func() {
						for n.Add(1) <= int64(b.N) {
							ctx, c := context.WithTimeout(context.Background(), 5*time.Second)
							op(ctx)
							c()
						}
					})
				}
				wg.Wait()
			})
		}
		for range 2 {
			run("setnx", func(ctx context.Context) {
				c := rc()
				k := fmt.Sprintf("idem:{%x}", c.ID)
				cli.SetArgs(ctx, k, "running", redis.SetArgs{Mode: "NX", TTL: 7 * 24 * time.Hour})
				cli.Set(ctx, k, result, 7*24*time.Hour)
			})
			for mode := range 2 {
				s := &Store{client: cli, prefix: "idem:", mode: mode}
				run([]string{"store", "store-go"}[mode], func(ctx context.Context) {
					c := rc()
					if _, err := s.Claim(ctx, c); err != nil {
						b.Error(err)
					}
					if err := s.Complete(ctx, c, idem.Result{Bytes: result}); err != nil {
						b.Error(err)
					}
				})
			}
		}
	}
}
