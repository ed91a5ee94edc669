package certify

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const duplicates = 4

// repeat plays the certification: one write twice with one key and made-up
// arguments. It does so for every write, also with arguments that fit.
func (e *examination) repeat(ctx context.Context, s Step) error {
	tools := e.writers(s)
	for _, t := range tools {
		sets := []jsontext.Value{encoded(certified(t.in)), encoded(e.arguments(t))}
		if string(sets[0]) == string(sets[1]) {
			sets = sets[:1]
		}
		for _, args := range sets {
			key := newKey("key")
			first, err := e.ask(ctx, s, e.once(t, args, key))
			if err != nil {
				return err
			}
			second, err := e.ask(ctx, s, e.once(t, args, key))
			if err != nil {
				return err
			}
			e.compare(s, t, "idempotent-same", first, second)
		}
		e.passed(s, t.name)
	}
	return nil
}

// writers are the writes that may be called, with a note where there is none.
func (e *examination) writers(s Step) []*tool {
	tools := e.callable(s, true, writes)
	if len(tools) > 0 {
		return tools
	}
	if !slices.ContainsFunc(e.tools, writes) { // else callable has said why not
		e.skip(s, "", Words{"no tool writes", "ninguna herramienta escribe"})
	}
	return nil
}

// compare holds two answers to one key against each other as the certification
// does.
func (e *examination) compare(s Step, t *tool, rule string, first, second *reply) {
	if first == nil || second == nil {
		return // why is in the report
	}
	a, b := first.outcome(), second.outcome()
	switch {
	case a.kind != b.kind:
		e.observe(s, rule, t.name, a.kind+" ≠ "+b.kind)
	case sorted(a.structured) != sorted(b.structured):
		e.observe(s, rule, t.name, e.differing(written(a.structured), written(b.structured)))
	case written(a.structured) != written(b.structured):
		e.observe(s, "idempotent-order", t.name, e.differing(written(a.structured), written(b.structured)))
	case a.text != b.text:
		e.observe(s, rule, t.name, e.differing(a.text, b.text))
	}
}

// differing is where two texts part. The token goes first: a piece of it would not
// be known for one.
func (e *examination) differing(a, b string) string {
	a, b = masked(a, e.opts.Token), masked(b, e.opts.Token)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	from := max(0, n-20)
	piece := func(s string) string { return strings.ToValidUTF8(s[min(from, len(s)):min(n+30, len(s))], "") }
	return piece(a) + " ≠ " + piece(b)
}

// forgets reports whether a tool was seen not to keep its keys; then there is
// no more to learn from its duplicates.
func (e *examination) forgets(s Step, t *tool) bool {
	if !e.told[told{"idempotent-same", t.name, ""}] && !e.told[told{"idempotent-parallel", t.name, ""}] {
		return false
	}
	e.skip(s, t.name, Words{"it does not keep its keys", "no guarda sus claves"})
	return true
}

// parallel sends one call several times at once with one key, as a model that
// repeats itself does.
func (e *examination) parallel(ctx context.Context, s Step) error {
	for _, t := range e.writers(s) {
		if e.forgets(s, t) {
			continue
		}
		key, args := newKey("key"), encoded(e.arguments(t))
		requests := make([]request, duplicates)
		for i := range requests {
			requests[i] = e.once(t, args, key)
		}
		replies, errs := make([]*reply, duplicates), make([]error, duplicates)
		var wg sync.WaitGroup
		for i, r := range requests {
			wg.Go(func() { replies[i], errs[i] = e.client.do(ctx, r) })
		}
		wg.Wait()
		var first *reply
		for i := range replies {
			rep, err := e.heard(ctx, s, t.name, replies[i], errs[i])
			if err != nil {
				return err
			}
			if first == nil {
				first = rep
			}
			e.compare(s, t, "idempotent-parallel", first, rep)
		}
		e.passed(s, t.name)
	}
	return nil
}

// cuts are when a connection is cut, from when the request is on its way: before
// the server has begun, and while it works.
var cuts = []time.Duration{0, 20 * time.Millisecond}

// cut breaks calls off after they are sent and repeats them with their key, as
// the Gateway does.
func (e *examination) cut(ctx context.Context, s Step) error {
	for _, t := range e.writers(s) {
		if e.forgets(s, t) {
			continue
		}
		for _, after := range cuts {
			if err := e.cutOff(ctx, s, t, after); err != nil {
				return err
			}
		}
		e.passed(s, t.name)
	}
	return nil
}

func (e *examination) cutOff(ctx context.Context, s Step, t *tool, after time.Duration) error {
	again := e.once(t, encoded(e.arguments(t)), newKey("key"))
	broken := again
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	broken.sent = func() { time.AfterFunc(after, cancel) }
	_, _ = e.client.do(within, broken) // nobody waits for this answer
	first, err := e.ask(ctx, s, again)
	if err != nil {
		return err
	}
	second, err := e.ask(ctx, s, again)
	if err != nil {
		return err
	}
	if first != nil && t.plain != nil && technical(first.outcome()) && !technical(t.plain.outcome()) {
		e.observe(s, "idempotent-cut", t.name, first.outcome().kind)
	} else {
		e.compare(s, t, "idempotent-cut", first, second)
	}
	return nil
}

// technical reports whether an answer is no verdict of the business.
func technical(o outcome) bool {
	_, notHTTP := strconv.Atoi(strings.TrimPrefix(o.kind, "HTTP "))
	return o.kind == "SYSTEM" || o.kind == "UNKNOWN" || o.kind == "isError" || strings.HasPrefix(o.kind, "rpc ") || notHTTP == nil
}
