package certify

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// callMeta is what the Gateway says about a call; key is its idempotency key.
func (e *examination) callMeta(key, channel string) map[string]any {
	meta := map[string]any{
		asixtoKey + "conversationId": "cnv_asixto_check",
		asixtoKey + "requestId":      newKey("req"),
		asixtoKey + "channel":        channel,
		asixtoKey + "companyId":      "cmp_asixto_check",
		asixtoKey + "priceListId":    nil,
		asixtoKey + "currency":       "COP",
		asixtoKey + "timezone":       bogota().String(),
	}
	if key != "" {
		meta[asixtoKey+"idempotencyKey"] = key
	}
	return meta
}

// bogota is the time zone of the calls. It has one offset all year, so no table of
// zones is needed.
func bogota() *time.Location { return time.FixedZone("America/Bogota", -5*60*60) }

// newKey is a key that no other call has.
func newKey(prefix string) string { return prefix + "_" + rand.Text() }

// callable are the tools that may be called, each name once. Why another may
// not is noted for the step where e.mention is set.
func (e *examination) callable(s Step, mention bool, wanted func(*tool) bool) []*tool {
	var able []*tool
	seen := make(map[string]bool)
	for _, t := range e.tools {
		if seen[t.name] || !sendable(t.name) || !wanted(t) {
			continue
		}
		seen[t.name] = true
		switch {
		case t.read, e.opts.AllowWrites && !t.destructive, e.opts.AllowDestructive:
			able = append(able, t)
		case !mention:
		case t.destructive:
			e.skip(s, t.name, Words{
				"cannot be undone: --allow-writes --allow-destructive calls it",
				"no se puede deshacer: con --allow-writes --allow-destructive se llama",
			})
		default:
			e.skip(s, t.name, Words{"it writes: --allow-writes calls it", "escribe: con --allow-writes se llama"})
		}
	}
	return able
}

// sendable reports whether a name can stand in a header. That another is none is a
// finding about its definition.
func sendable(name string) bool { return name != "" && !strings.ContainsFunc(name, unicode.IsControl) }

func anyTool(*tool) bool     { return true }
func writes(t *tool) bool    { return !t.read }
func optionals(t *tool) bool { return len(t.nullable()) > 0 }

// nullable are the arguments that a tool does not require and that accept null,
// by name. That another does not is a finding about its definition.
func (t *tool) nullable() []string {
	if t.optional == nil {
		t.optional = t.findNullable()
	}
	return t.optional
}

func (t *tool) findNullable() []string {
	properties := object(t.in["properties"])
	required := make(map[string]bool)
	for _, name := range texts(t.in["required"]) {
		required[name] = true
	}
	steps := maxComparisons // for all of them
	return slices.DeleteFunc(slices.Sorted(maps.Keys(properties)), func(name string) bool {
		c := conformance{root: properties[name], steps: &steps}
		return required[name] || !c.check(properties[name], nil, "", maxDepth)
	})
}

// arguments are those to call a tool with.
func (e *examination) arguments(t *tool) map[string]any {
	if given, ok := e.opts.Arguments[t.name]; ok {
		if args := object(decoded(given)); args != nil {
			return maps.Clone(args)
		}
	}
	return fitting(t.in)
}

// calls tries every tool once as a chat and each read once more as a phone
// call, and looks at what comes back.
func (e *examination) calls(ctx context.Context, s Step) error {
	for _, t := range e.callable(s, true, anyTool) {
		args := encoded(e.arguments(t))
		rep, err := e.ask(ctx, s, callOf(t.name, args, e.callMeta(keyFor(t), "chat")))
		if err != nil {
			return err
		}
		if rep == nil {
			e.passed(s, t.name) // the finding says otherwise
			continue
		}
		t.plain = rep
		e.inspect(s, t, rep, "chat")
		if t.read {
			if err := e.readMore(ctx, s, t); err != nil {
				return err
			}
		}
		e.note(s, t.name, e.came(rep.outcome()))
	}
	return nil
}

