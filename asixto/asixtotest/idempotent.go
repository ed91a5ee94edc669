package asixtotest

import (
	"context"
	"fmt"
	"net/http/httptrace"
	"sync"
	"testing"
	"time"

	toolerrors "github.com/asixto/go-sdk/errors"
	"github.com/asixto/go-sdk/meta"
)

// A Write is a call that has one effect, and a probe that counts effects.
type Write struct {
	// Client reaches the server.
	Client *Client
	// Tool is the tool's name.
	Tool string
	// In are arguments with which it succeeds, as for [Client.Do].
	In any
	// Other are other arguments that satisfy the schema, for the same key: they
	// must be refused. Nil leaves that out.
	Other any
	// Effects counts the effects there have been. It is asked only while no call
	// is running.
	Effects func() int
	// Options are those of each call, such as its conversation.
	Options []CallOption
}

// crowd is how many duplicates come at once.
const crowd = 8

// Idempotent proves that a tool that writes has one effect for one key (contract,
// guarantee 1). It plays what really happens to a call: it is repeated; the model
// makes it eight times at once; its connection is cut before, while and after the
// tool runs, and the Gateway sends it again; the key comes back with other
// arguments. It counts the effects with the author's probe and compares the
// answers byte for byte.
//
// world makes a fresh server with a fresh system behind it: it is called for
// every scene, since what has been cancelled once cannot be cancelled again.
// tb fails with the scene, what happened, and what to look for. Within a bubble
// of testing/synctest, before a system that sleeps for 10 ms, all overlaps are
// certain and the scenes take no time.
func Idempotent(tb testing.TB, world func(tb testing.TB) Write) {
	tb.Helper()
	scenes := []struct {
		name string
		run  func(*play)
	}{
		{"the same call once more", (*play).repeated},
		{fmt.Sprintf("%d times at once", crowd), (*play).atOnce},
		{"the connection is cut before the tool runs", cutAfter(0)},
		{"the connection is cut 5 ms later", cutAfter(5 * time.Millisecond)},
		{"the connection is cut 20 ms later", cutAfter(20 * time.Millisecond)},
		{"the answer is lost", cutAfter(whole)},
		{"the same key with other arguments", (*play).otherArguments},
	}
	for _, s := range scenes {
		w := world(tb)
		if err := w.complete(); err != nil {
			tb.Fatal(err)
		}
		p := &play{tb: tb, Write: w, scene: s.name}
		p.begin()
		s.run(p)
		if p.stopped {
			return // the others would say the same
		}
	}
}

func (w *Write) complete() error {
	if w.Client == nil || w.Tool == "" || w.Effects == nil {
		return fmt.Errorf("asixtotest: tool %q: Idempotent needs a Write with Client, Tool, In and Effects", w.Tool)
	}
	return nil
}

// A play is one scene with one key.
type play struct {
	Write

	tb      testing.TB
	scene   string
	call    *call
	before  int
	stopped bool
}

func (p *play) begin() {
	p.tb.Helper()
	c, err := p.Client.newCall(p.Tool, p.In, p.Options)
	if err != nil {
		p.tb.Fatal(err)
	}
	if _, there := c.meta[meta.KeyIdempotencyKey]; !there {
		p.tb.Fatalf("asixtotest: tool %q: Idempotent needs calls with a key: leave Without(meta.KeyIdempotencyKey) out", p.Tool)
	}
	p.call, p.before = c, p.Effects()
}

func (p *play) errorf(format string, args ...any) {
	p.tb.Helper()
	p.tb.Errorf("asixtotest: tool %q: %s: %s", p.Tool, p.scene, fmt.Sprintf(format, args...))
}

// ask sends the call again as a new request, which must succeed.
func (p *play) ask() *Answer {
	p.tb.Helper()
	a, err := p.Client.send(p.tb.Context(), p.Client.again(p.call))
	switch {
	case err != nil:
		p.errorf("%v", err)
	case a.Err != nil:
		p.errorf("failed with %s, want a success; the server's log has the cause", described(a.Err))
	default:
		return a
	}
	p.stopped = true
	return nil
}

