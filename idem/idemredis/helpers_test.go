package idemredis_test

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"io"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// clientOptions are those of a client as the package's documentation recommends it, with short pauses.
func clientOptions(addr string) *redis.Options {
	return &redis.Options{
		Addr: addr, ContextTimeoutEnabled: true, MaxRetries: 10,
		MinRetryBackoff: time.Millisecond, MaxRetryBackoff: 20 * time.Millisecond, DialerRetries: 1,
	}
}

// connect returns a client that is closed with the test.
func connect(tb testing.TB, opts *redis.Options) *redis.Client {
	tb.Helper()
	client := redis.NewClient(opts)
	tb.Cleanup(func() { _ = client.Close() })
	return client
}

func open(tb testing.TB, client redis.UniversalClient, opts *idemredis.Options) *idemredis.Store {
	tb.Helper()
	s, err := idemredis.New(tb.Context(), client, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// newPrefix returns a prefix that nobody else uses; what is under it goes with the test.
func newPrefix(tb testing.TB, addr string) string {
	tb.Helper()
	prefix := "idemredis-test:" + randomHex() + ":"
	tb.Cleanup(func() {
		client := redis.NewClient(&redis.Options{Addr: addr})
		defer closes(client)
		if err := forget(context.WithoutCancel(tb.Context()), client, prefix); err != nil {
			tb.Errorf("removing the keys under %s: %v", prefix, err)
		}
	})
	return prefix
}

func forget(ctx context.Context, client redis.UniversalClient, prefix string) error {
	return eachKey(ctx, client, prefix, func(ctx context.Context, node redis.Cmdable, key string) error {
		return node.Unlink(ctx, key).Err()
	})
}

// eachKey calls do for every key under a prefix, on every master of a Cluster.
func eachKey(
	ctx context.Context, client redis.UniversalClient, prefix string, do func(ctx context.Context, node redis.Cmdable, key string) error,
) error {
	each := func(ctx context.Context, node *redis.Client) error {
		found := map[string]bool{} // a scan may name a key twice
		keys := node.Scan(ctx, 0, prefix+"*", 10_000).Iterator()
		for keys.Next(ctx) {
			found[keys.Val()] = true
		}
		for key := range found {
			if err := do(ctx, node, key); err != nil {
				return err
			}
		}
		return keys.Err()
	}
	if cluster, ok := client.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, each)
	}
	return each(ctx, client.(*redis.Client))
}

// closes drops what nothing was written to that has to last.
func closes(c io.Closer) { c.Close() }

func randomHex() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// newClaim returns a claim on a key that nobody used.
func newClaim() idem.Claim {
	c := idem.Claim{Lease: time.Minute, Retention: time.Hour}
	for _, b := range [][]byte{c.ID[:], c.Token[:], c.Fingerprint[:]} {
		_, _ = rand.Read(b)
	}
	return c
}

// rival returns another owner's claim on the same key.
func rival(c idem.Claim) idem.Claim {
	_, _ = rand.Read(c.Token[:])
	return c
}

// finds claims and expects a state.
func finds(tb testing.TB, s idem.Store, c idem.Claim, want idem.State) idem.Record {
	tb.Helper()
	rec, err := s.Claim(tb.Context(), c)
	if err != nil || rec.State != want {
		tb.Fatalf("Claim: %v, error %v; want %v", rec.State, err, want)
	}
	return rec
}

func ok(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// eventually waits until something outside of this process has happened.
func eventually(tb testing.TB, what string, happened func() bool) {
	tb.Helper()
	deadline := time.After(30 * time.Second)
	for tick := time.Tick(5 * time.Millisecond); !happened(); {
		select {
		case <-tick:
		case <-deadline:
			tb.Fatalf("%s: it did not happen", what)
		}
	}
}

// warmUp lets the server of a client know all scripts.
func warmUp(tb testing.TB, client redis.UniversalClient) {
	tb.Helper()
	s, c := open(tb, client, &idemredis.Options{Prefix: newPrefix(tb, client.(*redis.Client).Options().Addr)}), newClaim()
	finds(tb, s, c, idem.StateGranted)
	ok(tb, s.Renew(tb.Context(), c))
	ok(tb, s.Release(tb.Context(), c))
	finds(tb, s, c, idem.StateGranted)
	ok(tb, s.Hold(tb.Context(), c))
	ok(tb, s.Complete(tb.Context(), c, idem.Result{}))
}
