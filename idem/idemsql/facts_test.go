package idemsql

import (
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemtest"
)

// Facts are kept in the table of the keys, and every handle on it knows them.
func TestFacts(t *testing.T) {
	t.Parallel()
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, d)
			idemtest.Facts(t, func(tb testing.TB) idemtest.FactStore { return idem.NewFacts(p.store(tb), 0) })
		})
	}
}
