package idemredis_test

import (
	"context"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// meter counts what a client costs a server that it has for itself.
type meter struct {
	proxy  *proxy
	server *redis.Client // another way to it
	store  *idemredis.Store
}

func newMeter(t *testing.T) *meter {
	t.Helper()
	s := startServer(t)
	m := &meter{proxy: startProxy(t, s.addr), server: connect(t, clientOptions(s.addr))}
	opts := clientOptions(m.proxy.addr)
	opts.PoolSize = 1
	client := connect(t, opts)
	m.store = open(t, client, nil)
	warmUp(t, client)
	return m
}

// costs expects a call to take so many round trips and so many writes.
func (m *meter) costs(t *testing.T, what string, trips int64, writes bool, call func() error) {
	t.Helper()
	before, changes := m.proxy.trips.Load(), m.changes(t)
	if err := call(); err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if got := m.proxy.trips.Load() - before; got != trips {
		t.Errorf("%s takes %d round trips, want %d", what, got, trips)
	}
	if wrote := m.changes(t) != changes; wrote != writes {
		t.Errorf("%s writes: %t, want %t", what, wrote, writes)
	}
}

// changes is the server's own count of writes.
func (m *meter) changes(t *testing.T) string {
	t.Helper()
	info, err := m.server.InfoMap(t.Context(), "persistence").Result()
	ok(t, err)
	count := info["Persistence"]["rdb_changes_since_last_save"]
	if count == "" {
		t.Fatal("the server does not tell how many writes it made")
	}
	return count
}

func TestCostsOfAnOperation(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	e, err := idem.New(m.store, nil)
	ok(t, err)
	t.Cleanup(func() { ok(t, e.Shutdown(context.WithoutCancel(t.Context()))) })
	req := idem.Request{Key: idem.Key{Tool: "abrir_caso", Key: "k"}}
	do := func() error {
		_, err := e.Do(t.Context(), req, func(context.Context) ([]byte, error) { return []byte("x"), nil })
		return err
	}
	m.costs(t, "a first call", 2, true, do)
	m.costs(t, "a replay", 1, false, do)
	m.costs(t, "another replay", 1, false, do)
}

func TestCostsOfACall(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	ctx, running, doubt, done := t.Context(), newClaim(), newClaim(), newClaim()
	for _, c := range []idem.Claim{running, doubt, done} {
		finds(t, m.store, c, idem.StateGranted)
	}
	claims := func(c idem.Claim) func() error {
		return func() error {
			_, err := m.store.Claim(ctx, c)
			return err
		}
	}
	conflict := running
	conflict.Fingerprint[0] ^= 1
	m.costs(t, "a claim of a free key", 1, true, claims(newClaim()))
	m.costs(t, "a claim of a running key", 1, false, claims(rival(running)))
	m.costs(t, "a claim with other arguments", 1, false, claims(conflict))
	m.costs(t, "Renew", 1, true, func() error { return m.store.Renew(ctx, running) })
	m.costs(t, "Hold", 1, true, func() error { return m.store.Hold(ctx, doubt) })
	m.costs(t, "Hold again", 1, false, func() error { return m.store.Hold(ctx, doubt) })
	m.costs(t, "a claim of a key in doubt", 1, false, claims(rival(doubt)))
	m.costs(t, "Complete", 1, true, func() error { return m.store.Complete(ctx, done, idem.Result{Bytes: []byte("x")}) })
	m.costs(t, "Complete again", 1, false, func() error { return m.store.Complete(ctx, done, idem.Result{Bytes: []byte("x")}) })
	m.costs(t, "a claim of a done key", 1, false, claims(rival(done)))
	m.costs(t, "Release", 1, true, func() error { return m.store.Release(ctx, running) })
	m.costs(t, "Release again", 1, false, func() error { return m.store.Release(ctx, running) })
	m.costs(t, "Ping", 1, false, func() error { return m.store.Ping(ctx) })
}

// A server that was restarted, or is another one since a failover, has no scripts: the first call of each costs one more.
func TestCostsWhereTheServerForgotTheScripts(t *testing.T) {
	t.Parallel()
	m := newMeter(t)
	ok(t, m.server.ScriptFlush(t.Context()).Err())
	c, ctx := newClaim(), t.Context()
	claim := func() error {
		_, err := m.store.Claim(ctx, c)
		return err
	}
	m.costs(t, "a first claim", 2, true, claim)
	m.costs(t, "a second claim", 1, true, claim)
	m.costs(t, "a first Renew", 2, true, func() error { return m.store.Renew(ctx, c) })
	m.costs(t, "a first Hold", 2, true, func() error { return m.store.Hold(ctx, c) })
	m.costs(t, "a first Complete", 2, true, func() error { return m.store.Complete(ctx, c, idem.Result{}) })
	m.costs(t, "a first Release", 2, false, func() error { return m.store.Release(ctx, newClaim()) })
}
