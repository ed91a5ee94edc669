package idem_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// The engine makes these calls; who writes a store of their own sees here what they come to.
func ExampleMemory() {
	now := time.Date(2026, time.November, 30, 8, 0, 0, 0, time.UTC)
	store := idem.NewMemory(&idem.MemoryOptions{Now: func() time.Time { return now }})
	ctx := context.Background()
	owner := idem.Claim{
		ID: idem.Key{Tool: "abrir_caso", Key: "9f2a7c"}.ID(), Token: idem.Token{1},
		Lease: 15 * time.Second, Retention: 7 * 24 * time.Hour,
	}
	duplicate := owner
	duplicate.Token = idem.Token{2}
	look := func(c idem.Claim) {
		rec, err := store.Claim(ctx, c)
		fmt.Printf("%v %s %v\n", rec.State, rec.Bytes, err)
	}

	look(owner)
	look(duplicate)
	now = now.Add(10 * time.Second)
	fmt.Println(store.Renew(ctx, owner))
	now = now.Add(10 * time.Second) // the lease was renewed
	look(duplicate)
	fmt.Println(store.Complete(ctx, owner, idem.Result{Bytes: []byte(`{"radicado":"R-1"}`)}))
	look(duplicate)
	fmt.Println(errors.Is(store.Release(ctx, duplicate), idem.ErrLost))
	// Output:
	// granted  <nil>
	// running  <nil>
	// <nil>
	// running  <nil>
	// <nil>
	// done {"radicado":"R-1"} <nil>
	// true
}

// A run that failed frees its key, one of which nobody knows how it ended holds it.
func ExampleMemory_Hold() {
	store := idem.NewMemory(nil)
	ctx := context.Background()
	c := idem.Claim{ID: idem.Key{Tool: "abrir_caso", Key: "9f2a7c"}.ID(), Token: idem.Token{1}, Lease: time.Second, Retention: time.Hour}
	again := c
	again.Token = idem.Token{2}
	claim := func(c idem.Claim) {
		rec, err := store.Claim(ctx, c)
		fmt.Println(rec.State, err)
	}

	claim(c)
	fmt.Println(store.Release(ctx, c))
	claim(again)
	fmt.Println(store.Hold(ctx, again))
	claim(c)
	c.TakeOver = true
	claim(c)
	// Output:
	// granted <nil>
	// <nil>
	// granted <nil>
	// <nil>
	// in doubt <nil>
	// granted <nil>
}

// A store in memory tells how full it is. What has expired goes by and by, or at a sweep.
func ExampleMemory_Sweep() {
	now := time.Date(2026, time.November, 30, 8, 0, 0, 0, time.UTC)
	store := idem.NewMemory(&idem.MemoryOptions{MaxKeys: 10_000, Now: func() time.Time { return now }})
	ctx := context.Background()
	for i := range byte(3) {
		c := idem.Claim{ID: idem.ID{i}, Token: idem.Token{i}, Lease: time.Second, Retention: time.Hour}
		if _, err := store.Claim(ctx, c); err != nil {
			panic(err)
		}
		if err := store.Complete(ctx, c, idem.Result{Bytes: make([]byte, 100)}); err != nil {
			panic(err)
		}
	}
	fmt.Println(store.Len(), "keys,", store.Bytes(), "bytes")

	now = now.Add(2 * time.Hour)
	swept, err := store.Sweep(ctx, 100)
	fmt.Println(swept, err, store.Len())
	// Output:
	// 3 keys, 1020 bytes
	// 3 <nil> 0
}
