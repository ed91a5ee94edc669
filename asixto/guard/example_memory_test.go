package guard_test

import (
	"context"
	"fmt"

	"github.com/asixto/go-sdk/asixto/guard"
)

// At its limit a Memory forgets the oldest fact.
func ExampleMemory() {
	ctx := context.Background()
	m := guard.NewMemory(&guard.MemoryOptions{MaxFacts: 1})
	fmt.Println(m.Remember(ctx, "a"), m.Remember(ctx, "b"))
	fmt.Println(m.Recall(ctx, "a"))
	fmt.Println(m.Recall(ctx, "b"))
	fmt.Println(m.Len())
	// Output:
	// <nil> <nil>
	// false <nil>
	// true <nil>
	// 1
}
