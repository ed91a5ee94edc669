package meta_test

import (
	"context"
	"fmt"

	"github.com/asixto/go-sdk/meta"
)

// A handler reads what it needs; the ids are for its log.
func ExampleFrom() {
	handler := func(ctx context.Context) {
		call := meta.From(ctx)
		fmt.Println(call.Channel(), call.CompanyID(), call.Timezone())
		fmt.Println(call.ConversationID(), call.RequestID(), call.IdempotencyKey())
	}

	handler(meta.NewContext(context.Background(), meta.New(meta.Values{
		Channel: meta.Voice, CompanyID: "cmp_31a", Timezone: "America/Bogota",
		ConversationID: "cnv_77b", RequestID: "req_c41", IdempotencyKey: "9f2a7c",
	})))
	// Output:
	// voice cmp_31a America/Bogota
	// cnv_77b req_c41 9f2a7c
}
