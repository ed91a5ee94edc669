package idemredis_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

// outage is a server that keeps what it acknowledged, and goes away when a test says so.
type outage struct {
	*server
	proxy *proxy
	away  chan struct{} // closed when the server has gone
	once  sync.Once

	req     idem.Request
	effects atomic.Int64
}

const outageResult = `{"radicado":"A-1"}`

func newOutage(t *testing.T) *outage {
	t.Helper()
	s := startServer(t, "--appendonly", "yes", "--appendfsync", "always")
	return &outage{
		server: s, proxy: startProxy(t, s.addr), away: make(chan struct{}),
		req: idem.Request{Key: idem.Key{Tool: "abrir_caso", Key: "k"}},
	}
}

// goAway kills the server.
func (o *outage) goAway() {
	o.once.Do(func() {
		o.stop()
		close(o.away)
	})
}

// at kills the server at the first call of a name: before the server has acted where v is fail, after it where v is drop.
func (o *outage) at(call string, v verdict) {
	o.proxy.broken = o.goAway
	o.proxy.judgeBy(func(request []byte) verdict {
		if calls(request, call) {
			o.proxy.judgeBy(nil)
			return v
		}
		return pass
	})
}

// engine returns an engine of another process, at addr.
func (o *outage) engine(t *testing.T, addr string, lease time.Duration) *idem.Engine {
	t.Helper()
	client := connect(t, clientOptions(addr))
	warmUp(t, client)
	e, err := idem.New(open(t, client, nil), &idem.Options{Lease: lease})
	ok(t, err)
	t.Cleanup(func() { o.shut(t, e) })
	return e
}

// shut waits until an engine has told the server all it has to tell.
func (o *outage) shut(t *testing.T, e *idem.Engine) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
	defer cancel()
	ok(t, e.Shutdown(ctx))
}

func (o *outage) run(context.Context) ([]byte, error) {
	o.effects.Add(1)
	return []byte(outageResult), nil
}

func (o *outage) succeeds(t *testing.T, e *idem.Engine, run func(context.Context) ([]byte, error)) {
	t.Helper()
	out, err := e.Do(t.Context(), o.req, run)
	if err != nil || string(out.Result) != outageResult {
		t.Fatalf("Do: %q, error %v; want %q", out.Result, err, outageResult)
	}
}

func (o *outage) fails(t *testing.T, e *idem.Engine, run func(context.Context) ([]byte, error), want error) {
	t.Helper()
	if out, err := e.Do(t.Context(), o.req, run); !errors.Is(err, want) {
		t.Fatalf("Do: %q, error %v; want the error %v", out.Result, err, want)
	}
}

func (o *outage) happened(t *testing.T, want int64) {
	t.Helper()
	if n := o.effects.Load(); n != want {
		t.Fatalf("%d effects, want %d", n, want)
	}
}

const patient = 6 * time.Second // a lease that outlasts every outage of these tests

func moments() map[string]verdict {
	return map[string]verdict{"before the server acts": fail, "after the server acted": drop}
}

func TestServerGoesAwayDuringTheClaim(t *testing.T) {
	t.Parallel()
	for name, v := range moments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t)
			e := o.engine(t, o.proxy.addr, patient)
			o.at("claim", v)
			o.fails(t, e, o.run, idem.ErrStore)
			o.happened(t, 0)
			o.restart(t)
			o.shut(t, e) // which gives back what the server may have granted
			o.succeeds(t, o.engine(t, o.addr, patient), o.run)
			o.happened(t, 1)
		})
	}
}

func TestServerGoesAwayDuringTheEffectAndComesBack(t *testing.T) {
	t.Parallel()
	o := newOutage(t)
	o.succeeds(t, o.engine(t, o.proxy.addr, patient), func(ctx context.Context) ([]byte, error) {
		o.goAway()
		o.restart(t)
		return o.run(ctx)
	})
	o.succeeds(t, o.engine(t, o.addr, patient), o.run)
	o.happened(t, 1)
}

func TestServerGoesAwayDuringTheEffect(t *testing.T) {
	t.Parallel()
	o := newOutage(t)
	e := o.engine(t, o.proxy.addr, patient)
	o.succeeds(t, e, func(ctx context.Context) ([]byte, error) {
		o.goAway()
		return o.run(ctx)
	})
	o.succeeds(t, e, o.run) // the duplicate shares what is not stored yet
	o.restart(t)
	o.shut(t, e)
	o.succeeds(t, o.engine(t, o.addr, patient), o.run)
	o.happened(t, 1)
}

