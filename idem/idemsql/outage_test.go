package idemsql

import (
	"context"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

// outage is a key's way through an engine behind a proxy, watched by one that reaches the server directly.
type outage struct {
	*testing.T
	x      *proxy
	engine *idem.Engine
	other  *idem.Engine
	req    idem.Request
	effect counter
}

// eachServer runs a test on each database that is a server.
func eachServer(t *testing.T, test func(o *outage)) {
	t.Helper()
	for _, d := range []Dialect{PostgreSQL, MySQL} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, d)
			behind, x := p.throughProxy(t)
			test(&outage{
				T: t, x: x, req: request(false),
				engine: engine(t, behind.store(t), 3*time.Second), other: engine(t, p.store(t), 3*time.Second),
			})
		})
	}
}

func TestOutageDuringClaim(t *testing.T) {
	t.Parallel()
	eachServer(t, func(o *outage) {
		o.x.cut()
		fails(o, o.engine, o.req, o.effect.run, idem.ErrStore, "while the server is away")
		o.effect.is(o, 0, "while the server is away")
		o.x.mend()
		succeeds(o, o.engine, o.req, o.effect.run, "once it is back")
		succeeds(o, o.other, o.req, o.effect.run, "the replay")
		o.effect.is(o, 1, "after all")
	})
}

func TestOutageDuringEffect(t *testing.T) {
	t.Parallel()
	eachServer(t, func(o *outage) {
		run := func(ctx context.Context) ([]byte, error) {
			o.x.cut()
			return o.effect.run(ctx)
		}
		succeeds(o, o.engine, o.req, run, "the call during which the server goes away")
		succeeds(o, o.engine, o.req, run, "a duplicate while it is away")
		o.x.mend()
		o.stored("once it is back")
	})
}

func TestOutageDuringSave(t *testing.T) {
	t.Parallel()
	for when, lose := range map[string]func(x *proxy){
		"before the server acts": func(x *proxy) { x.loseRequest(0) },
		"after it acted":         func(x *proxy) { x.loseReply(0) },
	} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			eachServer(t, func(o *outage) {
				run := func(ctx context.Context) ([]byte, error) {
					lose(o.x)
					return o.effect.run(ctx)
				}
				succeeds(o, o.engine, o.req, run, "the call whose save is lost")
				o.stored("after it")
			})
		})
	}
}

func TestClaimReplyLost(t *testing.T) {
	t.Parallel()
	eachServer(t, func(o *outage) {
		o.x.loseReply(0)
		fails(o, o.engine, o.req, o.effect.run, idem.ErrStore, "a claim whose reply is lost")
		o.effect.is(o, 0, "after it")
		succeeds(o, o.other, o.req, o.effect.run, "another engine, once the claim that nobody owns is gone")
		o.effect.is(o, 1, "after all")
	})
}

// stored expects the one effect's answer in the store, soon.
func (o *outage) stored(when string) {
	o.Helper()
	for end := time.Now().Add(20 * time.Second); ; {
		out, err := o.other.Do(o.Context(), o.req, o.effect.run)
		o.effect.is(o, 1, when)
		if err == nil && out.Replayed && string(out.Result) == answer {
			return
		}
		if time.Now().After(end) {
			o.Fatalf("%s: %q, error %v; want the answer", when, out.Result, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
