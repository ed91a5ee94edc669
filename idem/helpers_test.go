package idem_test

import (
	"testing"

	"github.com/asixto/go-sdk/idem"
)

func mustNew(tb testing.TB, store idem.Store, opts *idem.Options) *idem.Engine {
	tb.Helper()
	e, err := idem.New(store, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}
