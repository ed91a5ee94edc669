package idem_test

import (
	"encoding/hex"
	"testing"

	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/idem"
)

func TestIDsAreStable(t *testing.T) {
	t.Parallel()
	// Stores are shared by processes of different versions: a change of this digest repeats effects.
	id := idem.Key{Client: "asixto", Company: "cmp_1", Tool: "abrir_caso", Key: "k"}.ID()
	if got, want := hex.EncodeToString(id[:]), "25ff3815286a059cdb90867c5363c94316d7902e2f175acfbf83cc85fba94192"; got != want {
		t.Errorf("the ID is %s, want %s", got, want)
	}
}

func TestIDsDifferWhereKeysDo(t *testing.T) {
	t.Parallel()
	part := rapid.StringOfN(rapid.RuneFrom([]rune("ab:\x00|")), 0, 3, -1)
	key := rapid.Custom(func(t *rapid.T) idem.Key {
		return idem.Key{
			Client: part.Draw(t, "client"), Company: part.Draw(t, "company"), Tool: part.Draw(t, "tool"), Key: part.Draw(t, "key"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := key.Draw(t, "a"), key.Draw(t, "b")
		if (a == b) != (a.ID() == b.ID()) {
			t.Fatalf("%+v and %+v: equal %t, equal IDs %t", a, b, a == b, a.ID() == b.ID())
		}
	})
}
