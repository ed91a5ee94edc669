package idemtest_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// A server is tried with a store that is down.
func ExampleFaults() {
	store := idemtest.NewFaults(idem.NewMemory(nil), nil)
	engine, err := idem.New(store, nil)
	if err != nil {
		panic(err)
	}
	req := idem.Request{Key: idem.Key{Tool: "abrir_caso", Key: "1"}}
	run := func(context.Context) ([]byte, error) { return []byte("done"), nil }

	store.Fail(idemtest.Claim, idemtest.Before, 1)
	_, err = engine.Do(context.Background(), req, run)
	fmt.Println(errors.Is(err, idem.ErrStore), err)
	out, err := engine.Do(context.Background(), req, run)
	fmt.Printf("%s %v\n", out.Result, err)
	fmt.Println(engine.Shutdown(context.Background()))
	// Output:
	// true idem: the store failed: idemtest: a fault on purpose
	// done <nil>
	// <nil>
}
