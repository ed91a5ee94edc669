package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A fact is what the reference says of one argument.
type fact struct {
	Name, Type, Default string
	Required, Decided   bool // Decided: the values are ours, where the reference gives none
	Values, Tests       []string
}

// reference reads testdata/reference.txt: the facts of each tool, in its order.
func reference(t *testing.T) (tools []string, facts map[string][]fact) {
	t.Helper()
	raw, err := os.ReadFile("testdata/reference.txt")
	if err != nil {
		t.Fatal(err)
	}
	facts = map[string][]fact{}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case !strings.HasPrefix(line, " "):
			tools = append(tools, line)
			if line != getMCPAccess {
				facts[line] = []fact{{Name: "mcp_access_token", Type: "text", Required: true, Tests: []string{"TestAccess"}}}
			}
		default:
			tool := tools[len(tools)-1]
			facts[tool] = append(facts[tool], parseFact(line))
		}
	}
	return tools, facts
}

func parseFact(line string) fact {
	said, tests, _ := strings.Cut(line, " - ")
	words := strings.Fields(said)
	f := fact{Type: words[1], Tests: strings.Fields(tests)}
	f.Name, f.Required = strings.CutSuffix(words[0], "*")
	for part := ""; len(words) > 2; words = slices.Delete(words, 2, 3) {
		switch word := words[2]; {
		case slices.Contains([]string{"values", "decided", "default"}, word):
			part = word
			f.Decided = f.Decided || word == "decided"
		case part == "default":
			f.Default = word
		default:
			f.Values = append(f.Values, word)
		}
	}
	return f
}

// find is the property of a dotted name, and whether it is required where it is.
func (o object) find(name string) (p property, required bool) {
	head, rest, deeper := strings.Cut(name, ".")
	p = o.Properties[head]
	if deeper {
		return p.find(rest)
	}
	return p, slices.Contains(o.Required, head)
}

// names are those of all properties, those of nested objects behind a full stop.
func (o object) names(prefix string) []string {
	var all []string
	for name, p := range o.Properties {
		all = append(append(all, prefix+name), p.names(prefix+name+".")...)
	}
	return all
}

// kind is the type of a property in the words of the reference.
func (p property) kind() string {
	types := fmt.Sprint(p.Type)
	switch {
	case p.Format == "date-time":
		return "time"
	case strings.Contains(types, "array") && strings.Contains(fmt.Sprint(p.Items.Type), "object"):
		return "objects"
	case strings.Contains(types, "array"):
		return "texts"
	case strings.Contains(types, "object"):
		return "object"
	case strings.Contains(types, "boolean"):
		return "boolean"
	case strings.Contains(types, "integer"), strings.Contains(types, "number"):
		return "number"
	}
	return "text"
}

// values are those of an enum, null left out.
func (p property) values() []string {
	var all []string
	for _, v := range p.Enum {
		if v != nil {
			all = append(all, fmt.Sprint(v))
		}
	}
	return all
}

// The catalogue has the arguments of the reference and no others, of its types,
// as required as there, with its values in its order.
func TestTheReferencesArguments(t *testing.T) {
	t.Parallel()
	tools, facts := reference(t)
	got := map[string]object{}
	for _, d := range newWorkspace(t, "").agent.catalogue(t) {
		got[d.Name] = d.Input
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(tools)), slices.Sorted(maps.Keys(got))); diff != "" {
		t.Fatal(diff)
	}
	for tool, input := range got {
		var names []string
		for _, f := range facts[tool] {
			names = append(names, f.Name)
			p, required := input.find(f.Name)
			kind := strings.ReplaceAll(f.Type, "json", "object")
			if required != f.Required || p.kind() != kind {
				t.Errorf("%s.%s: %s, required: %t, want %s, %t", tool, f.Name, p.kind(), required, kind, f.Required)
			}
			if diff := cmp.Diff(f.Values, p.values()); diff != "" {
				t.Errorf("%s.%s: %s", tool, f.Name, diff)
			}
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(input.names("")))); diff != "" {
			t.Errorf("%s: %s", tool, diff)
		}
	}
}

