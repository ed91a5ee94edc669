package certify

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// An Inspector holds single answers against the rules about answers, as an
// examination does, for who makes the calls. It is not safe for concurrent use.
type Inspector struct{ e *examination }

// NewInspector takes the entries of tools/list.
func NewInspector(defs [][]byte) (*Inspector, error) {
	e := &examination{report: new(Report), told: make(map[told]bool)}
	for _, def := range defs {
		e.addTool(Step{}, jsontext.Value(def))
	}
	if err := e.catalogue(context.Background(), Step{}); err != nil {
		return nil, fmt.Errorf("certify: %w", err)
	}
	return &Inspector{e}, nil
}

// Knows reports whether a tool of that name is among those listed.
func (i *Inspector) Knows(tool string) bool { return i.tool(tool) != nil }

func (i *Inspector) tool(name string) *tool {
	n := slices.IndexFunc(i.e.tools, func(t *tool) bool { return t.name == name })
	if n < 0 {
		return nil
	}
	return i.e.tools[n]
}

// Inspect returns what is wrong with the result of a call of a tool; nothing for
// a tool that is not known. channel is "chat" or "voice", zone the time zone that the
// call named.
func (i *Inspector) Inspect(tool string, result []byte, channel string, zone *time.Location) []rules.Finding {
	t := i.tool(tool)
	if t == nil {
		return nil
	}
	clear(i.e.told)
	i.e.zone = zone
	i.e.report.Findings = nil
	if at := around(string(result), "data:"); at != "" {
		i.e.observe(Step{}, "answer-event-text", tool, at)
	}
	i.e.inspect(Step{}, t, &reply{status: http.StatusOK, message: message{Result: jsontext.Value(result)}}, channel)
	findings := make([]rules.Finding, len(i.e.report.Findings))
	for n, f := range i.e.report.Findings {
		findings[n] = f.Finding
	}
	return findings
}

// Unspeakable is the first mark in a text that nobody can say, "" where there is
// none.
func Unspeakable(text string) string { return markup.FindString(text) }
