package meta_test

import (
	"context"
	"fmt"
	"time"

	"github.com/asixto/go-sdk/meta"
)

// A handler asks the context what the Gateway said about the call.
func Example() {
	proximaCita := func(ctx context.Context) string {
		call := meta.From(ctx)
		cita := time.Date(2026, 7, 28, 20, 30, 0, 0, time.UTC).In(call.Location())
		if call.Channel() == meta.Voice {
			return cita.Format("15:04")
		}
		return cita.Format(time.RFC3339)
	}

	voice := meta.New(meta.Values{Channel: meta.Voice, Timezone: "America/Bogota"})
	fmt.Println(proximaCita(meta.NewContext(context.Background(), voice)))
	fmt.Println(proximaCita(context.Background())) // a unit test without metadata: chat, UTC
	// Output:
	// 15:30
	// 2026-07-28T20:30:00Z
}
