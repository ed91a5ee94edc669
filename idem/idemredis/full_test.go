package idemredis_test

import (
	"errors"
	"testing"

	"github.com/asixto/go-sdk/idem"
)

// A server whose memory is full takes no new keys, and goes on with those that it has.
func TestFullServer(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	client := connect(t, clientOptions(server.addr))
	s, ctx := open(t, client, nil), t.Context()
	limit := func(bytes string) {
		t.Helper()
		ok(t, client.ConfigSet(ctx, "maxmemory", bytes).Err())
	}
	result := idem.Result{Bytes: []byte("result")}
	done, doubt, running, failed, fresh := newClaim(), newClaim(), newClaim(), newClaim(), newClaim()
	for _, c := range []idem.Claim{done, doubt, running, failed} {
		finds(t, s, c, idem.StateGranted)
	}
	ok(t, s.Complete(ctx, done, result))
	ok(t, s.Hold(ctx, doubt))

	limit("1")
	if _, err := s.Claim(ctx, fresh); !errors.Is(err, idem.ErrFull) {
		t.Errorf("Claim of a new key: %v, want ErrFull", err)
	}
	if rec := finds(t, s, rival(done), idem.StateDone); string(rec.Bytes) != "result" {
		t.Errorf("the replay is %q, want %q", rec.Bytes, "result")
	}
	finds(t, s, running, idem.StateGranted) // its reply may have been lost
	ok(t, s.Renew(ctx, running))
	ok(t, s.Hold(ctx, running))
	ok(t, s.Complete(ctx, running, result))
	heir := rival(doubt)
	finds(t, s, heir, idem.StateDoubt)
	heir.TakeOver = true
	finds(t, s, heir, idem.StateGranted)
	ok(t, s.Complete(ctx, heir, result))
	ok(t, s.Release(ctx, failed))

	limit("0")
	finds(t, s, rival(running), idem.StateDone)
	finds(t, s, rival(doubt), idem.StateDone)
	fresh.Fingerprint[0] ^= 1
	finds(t, s, fresh, idem.StateGranted) // the claim that was refused left no trace
}
