package asixto

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/asixto/go-sdk/asixto/internal/rules"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/schema"
)

// A tool is a registered one: its definition, its codecs, its place on the
// wire.
type tool struct {
	Tool
	op                  operation
	handler             Handler // op within the server's middleware
	inSchema, outSchema []byte
	entry               []byte      // of tools/list
	parsed              *rules.Tool // entry as the rules see it
}

// register checks one tool against everything that can be known about it alone
// and offers it where nothing speaks against.
func (s *Server) register(def *Tool, op operation, typeFaults []Violation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &tool{Tool: *def, op: op, handler: s.chain(op)}
	t.Capabilities = slices.Clone(t.Capabilities)
	if t.Timeout == 0 {
		t.Timeout = DefaultTimeout
	}
	d, err := t.describe(s.keepsKeys())
	if err != nil {
		return err
	}
	ruled, warnings := sortFindings(rules.CheckTool(t.parsed))
	blocking := slices.Concat(typeFaults, s.checkAlone(t), ruled)
	next := s.current.Load().with(t)
	if s.started && len(blocking) == 0 {
		blocking, _ = s.checkCatalogue(next) // Mount will not come to see it
	}
	if err := refusal(blocking); err != nil {
		s.refuse(blocking...)
		return err
	}
	s.warnings = append(s.warnings, warnings...)
	s.current.Store(next)
	s.bridge(t, d)
	return nil
}

// describe fills in the tool's place on the wire, with what the tags say beside
// it for the rules.
func (t *tool) describe(keysKept bool) (definition, error) {
	t.inSchema, t.outSchema = t.op.schemas()
	d := t.wire(keysKept)
	if err := t.parse(d); err != nil {
		return d, err
	}
	notes := t.parsed.Notes()
	if notes == nil {
		return d, nil
	}
	d.Meta[rules.KeyNotes] = notes // who examines the server from outside cannot see the tags
	return d, t.parse(d)
}

func (t *tool) parse(d definition) error {
	var err error
	if t.entry, err = d.encode(); err != nil {
		return fmt.Errorf("asixto: tool %q: the definition cannot be encoded: %w", t.Name, err)
	}
	if t.parsed, err = rules.Parse(t.entry); err != nil {
		return fmt.Errorf("asixto: tool %q: %w", t.Name, err)
	}
	t.parsed.Allow = maps.Clone(t.Allow)
	in, out := t.op.fields()
	annotate(&t.parsed.Input, in, t.op.warnings())
	annotate(&t.parsed.Output, out, nil)
	return nil
}

// annotate adds what no schema shows: what the tags say beside it, and what the
// codec knows of the Go types.
func annotate(s *rules.Schema, fields []schema.Field, warnings []schema.Warning) {
	hints := make(map[string]map[string]string)
	for _, w := range warnings {
		if hints[w.Path] == nil {
			hints[w.Path] = make(map[string]string)
		}
		hints[w.Path][w.Rule] = w.Detail
	}
	for _, f := range fields {
		s.Annotate(f.Path, rules.Annotation{From: f.From, Internal: f.Internal, Free: f.Free, Hints: hints[f.Path], Allow: f.Allow})
	}
}

// checkCatalogue is what only all tools together show.
func (s *Server) checkCatalogue(c *catalogue) (blocking, warnings []Violation) {
	parsed := make([]*rules.Tool, len(c.sorted))
	for i, t := range c.sorted {
		parsed[i] = t.parsed
	}
	blocking, warnings = sortFindings(append(rules.CheckCatalogue(parsed), rules.CheckFlow(s.opts.Instructions, parsed)...))
	return append(blocking, s.flowFaults(c)...), warnings
}

// sortFindings parts what keeps a server from starting from advice.
func sortFindings(findings []rules.Finding) (blocking, warnings []Violation) {
	for _, f := range findings {
		v := Violation{
			Rule: f.Rule.ID, Section: f.Rule.Section, Tool: f.Tool, Field: f.Field, Output: f.Output,
			Provider: f.Rule.Provider, Text: f.Text(), Warning: f.Rule.Level == rules.Warning,
		}
		if v.Warning {
			warnings = append(warnings, v)
		} else {
			blocking = append(blocking, v)
		}
	}
	return blocking, warnings
}

// checkAlone is what no rule about the wire can see: the Go side of a tool.
func (s *Server) checkAlone(t *tool) []Violation {
	var vs []Violation
	say := func(text string) { vs = append(vs, Violation{Tool: t.Name, Text: text}) }
	handler, resolver := t.op.parts()
	if !handler {
		say("the handler is nil: pass a func(context.Context, In) (Out, error)")
	}
	if !t.Access.Valid() {
		say(t.Access.String() + " is no level of access: write asixto.Read, asixto.Write or asixto.Destructive")
	}
	if fault := t.op.speakerFault(); fault != "" {
		say(fault)
	}
	if t.Access.Writes() && s.opts.Store == nil {
		say("a tool that writes needs a store of idempotency keys: set ServerOptions.Store to idem.NewMemory(nil) or a shared store, " +
			"or to idem.Disabled to do without")
	}
	if t.Timeout < 0 {
		say("Timeout is negative: write a positive duration, or zero for 30 seconds")
	}
	if s.engine != nil && t.Access.Writes() && t.Timeout > s.engine.Options().Cap {
		say(fmt.Sprintf("Timeout is %v, but a key is held for at most %v: write a shorter Timeout, or raise Cap in ServerOptions.Idempotency",
			t.Timeout, s.engine.Options().Cap))
	}
	if t.InTx {
		if _, ok := s.opts.Store.(idem.Transactional); !ok {
			say("InTx needs a store that shares a database with the effects: set ServerOptions.Store to one of package idemsql")
		}
		if t.Access == Read {
			say("a read has no key to commit with a transaction: drop InTx")
		}
	}
	if _, taken := s.current.Load().byName[t.Name]; taken {
		say("the name is taken by another tool: names are unique on a server")
	}
	if t.Access == Read && resolver {
		say("a read has no key that could be in doubt: drop the Resolver")
	}
	return vs
}

// typeViolations spells out what kept a Go type from becoming a schema; output
// says that it is the type of the answer.
func typeViolations(tool string, err error, output bool) []Violation {
	if err == nil {
		return nil
	}
	ce, ok := errors.AsType[*schema.CompileError](err)
	if !ok {
		return []Violation{{Tool: tool, Output: output, Rule: "go-type", Text: err.Error()}}
	}
	vs := make([]Violation, len(ce.Problems))
	for i, p := range ce.Problems {
		vs[i] = Violation{Tool: tool, Field: p.Field, Output: output, Rule: "go-type", Text: "type " + ce.Type + ": " + p.Text}
		if p.Tag != "" {
			vs[i].Text = p.Tag + ": " + p.Text
		}
	}
	return vs
}