// complaint is what a call with one argument is told about that argument: the
// others, which it lacks, are named beside it.
func complaint(t *testing.T, c *caller, tool, name string, value any) bool {
	t.Helper()
	a := args{"mcp_access_token": nil} // which is never right, so that nothing is done
	if head, rest, nested := strings.Cut(name, "."); nested {
		a[head] = args{rest: value}
	} else {
		a[name] = value
	}
	f := c.refused(t, tool, a)
	if f.Type != "VALIDATION" {
		t.Fatalf("%s(%v): %+v", tool, a, f)
	}
	for line := range strings.SplitSeq(f.Details, ";") {
		if path, _, _ := strings.Cut(strings.TrimSpace(line), ":"); path == name || strings.HasPrefix(path, name+"[") {
			return true
		}
	}
	return false
}

// Every required argument is asked for, missing or null; every other one may be
// absent and null.
func TestRequiredArguments(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	_, facts := reference(t)
	for tool, all := range facts {
		for _, f := range all {
			if told := complaint(t, w.agent, tool, f.Name, nil); told != f.Required {
				t.Errorf("%s.%s null: told %t, want %t", tool, f.Name, told, f.Required)
			}
		}
		if !complaint(t, w.agent, tool, "otro", 1) {
			t.Errorf("%s takes what it does not declare", tool)
		}
	}
}

// Every value of every closed set is taken, and nothing else.
func TestValues(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	_, facts := reference(t)
	for tool, all := range facts {
		for _, f := range all {
			for _, v := range f.Values {
				if complaint(t, w.agent, tool, f.Name, v) {
					t.Errorf("%s.%s: %q is refused", tool, f.Name, v)
				}
			}
			if len(f.Values) == 0 {
				continue
			}
			for _, v := range []string{"", "nada", strings.ToLower(f.Values[0]) + " ", strings.ToUpper(f.Values[0]) + "X"} {
				if !complaint(t, w.agent, tool, f.Name, v) {
					t.Errorf("%s.%s: %q is taken", tool, f.Name, v)
				}
			}
		}
	}
}

// Every limit that the schema states is held, to both sides of it.
func TestLimits(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	check := func(tool, name string, value any, want bool) {
		t.Helper()
		if told := complaint(t, w.agent, tool, name, value); told != want {
			t.Errorf("%s.%s of %.20v…: refused %t, want %t", tool, name, value, told, want)
		}
	}
	for _, d := range w.agent.catalogue(t) {
		for _, name := range d.Input.names("") {
			p, _ := d.Input.find(name)
			if name == "mcp_access_token" {
				continue
			}
			if p.MaxLength != nil && p.Format == "" && p.Enum == nil {
				check(d.Name, name, strings.Repeat("é", *p.MaxLength), false)
				check(d.Name, name, strings.Repeat("é", *p.MaxLength+1), true)
			}
			if p.Maximum != nil {
				check(d.Name, name, *p.Maximum, false)
				check(d.Name, name, *p.Maximum+1, true)
			}
			if p.Minimum != nil {
				check(d.Name, name, *p.Minimum, false)
				check(d.Name, name, *p.Minimum-1, true)
			}
			if p.MaxItems != nil && p.kind() == "texts" {
				item := strings.Repeat("a", *p.Items.MaxLength)
				check(d.Name, name, slices.Repeat([]string{item}, *p.MaxItems), false)
				check(d.Name, name, slices.Repeat([]string{item}, *p.MaxItems+1), true)
				check(d.Name, name, []string{item + "a"}, true)
			}
		}
	}
	// The reference's own ceilings.
	check(requestApproval, "timeout_seconds", 24*60*60, false)
	check(requestApproval, "timeout_seconds", 24*60*60+1, true)
	check(recordExecutionAttempt, "attempt_number", 1, false)
	check(recordExecutionAttempt, "attempt_number", 0, true)
	check(recordExecutionAttempt, "attempt_number", 1.5, true)
	for _, moment := range []string{"2026-05-04", "2026-05-04T09:00:00", "ayer"} {
		check(recordExecutionAttempt, "started_at", moment, true)
		check(recordExecutionEffect, "observed_at", moment, true)
	}
	for _, free := range []struct{ tool, name string }{{authorizeExecution, "request"}, {recordExecutionAttempt, "request"}, {requestApproval, "payload"}} {
		check(free.tool, free.name, args{"a": strings.Repeat("x", 592)}, false)
		check(free.tool, free.name, args{"a": strings.Repeat("x", 593)}, true)
		check(free.tool, free.name, []int{1}, true)
	}
}