// once reports whether there has been one effect.
func (p *play) once() bool {
	p.tb.Helper()
	switch n := p.Effects() - p.before; n {
	case 1:
		return true
	case 0:
		p.errorf("the call succeeded and the probe counts no effect: count what the tool changes, and start each world with a system of its own")
	default:
		p.errorf("%d effects for one key, want 1: the effect must happen inside the tool's handler, behind a ServerOptions.Store "+
			"that is not idem.Disabled, and once it has happened the handler returns no error", n)
	}
	return false
}

func (p *play) sameAs(first, other *Answer) {
	p.tb.Helper()
	if !first.same(other) {
		p.errorf("one key has two answers: %s %q, then %s %q", first.Structured, first.Text, other.Structured, other.Text)
	}
}

// first is the first call of a scene; nil where the scene is over.
func (p *play) first() *Answer {
	p.tb.Helper()
	a := p.ask()
	if a == nil {
		return nil
	}
	if !p.once() {
		p.stopped = true
		return nil
	}
	return a
}

func (p *play) repeated() {
	p.tb.Helper()
	first := p.first()
	if first == nil {
		return
	}
	for range 2 {
		second := p.ask()
		if second == nil || !p.once() {
			p.stopped = false // whether duplicates at once fare better is worth knowing
			return
		}
		p.sameAs(first, second)
	}
}

// atOnce holds every duplicate back until all of them are being read.
func (p *play) atOnce() {
	p.tb.Helper()
	g := newGathering()
	answers, errs := make([]*Answer, crowd), make([]error, crowd)
	var wg sync.WaitGroup
	for i := range crowd {
		ctx := httptrace.WithClientTrace(p.tb.Context(), &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { g.join() }})
		wg.Go(func() {
			answers[i], errs[i] = p.Client.send(ctx, p.Client.again(p.call))
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			p.errorf("%v", err)
			return
		}
		if answers[i].Err != nil {
			p.errorf("one of them failed with %s, want the answer of the first", described(answers[i].Err))
			return
		}
		p.sameAs(answers[0], answers[i])
	}
	p.once()
}

// patience is how long duplicates wait for each other: a lock around the whole
// server keeps all but one from coming.
const patience = 3 * time.Second

// A gathering lets the members of a crowd go on when all of them are there.
type gathering struct {
	mu    sync.Mutex
	n     int
	begin func()
	begun chan struct{}
}

func newGathering() *gathering {
	begun := make(chan struct{})
	return &gathering{begin: sync.OnceFunc(func() { close(begun) }), begun: begun}
}

// join waits for the others, once for all of them.
func (g *gathering) join() {
	g.mu.Lock()
	if g.n++; g.n == crowd {
		g.begin()
	}
	g.mu.Unlock()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-g.begun:
	case <-late.C:
		g.begin()
	}
}

// cutAfter is the scene of a connection that is cut so long after the server has
// read the call.
func cutAfter(after time.Duration) func(*play) {
	return func(p *play) {
		p.tb.Helper()
		p.Client.lose(p.tb.Context(), p.call, after)
		first := p.ask() // while the first may still be running
		<-p.Client.running.none()
		if first == nil || !p.once() {
			p.stopped = false
			return
		}
		if again := p.ask(); again != nil {
			p.sameAs(first, again)
			p.once()
		}
	}
}

func (p *play) otherArguments() {
	p.tb.Helper()
	if p.Other == nil {
		p.tb.Logf("asixtotest: tool %q: %s: left out, since Write.Other is not set", p.Tool, p.scene)
		return
	}
	first := p.first()
	if first == nil {
		return
	}
	if err := p.refused(p.tb.Context()); err != nil {
		p.errorf("%v", err)
	}
	if p.once() {
		if again := p.ask(); again != nil {
			p.sameAs(first, again)
		}
	}
}

func (p *play) refused(ctx context.Context) error {
	args, err := arguments(p.Other)
	if err != nil {
		return err
	}
	other := p.Client.again(p.call)
	other.args = args
	a, err := p.Client.send(ctx, other)
	switch {
	case err != nil:
		return err
	case a.Err == nil:
		return fmt.Errorf("succeeded with %s, want VALIDATION", a.Structured)
	case a.Err.Kind() != toolerrors.KindValidation:
		return fmt.Errorf("failed with %s, want VALIDATION", described(a.Err))
	}
	return nil
}
