package idem_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// The life of an engine: its options with their defaults, its store's health for a readiness check, and its orderly end.
func ExampleEngine_Shutdown() {
	engine, err := idem.New(idem.NewMemory(nil), &idem.Options{Retention: 30 * 24 * time.Hour})
	if err != nil {
		panic(err)
	}
	opts := engine.Options()
	fmt.Println(opts.Retention, opts.Lease)
	fmt.Println("ready:", engine.Ping(context.Background()) == nil)

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	fmt.Println(engine.Shutdown(ctx)) // waits for the runs that are under way
	// Output:
	// 720h0m0s 15s
	// ready: true
	// <nil>
}

// The same key of another client, company or tool is another operation.
func ExampleKey_ID() {
	k := idem.Key{Client: "asixto", Company: "cmp_31a", Tool: "abrir_caso", Key: "9f2a7c"}
	same, other := k, k
	other.Company = "cmp_77f"
	fmt.Println(k.ID() == same.ID(), k.ID() == other.ID())
	// Output: true false
}

// The charge went through, and its receipt cannot be had: nobody may charge again.
func ExampleDone() {
	engine, err := idem.New(idem.NewMemory(nil), nil)
	if err != nil {
		panic(err)
	}
	req := idem.Request{Key: idem.Key{Tool: "cobrar", Key: "9f2a7c"}}
	charge := func(context.Context) ([]byte, error) {
		fmt.Println("charged")
		return nil, idem.Done(errors.New("the receipt is not there"))
	}

	_, err = engine.Do(context.Background(), req, charge)
	fmt.Println(err)
	out, err := engine.Do(context.Background(), req, charge)
	fmt.Println(out.Replayed, out.Tombstone, err)
	// Output:
	// charged
	// the receipt is not there
	// true true <nil>
}

// A system that remembers that it acted, and not what it answered, settles a key that is in doubt.
func ExampleResolvedTombstone() {
	engine, err := idem.New(idem.NewMemory(nil), nil)
	if err != nil {
		panic(err)
	}
	req := idem.Request{
		Key: idem.Key{Tool: "cobrar", Key: "9f2a7c"},
		Resolve: func(_ context.Context, a idem.Attempt) (idem.Resolution, error) {
			fmt.Println("was there a charge for", a.Key.Key)
			return idem.ResolvedTombstone(), nil
		},
	}
	charge := func(context.Context) ([]byte, error) { return nil, idem.InDoubt(errors.New("the line broke")) }

	_, err = engine.Do(context.Background(), req, charge)
	fmt.Println(errors.Is(err, idem.ErrInDoubt))
	out, err := engine.Do(context.Background(), req, charge)
	fmt.Println(out.Tombstone, err)
	// Output:
	// true
	// was there a charge for 9f2a7c
	// true <nil>
}

// An operation in two steps gives each of the systems behind it a key of its own, which are the same at every attempt.
func ExampleAttempt_DownstreamKeyFor() {
	engine, err := idem.New(idem.NewMemory(nil), nil)
	if err != nil {
		panic(err)
	}
	var seen []string
	run := func(ctx context.Context) ([]byte, error) {
		attempt, _ := idem.AttemptFrom(ctx)
		seen = append(seen, attempt.DownstreamKeyFor("reserve"), attempt.DownstreamKeyFor("charge"))
		return nil, errors.New("the bank is closed")
	}
	for range 2 {
		_, err = engine.Do(context.Background(), idem.Request{Key: idem.Key{Tool: "comprar", Key: "9f2a7c"}}, run)
		fmt.Println(err)
	}
	fmt.Println(seen[0] != seen[1], seen[0] == seen[2], seen[1] == seen[3])
	// Output:
	// the bank is closed
	// the bank is closed
	// true true true
}
