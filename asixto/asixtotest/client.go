package asixtotest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/internal/certify"
	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// A Caller calls tools as the Gateway does: a [*Client], where every call is an
// operation of its own, or a [*Conversation], where equal calls are one.
type Caller interface {
	// Do calls a tool and returns its answer, a failure too. It fails tb where
	// there is none in the contract's form, and for every rule about answers that
	// this one breaks.
	Do(tb testing.TB, tool string, in any, opts ...CallOption) *Answer
}

// A Client speaks to a server as the Asixto Gateway does: revision 2026-07-28
// without a version header, ids that are texts, a bearer token, the eight keys
// in _meta (contract, "Metadatos que envía el Gateway"). It goes through the
// server's own HTTP handler, in memory. It is safe for concurrent use.
//
// Every call has an idempotency key of its own, unless [Key] names one. The
// other values are those of a chat in Bogotá with prices in COP, all calls of
// one conversation and one company.
type Client struct {
	handler  http.Handler
	url      string
	token    string
	defaults []CallOption
	name     string // unique, so that clients of one store do not share keys
	calls    atomic.Int64
	running  inflight

	mu        sync.Mutex
	inspector *certify.Inspector // of the last list; nil before the first
}

// host is where the server of a client is: a name that nobody has (RFC 2606).
const host = "https://asixto.test"

// grace is how long calls may go on when the test is over.
const grace = 10 * time.Second

// New returns a client of srv, which is started by it and would refuse to serve
// otherwise: every violation of the contract fails tb. The opts hold for each
// call, before its own. What the server does with tokens of other clients is
// tested with [Through].
func New(tb testing.TB, srv *asixto.Server, opts ...CallOption) *Client {
	tb.Helper()
	h, token, err := guarded(srv)
	if err != nil {
		tb.Fatalf("asixtotest: the server does not start:\n%v", err)
	}
	return Through(tb, h, "/mcp", token, opts...)
}

// guarded is the endpoint of a server, with the one token that it takes.
func guarded(srv *asixto.Server) (h http.Handler, token string, err error) {
	token = "prueba-" + rand.Text()
	verifier, err := asixto.Tokens("gateway:" + token)
	if err != nil {
		return nil, "", err
	}
	h, err = srv.Handler(&asixto.HandlerOptions{Verifier: verifier})
	return h, token, err
}

// Through returns a client of whatever h serves at path, such as the author's
// own mux with all that stands before the tools. token is the bearer token, ""
// for none. When the test is over, calls in progress have ten seconds to end.
func Through(tb testing.TB, h http.Handler, path, token string, opts ...CallOption) *Client {
	tb.Helper()
	c := &Client{handler: h, url: host + path, token: token, defaults: slices.Clip(opts), name: rand.Text()[:10]}
	tb.Cleanup(func() {
		select {
		case <-c.running.none():
		case <-time.After(grace):
			tb.Errorf("asixtotest: a call is still running %v after the end of the test", grace)
		}
	})
	return c
}

// Do calls a tool and returns its answer, see [Caller]. in is a value of the
// tool's argument type, or the arguments as JSON: a string, or what encodes to
// an object.
func (c *Client) Do(tb testing.TB, tool string, in any, opts ...CallOption) *Answer {
	tb.Helper()
	call, err := c.newCall(tool, in, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return c.play(tb, call)
}

// Tools are the names of the tools that the server lists for the client, in its
// order.
func (c *Client) Tools(tb testing.TB) []string {
	tb.Helper()
	defs, err := c.list(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	names := make([]string, len(defs))
	for i, d := range defs {
		names[i] = d.Name
	}
	return names
}

// play makes a call, lets the connection be cut where that is asked for, and
// holds the answer to the rules.
func (c *Client) play(tb testing.TB, call *call) *Answer {
	tb.Helper()
	if call.cut {
		c.lose(tb.Context(), call, whole)
	}
	a, err := c.send(tb.Context(), call)
	if err != nil {
		tb.Fatal(err)
	}
	c.inspect(tb, call, a)
	return a
}

// inspect holds an answer to the rules that an examination holds it to.
func (c *Client) inspect(tb testing.TB, call *call, a *Answer) {
	tb.Helper()
	findings, err := c.findings(tb.Context(), call, a)
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range findings {
		if f.Rule.Level == rules.Blocking {
			tb.Errorf("asixtotest: %v", f)
		} else {
			tb.Logf("asixtotest: warning: %v", f)
		}
	}
}

func (c *Client) findings(ctx context.Context, call *call, a *Answer) ([]rules.Finding, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inspector == nil || !c.inspector.Knows(call.tool) {
		defs, err := c.list(ctx)
		if err != nil {
			return nil, err
		}
		entries := make([][]byte, len(defs))
		for i, d := range defs {
			entries[i] = d.raw
		}
		if c.inspector, err = certify.NewInspector(entries); err != nil {
			return nil, fmt.Errorf("asixtotest: %w", err)
		}
	}
	return c.inspector.Inspect(call.tool, a.result, call.channel(), call.zone()), nil
}

// next is a name that no other request of this process has.
func (c *Client) next(prefix string) string {
	return strings.Join([]string{prefix, c.name, strconv.FormatInt(c.calls.Add(1), 10)}, "_")
}
