package idem_test

import (
	"context"
	"fmt"

	"github.com/asixto/go-sdk/idem"
)

// The store of a server's keys remembers facts too.
func ExampleFacts() {
	ctx := context.Background()
	facts := idem.NewFacts(idem.NewMemory(nil), idem.DefaultFactTTL)
	fmt.Println(facts.Recall(ctx, "cnv_77b knows CC1032456789"))
	fmt.Println(facts.Remember(ctx, "cnv_77b knows CC1032456789"))
	fmt.Println(facts.Recall(ctx, "cnv_77b knows CC1032456789"))
	// Output:
	// false <nil>
	// <nil>
	// true <nil>
}
