package asixtotest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/internal/certify"
	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// A ContractOption says how far [Contract] goes.
type ContractOption func(*contract)

type contract struct {
	arguments map[string]any
	readsOnly bool
	strict    bool
}

// Arguments are those to call a tool with, as for [Client.Do], in place of ones
// that are made up from its schema. With real ones a success is seen too. The
// certification makes them up all the same, and so is it played.
func Arguments(tool string, in any) ContractOption {
	return func(c *contract) { c.arguments[tool] = in }
}

// ReadsOnly calls no tool that writes.
func ReadsOnly() ContractOption { return func(c *contract) { c.readsOnly = true } }

// Strict lets warnings fail the test too, save those about the models of one
// provider. One that is as the author wants it is lifted with a reason, see
// asixto.Tool.Allow.
func Strict() ContractOption { return func(c *contract) { c.strict = true } }

// Contract holds a server against all that the contract asks and a machine can
// see: every rule about each tool and about the catalogue as a whole, then the
// sequence of the certification through the HTTP handler and more of its kind:
// the credential, requests that must be refused, calls with made-up arguments,
// null for every optional one, duplicates one after the other, at once and after
// a cut, a short load. Each violation fails tb, with what to write instead; each
// warning is logged. It is what the command "asixto check" does to a server that
// runs.
//
// It calls every tool, those that cannot be undone included, so give it a server
// before a system of the test's own. Effects it does not see: see [Idempotent]
// and [ReadOnly].
func Contract(tb testing.TB, srv *asixto.Server, opts ...ContractOption) {
	tb.Helper()
	c := New(tb, srv)
	c.examine(tb, opts, srv.Warnings())
}

// Contract is as the function of that name, for whatever the client speaks to.
// Without a token the credential is reported as missing.
func (c *Client) Contract(tb testing.TB, opts ...ContractOption) {
	tb.Helper()
	c.examine(tb, opts, nil)
}

// examine also tells of what registration has warned of: some of it shows in the
// Go types alone.
func (c *Client) examine(tb testing.TB, opts []ContractOption, registered []asixto.Violation) {
	tb.Helper()
	o := contract{arguments: make(map[string]any)}
	for _, opt := range opts {
		opt(&o)
	}
	given, err := o.given()
	if err != nil {
		tb.Fatal(err)
	}
	report, err := certify.Examine(tb.Context(), certify.Options{
		URL: c.url, Token: c.token, Transport: c, Version: "asixtotest", Arguments: given,
		AllowWrites: !o.readsOnly, AllowDestructive: !o.readsOnly,
	})
	if err != nil {
		tb.Fatalf("asixtotest: nothing was examined: %v", err)
	}
	o.tell(tb, report)
	for _, w := range registered {
		if !slices.ContainsFunc(report.Findings, func(f certify.Finding) bool {
			return f.Rule.ID == w.Rule && f.Tool == w.Tool && f.Field == w.Field && f.Output == w.Output
		}) {
			o.advise(tb, w, w.Provider)
		}
	}
}

// advise tells of a warning.
func (o *contract) advise(tb testing.TB, w any, provider string) {
	tb.Helper()
	if o.strict && provider == "" {
		tb.Errorf("asixtotest: %v", w)
	} else {
		tb.Logf("asixtotest: warning: %v", w)
	}
}

func (o *contract) given() (map[string]jsontext.Value, error) {
	given := make(map[string]jsontext.Value, len(o.arguments))
	for tool, in := range o.arguments {
		args, err := arguments(in)
		if err != nil {
			return nil, fmt.Errorf("asixtotest: tool %q: %w", tool, err)
		}
		given[tool] = args
	}
	return given, nil
}

// tell fails tb for what was found, and logs what else there is to know.
func (o *contract) tell(tb testing.TB, r *certify.Report) {
	tb.Helper()
	for _, f := range r.Findings {
		if f.Rule.Level == rules.Blocking {
			tb.Errorf("asixtotest: %v", f.Finding)
		} else {
			o.advise(tb, f.Finding, f.Rule.Provider)
		}
	}
	for _, x := range r.Lifted {
		tb.Logf("asixtotest: lifted: tool %q: %s: %s", x.Finding.Tool, x.Finding.Rule.ID, x.Reason)
	}
	for _, c := range r.Checks {
		if c.Step.ID == "calls" && c.Status == certify.Passed && c.Reason != (certify.Words{}) {
			tb.Logf("asixtotest: tool %q: no success was seen with made-up arguments: give real ones with Arguments", c.Tool)
		}
	}
	for tool := range o.arguments {
		if !slices.Contains(r.Tools, tool) {
			tb.Errorf("asixtotest: Arguments are given for %q, which is no tool of the server: %v", tool, r.Tools)
		}
	}
	for _, c := range r.Checks {
		if c.Status == certify.Skipped && c.Tool == "" {
			tb.Logf("asixtotest: left out: %s: %s", c.Step.Title.EN, c.Reason.EN)
		}
	}
	if r.Verdict == certify.Unfinished {
		tb.Error("asixtotest: the server was not examined to the end")
	}
}
