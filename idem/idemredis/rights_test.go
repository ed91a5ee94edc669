package idemredis_test

import (
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// The rights that the package's documentation names are enough.
func TestRights(t *testing.T) {
	t.Parallel()
	client := user(t, startServer(t), "idem", "resetkeys", "~idem:*", "-@all", "+ping", "+config|get", "+eval", "+evalsha",
		"+time", "+get", "+getrange", "+set", "+pexpire", "+exists", "+del")
	s := open(t, client, nil)
	ok(t, s.Ping(t.Context()))
	for range 2 { // once with the texts of the scripts, once with their digests
		c := newClaim()
		finds(t, s, c, idem.StateGranted)
		finds(t, s, rival(c), idem.StateRunning)
		ok(t, s.Renew(t.Context(), c))
		ok(t, s.Release(t.Context(), c))
		finds(t, s, c, idem.StateGranted)
		ok(t, s.Hold(t.Context(), c))
		ok(t, s.Complete(t.Context(), c, idem.Result{Bytes: []byte("x")}))
		finds(t, s, rival(c), idem.StateDone)
	}
	elsewhere, err := idemredis.New(t.Context(), client, &idemredis.Options{Prefix: "other:"})
	ok(t, err)
	if _, err := elsewhere.Claim(t.Context(), newClaim()); err == nil {
		t.Error("a claim under a prefix without rights: nil, want an error")
	}
}
