package idem_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/asixto/go-sdk/idem"
)

func ExampleEngine_Do() {
	engine, err := idem.New(idem.NewMemory(nil), nil)
	if err != nil {
		panic(err)
	}
	req := idem.Request{
		Key:         idem.Key{Client: "asixto", Company: "cmp_31a", Tool: "abrir_caso", Key: "9f2a7c"},
		Fingerprint: sha256.Sum256([]byte(`{"documento":"CC1032"}`)),
	}
	open := func(context.Context) ([]byte, error) {
		fmt.Println("a case is opened")
		return []byte(`{"radicado":"R-1"}`), nil
	}

	for range 2 {
		out, err := engine.Do(context.Background(), req, open)
		fmt.Printf("%s replayed=%t err=%v\n", out.Result, out.Replayed, err)
	}

	req.Fingerprint = sha256.Sum256([]byte(`{"documento":"CC9999"}`))
	_, err = engine.Do(context.Background(), req, open)
	fmt.Println(err)
	// Output:
	// a case is opened
	// {"radicado":"R-1"} replayed=false err=<nil>
	// {"radicado":"R-1"} replayed=true err=<nil>
	// idem: the key was used with other arguments
}

// A webhook whose sender repeats it until it is answered.
func ExampleDo() {
	type Receipt struct {
		Number int    `json:"number"`
		Status string `json:"status"`
	}
	engine, err := idem.New(idem.NewMemory(nil), nil)
	if err != nil {
		panic(err)
	}
	receive := func(event string) (Receipt, error) {
		req := idem.Request{Key: idem.Key{Client: "bank", Tool: "webhook/payment", Key: event}}
		return idem.Do(context.Background(), engine, req, func(context.Context) (Receipt, error) {
			fmt.Println("booked", event)
			return Receipt{Number: 7, Status: "booked"}, nil
		})
	}

	for range 2 {
		receipt, err := receive("evt_1")
		fmt.Printf("%+v %v\n", receipt, err)
	}
	// Output:
	// booked evt_1
	// {Number:7 Status:booked} <nil>
	// {Number:7 Status:booked} <nil>
}

// A request that left and whose answer did not come: nobody knows, and the key says so.
func ExampleInDoubt() {
	engine, err := idem.New(idem.NewMemory(nil), nil)
	if err != nil {
		panic(err)
	}
	req := idem.Request{Key: idem.Key{Tool: "cobrar", Key: "9f2a7c"}}
	charge := func(context.Context) ([]byte, error) {
		return nil, idem.InDoubt(errors.New("the bank closed the connection"))
	}

	for range 2 { // the second call does not run: it might charge twice
		_, err := engine.Do(context.Background(), req, charge)
		fmt.Println(errors.Is(err, idem.ErrInDoubt), err)
	}
	// Output:
	// true idem: in doubt: the bank closed the connection
	// true idem: in doubt
}

// What fails before the effect frees the key, also where it is a time-out.
func ExampleNotDone() {
	engine, err := idem.New(idem.NewMemory(nil), nil)
	if err != nil {
		panic(err)
	}
	req := idem.Request{Key: idem.Key{Tool: "cobrar", Key: "9f2a7c"}}
	lookup := context.DeadlineExceeded
	charge := func(context.Context) ([]byte, error) {
		if lookup != nil {
			return nil, idem.NotDone(fmt.Errorf("looking up the customer: %w", lookup))
		}
		return []byte("charged"), nil
	}

	_, err = engine.Do(context.Background(), req, charge)
	fmt.Println(err)
	lookup = nil
	out, err := engine.Do(context.Background(), req, charge)
	fmt.Printf("%s %v\n", out.Result, err)
	// Output:
	// looking up the customer: context deadline exceeded
	// charged <nil>
}

// Resolve asks the other system what became of a request whose answer did not come. The downstream key finds it there.
func ExampleRequest_resolve() {
	engine, err := idem.New(idem.NewMemory(nil), nil)
	if err != nil {
		panic(err)
	}
	bank := map[string]string{} // charges by their idempotency keys
	req := idem.Request{
		Key: idem.Key{Tool: "cobrar", Key: "9f2a7c"},
		Resolve: func(_ context.Context, a idem.Attempt) (idem.Resolution, error) {
			if receipt, ok := bank[a.DownstreamKey()]; ok {
				return idem.ResolvedDone([]byte(receipt)), nil
			}
			return idem.ResolvedNotDone(), nil
		},
	}
	charge := func(ctx context.Context) ([]byte, error) {
		attempt, _ := idem.AttemptFrom(ctx)
		bank[attempt.DownstreamKey()] = "receipt 7"
		return nil, idem.InDoubt(errors.New("the bank closed the connection"))
	}

	_, err = engine.Do(context.Background(), req, charge)
	fmt.Println(err)
	out, err := engine.Do(context.Background(), req, charge)
	fmt.Printf("%s %v, %d charge\n", out.Result, err, len(bank))
	// Output:
	// idem: in doubt: the bank closed the connection
	// receipt 7 <nil>, 1 charge
}

func ExampleObserver() {
	engine, err := idem.New(idem.NewMemory(nil), &idem.Options{Observer: idem.Observer{
		Claimed:  func(_ context.Context, ev idem.Event) { fmt.Println("claimed", ev.Key.Tool) },
		Replayed: func(_ context.Context, ev idem.Event) { fmt.Println("replayed", ev.Key.Tool) },
		InDoubt:  func(_ context.Context, ev idem.Event) { fmt.Println("in doubt", ev.Key.Tool, ev.Err) },
	}})
	if err != nil {
		panic(err)
	}
	run := func(context.Context) ([]byte, error) { return nil, nil }
	panics := func(context.Context) ([]byte, error) { panic("a bug") }

	_, _ = engine.Do(context.Background(), idem.Request{Key: idem.Key{Tool: "abrir_caso", Key: "1"}}, run)
	_, _ = engine.Do(context.Background(), idem.Request{Key: idem.Key{Tool: "abrir_caso", Key: "1"}}, run)
	_, _ = engine.Do(context.Background(), idem.Request{Key: idem.Key{Tool: "cobrar", Key: "2"}}, panics)
	// Output:
	// claimed abrir_caso
	// replayed abrir_caso
	// claimed cobrar
	// in doubt cobrar idem: in doubt: idem: panicked: a bug
}

// A full store refuses new keys. It never forgets one to make room.
func ExampleMemoryOptions() {
	engine, err := idem.New(idem.NewMemory(&idem.MemoryOptions{MaxKeys: 1}), nil)
	if err != nil {
		panic(err)
	}
	run := func(context.Context) ([]byte, error) { return []byte("done"), nil }
	for _, key := range []string{"1", "2", "1"} {
		out, err := engine.Do(context.Background(), idem.Request{Key: idem.Key{Tool: "abrir_caso", Key: key}}, run)
		fmt.Printf("key %s: %q, full: %t, %v\n", key, out.Result, errors.Is(err, idem.ErrFull), err)
	}
	// Output:
	// key 1: "done", full: false, <nil>
	// key 2: "", full: true, idem: the store failed: idem: the store is full: it holds its 1 keys
	// key 1: "done", full: false, <nil>
}
