package idemredis_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// exampleAddr is where examples find a server: one that is started for them.
func exampleAddr() string {
	thrownAway.start()
	if thrownAway.err != nil {
		panic(thrownAway.err)
	}
	return thrownAway.server.addr
}

func exampleClient() *redis.Client {
	return redis.NewClient(&redis.Options{Addr: exampleAddr(), ContextTimeoutEnabled: true})
}

// An operation is run once, and its result comes from Redis from then on, also for other processes.
func Example() {
	ctx := context.Background()
	client := redis.NewClient(&redis.Options{Addr: exampleAddr(), ContextTimeoutEnabled: true})
	defer func() { _ = client.Close() }()
	store, err := idemredis.New(ctx, client, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := idem.New(store, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = engine.Shutdown(ctx) }()

	req := idem.Request{Key: idem.Key{Client: "asixto", Tool: "abrir_caso", Key: "conv-1"}}
	for range 2 {
		out, err := engine.Do(ctx, req, func(context.Context) ([]byte, error) {
			fmt.Println("opening a case")
			return []byte(`{"radicado":"A-1"}`), nil
		})
		fmt.Printf("%s, replayed %t, error %v\n", out.Result, out.Replayed, err)
	}
	// Output:
	// opening a case
	// {"radicado":"A-1"}, replayed false, error <nil>
	// {"radicado":"A-1"}, replayed true, error <nil>
}

func ExampleNew() {
	client := redis.NewClient(&redis.Options{Addr: exampleAddr(), ContextTimeoutEnabled: true})
	defer func() { _ = client.Close() }()
	store, err := idemredis.New(context.Background(), client, &idemredis.Options{
		Prefix:    "mi-empresa:idem:",
		MaxResult: 1 << 20,
	})
	fmt.Println(store != nil, err)
	// Output:
	// true <nil>
}

// A server that may drop keys before their time would let effects happen twice.
func ExampleNew_eviction() {
	ctx := context.Background()
	client := exampleClient()
	defer func() { _ = client.Close() }()
	client.ConfigSet(ctx, "maxmemory-policy", "allkeys-lru")
	defer client.ConfigSet(ctx, "maxmemory-policy", "noeviction")

	_, err := idemredis.New(ctx, client, nil)
	fmt.Println(err)
	_, err = idemredis.New(ctx, client, &idemredis.Options{AllowEviction: true})
	fmt.Println(err)
	// Output:
	// idemredis: the server has the eviction policy allkeys-lru, which may drop keys before their time: use maxmemory-policy noeviction, or set Options.AllowEviction and live with repeated effects
	// <nil>
}

// The calls that an engine makes; other code rarely needs them.
func ExampleStore() {
	ctx := context.Background()
	client := exampleClient()
	defer func() { _ = client.Close() }()
	store, err := idemredis.New(ctx, client, &idemredis.Options{Prefix: "example:"})
	if err != nil {
		fmt.Println(err)
		return
	}
	claim := func(token byte) idem.Claim {
		return idem.Claim{
			ID:    idem.Key{Tool: "abrir_caso", Key: "conv-1"}.ID(),
			Token: idem.Token{token}, Lease: 15 * time.Second, Retention: 7 * 24 * time.Hour,
		}
	}
	mine, another := claim(1), claim(2)

	rec, err := store.Claim(ctx, mine)
	fmt.Println("claim:", rec.State, err)
	rec, err = store.Claim(ctx, another)
	fmt.Println("claim by another:", rec.State, err)
	fmt.Println("renew:", store.Renew(ctx, mine))
	fmt.Println("release by another:", errors.Is(store.Release(ctx, another), idem.ErrLost))
	fmt.Println("release:", store.Release(ctx, mine))

	rec, err = store.Claim(ctx, another)
	fmt.Println("claim by another:", rec.State, err)
	fmt.Println("hold:", store.Hold(ctx, another))
	rec, err = store.Claim(ctx, mine)
	fmt.Println("claim:", rec.State, err)
	fmt.Println("complete:", store.Complete(ctx, another, idem.Result{Bytes: []byte("result")}))
	rec, err = store.Claim(ctx, mine)
	fmt.Printf("claim: %v with %q %v\n", rec.State, rec.Bytes, err)
	// Output:
	// claim: granted <nil>
	// claim by another: running <nil>
	// renew: <nil>
	// release by another: true
	// release: <nil>
	// claim by another: granted <nil>
	// hold: <nil>
	// claim: in doubt <nil>
	// complete: <nil>
	// claim: done with "result" <nil>
}

// Engine.Ping asks the store, for a readiness probe.
func ExampleStore_Ping() {
	client := exampleClient()
	store, err := idemredis.New(context.Background(), client, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(store.Ping(context.Background()))
	_ = client.Close()
	fmt.Println(store.Ping(context.Background()))
	// Output:
	// <nil>
	// idemredis: redis: client is closed
}
