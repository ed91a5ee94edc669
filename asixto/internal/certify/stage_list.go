package certify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// tool is one entry of tools/list.
type tool struct {
	name              string
	def               jsontext.Value
	parsed            *rules.Tool
	in, out           map[string]any
	read, destructive bool
	optional          []string // of nullable; nil before it is asked for
	plain             *reply   // of a call with fitting arguments
}

// list asks for the catalogue twice and takes it apart.
func (e *examination) list(ctx context.Context, s Step) error {
	first, err := e.listed(ctx, s)
	if err != nil {
		return err
	}
	if first == nil {
		return errStop
	}
	second, err := e.listed(ctx, s)
	if err != nil {
		return err
	}
	if second != nil && !slices.Equal(first, second) {
		e.observe(s, "list-stable", "", difference(first, second))
	}
	for _, entry := range first {
		if ctx.Err() != nil {
			return errStop
		}
		e.addTool(s, jsontext.Value(entry))
	}
	if len(first) == 0 {
		e.observe(s, "list-present", "", "tools: 0")
	}
	if len(e.tools) == 0 {
		return errStop
	}
	return nil
}

// listed is every page of tools/list, each tool as text; nil where there is no
// list.
func (e *examination) listed(ctx context.Context, s Step) ([]string, error) {
	entries := []string{}
	cursor, size := "", 0
	for {
		r := request{method: "tools/list"}
		if cursor != "" {
			r.params = map[string]any{"cursor": cursor}
		}
		rep, err := e.ask(ctx, s, r)
		if err != nil || rep == nil {
			return nil, err
		}
		var page struct {
			Tools  []jsontext.Value `json:"tools"`
			Cursor string           `json:"nextCursor"`
		}
		if !reads(rep.Result, &page) {
			e.observe(s, "list-present", "", refusal(rep))
			return nil, nil
		}
		if size += len(rep.raw); size > MaxAnswer {
			e.observe(s, "transport-size", "", fmt.Sprintf("tools/list: > %d MiB", MaxAnswer>>20))
			return nil, nil
		}
		for _, t := range page.Tools {
			entries = append(entries, written(t))
		}
		last := page.Cursor == "" || page.Cursor == cursor || len(page.Tools) == 0
		if len(entries) > maxTools || len(entries) == maxTools && !last {
			e.shortened(s)
			return entries[:maxTools:maxTools], nil
		}
		if last {
			return entries, nil
		}
		cursor = page.Cursor
	}
}

// shortened says, once, that there are more tools than are looked at.
func (e *examination) shortened(s Step) {
	if !e.partial {
		e.note(s, "", Words{
			fmt.Sprintf("only the first %d tools were examined", maxTools),
			fmt.Sprintf("solo se examinaron las primeras %d herramientas", maxTools),
		})
	}
	e.partial = true
}

// difference names the first place where two lists of tools differ.
func difference(a, b []string) string {
	if len(a) != len(b) {
		return fmt.Sprintf("%d ≠ %d", len(a), len(b))
	}
	name := func(entry string) string { return text(object(decoded(jsontext.Value(entry)))["name"]) }
	for i := range a {
		if x, y := name(a[i]), name(b[i]); x != y {
			return fmt.Sprintf("%d: %s, %s", i+1, x, y)
		}
		if a[i] != b[i] {
			return name(a[i])
		}
	}
	return ""
}

func (e *examination) addTool(s Step, def jsontext.Value) {
	if len(def) > maxTool {
		name := text(object(decoded(def))["name"])
		e.observe(s, "transport-size", name, fmt.Sprintf("%d KiB > %d KiB", len(def)>>10, maxTool>>10))
		return
	}
	parsed, err := rules.Parse(def)
	if err != nil {
		e.observe(s, "list-present", "", string(def))
		return
	}
	m := object(decoded(def))
	hints := object(m["annotations"])
	t := &tool{
		name: parsed.Name, def: def, parsed: parsed, in: object(m["inputSchema"]), out: object(m["outputSchema"]),
		read: hints["readOnlyHint"] == true,
	}
	// Absent hints are the most restrictive case.
	t.destructive = !t.read && (hints["destructiveHint"] != false || hints["readOnlyHint"] != false)
	e.tools = append(e.tools, t)
	e.report.Tools = append(e.report.Tools, harmless(t.name, e.opts.Token))
}

// definitions holds each tool against the rules about definitions.
func (e *examination) definitions(ctx context.Context, s Step) error {
	for _, t := range e.tools {
		found, err := inTime(ctx, func() []rules.Finding { return rules.CheckTool(t.parsed) })
		if err != nil {
			return err
		}
		e.addSome(s, found)
		e.passed(s, t.name)
	}
	return nil
}

// inTime computes something that depends on the server's texts alone, and so on
// the server how long it takes. What is late ends for itself and is not heard.
func inTime[T any](ctx context.Context, compute func() T) (result T, err error) {
	done := make(chan T, 1)
	go func() { done <- compute() }()
	select {
	case result = <-done:
		return result, nil
	case <-ctx.Done():
		return result, errStop
	}
}

// addSome puts what was found in definitions into the report. Of one rule about
// one tool not more than a person would read: the last says how many there are
// besides.
func (e *examination) addSome(s Step, found []rules.Finding) {
	about := func(f rules.Finding) told { return told{f.Rule.ID, f.Tool, ""} }
	all, n := make(map[told]int), make(map[told]int)
	for _, f := range found {
		all[about(f)]++
	}
	for _, f := range found {
		at := about(f)
		n[at]++
		if more := all[at] - maxAlike; n[at] == maxAlike && more > 0 {
			f.Detail = strings.TrimSpace(fmt.Sprintf("%s +%d", f.Detail, more))
		}
		if n[at] <= maxAlike {
			e.add(s, f)
		}
	}
}

// catalogue holds the tools against the rules about all of them.
func (e *examination) catalogue(ctx context.Context, s Step) error {
	parsed := make([]*rules.Tool, len(e.tools))
	for i, t := range e.tools {
		parsed[i] = t.parsed
	}
	found, err := inTime(ctx, func() []rules.Finding {
		return append(rules.CheckCatalogue(parsed), rules.CheckFlow(e.guide, parsed)...)
	})
	if err != nil {
		return err
	}
	lifted, err := inTime(ctx, func() []rules.Exception { return rules.Lifted(parsed) })
	if err != nil {
		return err
	}
	e.addSome(s, found)
	for _, x := range lifted {
		x.Finding.Tool, x.Finding.Field = harmless(x.Finding.Tool, e.opts.Token), harmless(x.Finding.Field, e.opts.Token)
		x.Finding.Detail, x.Reason = harmless(x.Finding.Detail, e.opts.Token), harmless(x.Reason, e.opts.Token)
		e.report.Lifted = append(e.report.Lifted, x)
	}
	return nil
}

// around is a short piece of s around the first what in it, "" where there is
// none.
func around(s, what string) string {
	i := strings.Index(s, what)
	if i < 0 {
		return ""
	}
	return strings.ToValidUTF8(s[max(0, i-20):min(len(s), i+len(what)+20)], "")
}
