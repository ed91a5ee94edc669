package idemredis_test

import (
	"errors"
	"testing"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// A client that was led to a replica replays what is done, and grants and changes nothing.
func TestReplica(t *testing.T) {
	t.Parallel()
	primary := startServer(t, "--repl-diskless-sync-delay", "0")
	_, port := primary.hostPort()
	replica := startServer(t, "--replicaof", "127.0.0.1", port)
	s, ctx := open(t, connect(t, clientOptions(primary.addr)), nil), t.Context()
	done, doubt, running := newClaim(), newClaim(), newClaim()
	for _, c := range []idem.Claim{done, doubt, running} {
		finds(t, s, c, idem.StateGranted)
	}
	ok(t, s.Complete(ctx, done, idem.Result{Bytes: []byte("result")}))
	ok(t, s.Hold(ctx, doubt))
	led := connect(t, clientOptions(replica.addr))
	eventually(t, "the replica", func() bool {
		length, err := led.StrLen(ctx, idemredis.Key(s, done.ID)).Result()
		return err == nil && length == 65+int64(len("result")) && led.Exists(ctx, idemredis.Key(s, running.ID)).Val() == 1
	})

	lost := open(t, led, nil)
	if rec := finds(t, lost, rival(done), idem.StateDone); string(rec.Bytes) != "result" {
		t.Errorf("the replay is %q, want %q", rec.Bytes, "result")
	}
	finds(t, lost, rival(running), idem.StateRunning)
	heir := rival(doubt)
	heir.TakeOver = true
	for what, err := range map[string]error{
		"a claim of a free key":   claimError(t, lost, newClaim()),
		"a claim made again":      claimError(t, lost, running),
		"a claim that takes over": claimError(t, lost, heir),
		"Renew":                   lost.Renew(ctx, running),
		"Complete":                lost.Complete(ctx, running, idem.Result{}),
		"Hold":                    lost.Hold(ctx, running),
		"Release":                 lost.Release(ctx, running),
	} {
		if err == nil || errors.Is(err, idem.ErrLost) || errors.Is(err, idem.ErrFull) {
			t.Errorf("%s on a replica: %v, want an error that says nothing of the key", what, err)
		}
	}
	finds(t, s, rival(running), idem.StateRunning)
}

func claimError(tb testing.TB, s idem.Store, c idem.Claim) error {
	tb.Helper()
	_, err := s.Claim(tb.Context(), c)
	return err
}