func keyFor(t *tool) string {
	if t.read {
		return ""
	}
	return newKey("key")
}

// came says what made-up arguments came to, where it was no success: then a
// success could not be looked at.
func (e *examination) came(o outcome) Words {
	if o.kind == "ok" {
		return Words{}
	}
	return Words{
		"answered " + harmless(o.kind, e.opts.Token) + ": a success was not seen; --arguments names real arguments",
		"respondió " + harmless(o.kind, e.opts.Token) + ": no se vio un éxito; con --arguments se dan argumentos reales",
	}
}

// readMore asks as a voice call does, and for as much as a list gives.
func (e *examination) readMore(ctx context.Context, s Step, t *tool) error {
	rep, err := e.ask(ctx, s, callOf(t.name, encoded(e.arguments(t)), e.callMeta("", "voice")))
	if rep != nil {
		e.inspect(s, t, rep, "voice")
	}
	if err != nil {
		return err
	}
	return e.limits(ctx, s, t)
}

// limits asks for one item, and for as many as there may be. Who does not ask
// gets ten.
func (e *examination) limits(ctx context.Context, s Step, t *tool) error {
	plain, properties := e.arguments(t), object(t.in["properties"])
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		most, ok := number(object(properties[name])["maximum"])
		if !ok || !slices.Contains(limitNames, strings.ToLower(name)) {
			continue
		}
		says := slices.Contains(pageNames, strings.ToLower(name))
		if _, asked := plain[name]; says && !asked {
			e.compareLength(s, t, t.plain, fewest)
		}
		least, _ := number(object(properties[name])["minimum"])
		for _, limit := range []float64{max(1, least), most} {
			args := e.arguments(t)
			args[name] = limit
			rep, err := e.ask(ctx, s, callOf(t.name, encoded(args), e.callMeta("", "chat")))
			if err != nil {
				return err
			}
			if rep != nil {
				e.inspect(s, t, rep, "chat")
			}
			if rep != nil && says {
				e.compareLength(s, t, rep, limit)
			}
		}
		return nil
	}
	return nil
}

// fewest is how many items a chat gets where nobody says how many.
const fewest = 10

// compareLength holds the lists of an answer against how many items were asked
// for. Of several the shortest counts: which of them is meant is not known.
func (e *examination) compareLength(s Step, t *tool, rep *reply, limit float64) {
	res := rep.result()
	where, shortest := "", 0
	members := object(res.value)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if n := len(list(members[name])); n > 0 && (where == "" || n < shortest) {
			where, shortest = name, n
		}
	}
	if !res.IsError && float64(shortest) > limit {
		e.observe(s, "answer-items", t.name, fmt.Sprintf("%s: %d > %v", where, shortest, limit))
	}
}

// limitNames are arguments that say how many items a list shall have, or else how
// many of something there are; pageNames only the first.
var (
	limitNames = strings.Fields("limit limite max maximo cantidad page_size por_pagina size top")
	pageNames  = strings.Fields("limit limite page_size por_pagina")
)

// nulls sends null for every optional argument, which must be as good as
// leaving it out.
func (e *examination) nulls(ctx context.Context, s Step) error {
	tools := e.callable(s, false, optionals)
	if len(tools) == 0 {
		e.skip(s, "", Words{
			"no tool that may be called has optional arguments",
			"ninguna herramienta que se pueda llamar tiene argumentos opcionales",
		})
	}
	for _, t := range tools {
		if t.plain == nil {
			continue
		}
		args := e.arguments(t)
		for _, name := range t.nullable() {
			if _, given := args[name]; !given {
				args[name] = nil
			}
		}
		same, err := e.sameAs(ctx, s, t, args)
		if err != nil {
			return err
		}
		if !same {
			field, err := e.culprit(ctx, s, t)
			if err != nil {
				return err
			}
			e.observe(s, "optional-null", t.name, field)
		}
		e.passed(s, t.name)
	}
	return nil
}

