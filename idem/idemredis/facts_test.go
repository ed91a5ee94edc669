package idemredis_test

import (
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// Facts are kept beside the keys, and every handle on the server knows them.
func TestFacts(t *testing.T) {
	t.Parallel()
	addr := sharedAddr(t)
	prefix := newPrefix(t, addr)
	idemtest.Facts(t, func(tb testing.TB) idemtest.FactStore {
		return idem.NewFacts(open(tb, connect(tb, clientOptions(addr)), &idemredis.Options{Prefix: prefix, AllowEviction: true}), 0)
	})
}
