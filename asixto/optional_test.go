package asixto

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOptionalArguments(t *testing.T) {
	t.Parallel()
	if got := Or(nil, "normal"); got != "normal" {
		t.Errorf("Or of nothing: %q", got)
	}
	if got := Or(new(0), 7); got != 0 {
		t.Errorf("Or of a zero that was given: %d", got)
	}
	if When(false, new(1)) != nil || When(true, (*int)(nil)) != nil || *When(true, new(1)) != 1 {
		t.Error("When")
	}
	given := " \t a b \u00a0\n"
	for in, want := range map[*string]*string{nil: nil, new(""): nil, new(" \n"): nil, &given: new("a b"), new("x"): new("x")} {
		if diff := cmp.Diff(want, Trimmed(in)); diff != "" {
			t.Error(diff)
		}
	}
	if given != " \t a b \u00a0\n" {
		t.Errorf("what was given is now %q", given)
	}
}

type borrarIn struct {
	Confirmado Confirmed `json:"confirmado" doc:"La decisión del cliente: confirmó que quiere borrar la nota"`
}

func TestOnlyTrueConfirms(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	tool := echoTool("borrar_nota", Destructive)
	tool.Verb = "borrar una nota"
	ran := 0
	mustAdd(t, s, tool, func(context.Context, borrarIn) (echoOut, error) { ran++; return echoOut{"borrada"}, nil })
	for _, w := range s.Warnings() {
		if strings.Contains(w.Rule, "confirm") {
			t.Errorf("the rule on confirmations does not see it: %s", w)
		}
	}
	h := handlerOf(t, s, nil)
	for name, args := range map[string]map[string]any{
		"false": {"confirmado": false}, "null": {"confirmado": nil}, "nothing": {}, "text": {"confirmado": "true"}, "number": {"confirmado": 1},
	} {
		if kind, _, _ := callTool(t, h, "borrar_nota", args, withKey(name)).failure(t); kind != "VALIDATION" {
			t.Errorf("%s: %s, want VALIDATION", name, kind)
		}
	}
	if r := callTool(t, h, "borrar_nota", map[string]any{"confirmado": true}, withKey("yes")); r.Result.IsError || ran != 1 {
		t.Errorf("%d runs: %s", ran, r.Body)
	}
}
