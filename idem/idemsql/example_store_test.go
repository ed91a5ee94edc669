package idemsql_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemsql"
)

// table returns a store on an empty table, for examples of what the engine does with one.
func table() (store *idemsql.Store, remove func()) {
	ctx := context.Background()
	db, remove := file()
	if err := idemsql.Migrate(ctx, db, idemsql.SQLite, nil); err != nil {
		panic(err)
	}
	store, err := idemsql.New(ctx, db, idemsql.SQLite, nil)
	if err != nil {
		panic(err)
	}
	return store, remove
}

func claimOf(owner byte) idem.Claim {
	return idem.Claim{
		ID: idem.Key{Tool: "abrir_caso", Key: "conversation-7"}.ID(), Token: idem.Token{owner},
		Lease: 15 * time.Second, Retention: 7 * 24 * time.Hour,
	}
}

// Of two owners one is granted the key; the other finds it running, and then done.
func ExampleStore_Claim() {
	ctx := context.Background()
	store, remove := table()
	defer remove()

	record, err := store.Claim(ctx, claimOf(1))
	fmt.Println(record.State, record.Fence > 0, err)
	record, err = store.Claim(ctx, claimOf(2))
	fmt.Println(record.State, err)

	fmt.Println(store.Complete(ctx, claimOf(1), idem.Result{Bytes: []byte(`{"radicado":"A-1"}`)}))
	record, err = store.Claim(ctx, claimOf(2))
	fmt.Println(record.State, string(record.Bytes), err)
	// Output:
	// granted true <nil>
	// running <nil>
	// <nil>
	// done {"radicado":"A-1"} <nil>
}

// A lease is renewed by its owner alone.
func ExampleStore_Renew() {
	ctx := context.Background()
	store, remove := table()
	defer remove()

	_, _ = store.Claim(ctx, claimOf(1))
	fmt.Println(store.Renew(ctx, claimOf(1)))
	fmt.Println(errors.Is(store.Renew(ctx, claimOf(2)), idem.ErrLost))
	// Output:
	// <nil>
	// true
}

// A completion whose reply was lost is repeated without harm.
func ExampleStore_Complete() {
	ctx := context.Background()
	store, remove := table()
	defer remove()

	_, _ = store.Claim(ctx, claimOf(1))
	for range 2 {
		fmt.Println(store.Complete(ctx, claimOf(1), idem.Result{Bytes: []byte("done")}))
	}
	// Output:
	// <nil>
	// <nil>
}

// A key in doubt is neither free nor done: a claim has to say that it takes over.
func ExampleStore_Hold() {
	ctx := context.Background()
	store, remove := table()
	defer remove()

	first, _ := store.Claim(ctx, claimOf(1))
	fmt.Println(store.Hold(ctx, claimOf(1)))
	heir := claimOf(2)
	record, err := store.Claim(ctx, heir)
	fmt.Println(record.State, err)
	heir.TakeOver = true
	record, err = store.Claim(ctx, heir)
	fmt.Println(record.State, record.Fence > first.Fence, err)
	// Output:
	// <nil>
	// in doubt <nil>
	// granted true <nil>
}

// A key that was released is free for anybody.
func ExampleStore_Release() {
	ctx := context.Background()
	store, remove := table()
	defer remove()

	_, _ = store.Claim(ctx, claimOf(1))
	fmt.Println(store.Release(ctx, claimOf(1)))
	record, err := store.Claim(ctx, claimOf(2))
	fmt.Println(record.State, err)
	// Output:
	// <nil>
	// granted <nil>
}

// Keys are removed when their retention has ended, and not before.
func ExampleStore_Sweep() {
	ctx := context.Background()
	store, remove := table()
	defer remove()

	short, long := claimOf(1), claimOf(2)
	short.ID[0]++
	short.Lease, short.Retention = time.Millisecond, time.Millisecond
	_, _ = store.Claim(ctx, short)
	_, _ = store.Claim(ctx, long)
	swept := 0
	for swept == 0 { // until its two milliseconds have passed
		swept, _ = store.Sweep(ctx, 1000)
	}
	fmt.Println("swept:", swept)
	record, err := store.Claim(ctx, claimOf(3))
	fmt.Println(record.State, err)
	// Output:
	// swept: 1
	// running <nil>
}

// Ping is what a readiness check asks, by way of Engine.Ping.
func ExampleStore_Ping() {
	store, remove := table()
	fmt.Println(store.Ping(context.Background()))
	remove()
	fmt.Println(store.Ping(context.Background()))
	// Output:
	// <nil>
	// idemsql: SQLite: table idem_keys: sql: database is closed
}

// Begin is what the engine calls for a request with InTx. What the context carries commits together with the key.
func ExampleStore_Begin() {
	ctx := context.Background()
	store, remove := table()
	defer remove()

	_, _ = store.Claim(ctx, claimOf(1))
	inner, transaction, err := store.Begin(ctx, claimOf(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	tx, err := idemsql.TxFrom(inner)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = tx.Exec("CREATE TABLE casos (numero INTEGER)")
	fmt.Println(err, transaction.Exclusive())
	fmt.Println(transaction.Commit(ctx, idem.Result{Bytes: []byte("done")}))
	record, err := store.Claim(ctx, claimOf(2))
	fmt.Println(record.State, err)
	// Output:
	// <nil> true
	// <nil>
	// done <nil>
}