func TestServerStaysAwayLongerThanTheLease(t *testing.T) {
	t.Parallel()
	o := newOutage(t)
	e := o.engine(t, o.proxy.addr, 300*time.Millisecond)
	o.fails(t, e, func(ctx context.Context) ([]byte, error) {
		o.goAway()
		o.effects.Add(1)
		<-ctx.Done() // the lease could not be renewed
		return nil, context.Cause(ctx)
	}, idem.ErrInDoubt)
	o.restart(t)
	o.fails(t, o.engine(t, o.addr, patient), o.run, idem.ErrInDoubt)
	o.shut(t, e)
	o.fails(t, o.engine(t, o.addr, patient), o.run, idem.ErrInDoubt)
	o.happened(t, 1)
}

func TestServerGoesAwayDuringARenewal(t *testing.T) {
	t.Parallel()
	for name, v := range moments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t)
			e := o.engine(t, o.proxy.addr, patient)
			o.at("renew", v)
			o.succeeds(t, e, func(ctx context.Context) ([]byte, error) {
				<-o.away
				renewed := make(chan struct{}, 100)
				o.proxy.judgeBy(func(request []byte) verdict {
					if calls(request, "renew") {
						renewed <- struct{}{}
					}
					return pass
				})
				o.restart(t)
				select {
				case <-renewed:
				case <-ctx.Done():
					return nil, context.Cause(ctx)
				}
				return o.run(ctx)
			})
			o.succeeds(t, o.engine(t, o.addr, patient), o.run)
			o.happened(t, 1)
		})
	}
}

func TestServerGoesAwayDuringTheSave(t *testing.T) {
	t.Parallel()
	for name, v := range moments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t)
			e := o.engine(t, o.proxy.addr, patient)
			o.at("complete", v)
			o.succeeds(t, e, o.run) // for this caller: the effect did happen
			o.succeeds(t, e, o.run)
			o.restart(t)
			o.shut(t, e)
			o.succeeds(t, o.engine(t, o.addr, patient), o.run)
			o.happened(t, 1)
		})
	}
}

func TestServerGoesAwayAsAKeyIsFreed(t *testing.T) {
	t.Parallel()
	for name, v := range moments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOutage(t)
			e := o.engine(t, o.proxy.addr, patient)
			o.at("release", v)
			refused := errors.New("refused")
			o.fails(t, e, func(context.Context) ([]byte, error) { return nil, refused }, refused)
			o.restart(t)
			o.shut(t, e)
			o.succeeds(t, o.engine(t, o.addr, patient), o.run)
			o.happened(t, 1)
		})
	}
}

// What is written in the package's documentation about persistence, one way and the other.
func TestRestart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		want idem.State
	}{
		"without persistence a done key is forgotten": {nil, idem.StateGranted},
		"with appendfsync always it is kept":          {[]string{"--appendonly", "yes", "--appendfsync", "always"}, idem.StateDone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, c.args...)
			store, claim := open(t, connect(t, clientOptions(s.addr)), nil), newClaim()
			finds(t, store, claim, idem.StateGranted)
			ok(t, store.Complete(t.Context(), claim, idem.Result{Bytes: []byte("x")}))
			s.stop()
			s.restart(t)
			finds(t, store, rival(claim), c.want)
		})
	}
}

func TestFailover(t *testing.T) {
	t.Parallel()
	primary := startServer(t, "--repl-diskless-sync-delay", "0")
	_, port := primary.hostPort()
	replica := startServer(t, "--replicaof", "127.0.0.1", port)
	store := open(t, connect(t, clientOptions(primary.addr)), nil)
	after := connect(t, clientOptions(replica.addr))

	kept, late := newClaim(), newClaim()
	eventually(t, "the replica", func() bool {
		finds(t, store, kept, idem.StateGranted)
		return after.Exists(t.Context(), idemredis.Key(store, kept.ID)).Val() == 1
	})
	ok(t, after.ReplicaOf(t.Context(), "no", "one").Err())
	finds(t, store, late, idem.StateGranted) // acknowledged, and on its way when the primary dies
	primary.stop()

	heir := open(t, after, nil)
	finds(t, heir, rival(kept), idem.StateRunning)
	ok(t, heir.Complete(t.Context(), kept, idem.Result{Bytes: []byte("x")}))
	finds(t, heir, rival(late), idem.StateGranted) // lost, as the documentation says
}
