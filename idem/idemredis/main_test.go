package idemredis_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if _, err := redisServer(); err != nil {
		if os.Getenv("CI") != "" {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := flag.Set("test.skip", "^Example"); err != nil { // an example cannot skip itself
			panic(err)
		}
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		thrownAway.stop()
		os.Exit(code)
	}))
}