// culprit is the optional argument whose null alone changes the answer.
func (e *examination) culprit(ctx context.Context, s Step, t *tool) (string, error) {
	for _, name := range t.nullable() {
		args := e.arguments(t)
		args[name] = nil
		if same, err := e.sameAs(ctx, s, t, args); err != nil || !same {
			return name, err
		}
	}
	return strings.Join(t.nullable(), ", "), nil
}

// sameAs reports whether a tool answers args as it answers the plain arguments.
// A write may have changed what it answers, so they are sent again behind it.
func (e *examination) sameAs(ctx context.Context, s Step, t *tool, args map[string]any) (bool, error) {
	rep, err := e.ask(ctx, s, callOf(t.name, encoded(args), e.callMeta(keyFor(t), "chat")))
	if err != nil || rep == nil {
		return rep == nil, err
	}
	if alike(rep.outcome(), t.plain.outcome()) {
		return true, nil
	}
	again, err := e.ask(ctx, s, callOf(t.name, encoded(e.arguments(t)), e.callMeta(keyFor(t), "chat")))
	if err != nil || again == nil {
		return again == nil, err
	}
	return alike(rep.outcome(), again.outcome()), nil
}

// alike reports whether two answers come to the same; refused arguments do only
// where they are refused in the same words.
func alike(a, b outcome) bool {
	if a.kind != b.kind {
		return false
	}
	if refuses(a) {
		return written(a.structured) == written(b.structured) && a.text == b.text
	}
	return true
}

// refuses reports whether an answer says that the arguments are bad.
func refuses(o outcome) bool {
	return o.kind == validation || o.kind == "isError" || strings.HasPrefix(o.kind, "rpc ") || strings.HasPrefix(o.kind, "HTTP ")
}

// badArguments sends what the schema does not allow.
func (e *examination) badArguments(ctx context.Context, s Step) error {
	for _, t := range e.callable(s, true, anyTool) {
		if t.plain == nil {
			continue
		}
		spoiled := e.spoiled(t)
		for _, rule := range slices.Sorted(maps.Keys(spoiled)) {
			for _, args := range spoiled[rule] {
				if err := e.mustRefuse(ctx, s, t, rule, args); err != nil {
					return err
				}
			}
		}
		e.passed(s, t.name)
	}
	return nil
}

// spoiled are bad arguments by the rule that refuses them.
func (e *examination) spoiled(t *tool) map[string][]map[string]any {
	spoiled := make(map[string][]map[string]any)
	if t.in["additionalProperties"] == false {
		extra := e.arguments(t)
		extra["inventado"] = "x"
		spoiled["arguments-closed"] = []map[string]any{extra}
	}
	if required := texts(t.in["required"]); len(required) > 0 {
		name := required[0]
		missing, other := e.arguments(t), e.arguments(t)
		delete(missing, name)
		other[name] = map[string]any{"x": 1}
		if kind(object(object(t.in["properties"])[name])) == "object" {
			other[name] = "x"
		}
		spoiled["arguments-checked"] = []map[string]any{missing, other}
	}
	return spoiled
}

func (e *examination) mustRefuse(ctx context.Context, s Step, t *tool, rule string, args map[string]any) error {
	rep, err := e.ask(ctx, s, callOf(t.name, encoded(args), e.callMeta(keyFor(t), "chat")))
	if err != nil || rep == nil {
		return err
	}
	o := rep.outcome()
	switch {
	case !refuses(o) || alike(o, t.plain.outcome()):
		e.observe(s, rule, t.name, string(encoded(args)))
	case o.kind == validation:
		e.inspectSize(s, t, rep.result())
		e.inspectFailure(s, t, rep.result())
	case rep.Error.code() != codeParams:
		e.observe(s, "arguments-error", t.name, o.kind)
	}
	return nil
}

// once is one call of a tool with a key, for those that repeat it.
func (e *examination) once(t *tool, args jsontext.Value, key string) request {
	return callOf(t.name, args, e.callMeta(key, "chat"))
}
