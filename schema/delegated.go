package schema

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"
)

// delegated are the rules of a value that the validator enforces.
type delegated []rule

func (rules delegated) hold(w *walk, value any) {
	for _, r := range rules {
		if ok, _ := passes(w.codec.rules, value, r.raw); !ok {
			w.add(r.problem(w.codec.messages))
			return
		}
	}
}

// problem is what a broken rule says, its parameter as a person says it.
func (r rule) problem(words *Messages) Problem {
	all := func(values []string) string { return words.list(values, words.Or, len(values)) }
	switch r.name {
	case "unique":
		return Problem{Code: Repeated}
	case "eq_ignore_case":
		return Problem{Code: NotAllowed, Allowed: []string{r.param}}
	case "oneofci":
		return Problem{Code: NotAllowed, Allowed: listed(r.param)}
	case "datetime":
		return Problem{Code: BadFormat, Format: layoutWord(r.param), Limit: exampleMoment.Format(r.param)}
	case "ne_ignore_case":
		return Problem{Code: BadFormat, Format: "ne", Limit: r.param}
	case "noneof", "noneofci":
		return Problem{Code: BadFormat, Format: "noneof", Limit: all(listed(r.param))}
	case "oneof":
		return Problem{Code: BadFormat, Format: r.name, Limit: all(listed(r.param))}
	case "containsany", "excludesall":
		return Problem{Code: BadFormat, Format: r.name, Limit: strings.Join(strings.Split(r.param, ""), " ")}
	}
	return Problem{Code: BadFormat, Format: r.name, Limit: r.param}
}

// exampleMoment shows what a layout asks for: no two of its parts look alike.
var exampleMoment = time.Date(2026, time.December, 31, 15, 30, 45, 0, time.UTC)

// passes asks the validator. A rule that panics on a value does not pass.
func passes(v *validator.Validate, value any, tag string) (ok bool, panicked error) {
	defer func() {
		if p := recover(); p != nil {
			ok, panicked = false, fmt.Errorf("%v", p)
		}
	}()
	return v.Var(value, tag) == nil, nil
}

// A validator belongs to one codec: nothing an author registers elsewhere, and
// nothing another type says, can change what a tool accepts.
func newValidator() *validator.Validate {
	return validator.New(validator.WithRequiredStructEnabled())
}

// delegate checks that the validator understands a rule, by trying it on a zero
// value, and keeps it for the calls.
func (b *builder) delegate(r rule, zero any) rule {
	if _, err := passes(b.validator(), zero, r.raw); err != nil {
		b.ruleFault(r, "the validator does not take it: "+err.Error())
	}
	return r
}

// validator is the codec's own, made when first needed.
func (b *builder) validator() *validator.Validate {
	if b.judge == nil {
		b.judge = newValidator()
	}
	return b.judge
}

// A RuntimeRule is a rule that calls are held to and the schema cannot say.
type RuntimeRule struct {
	// Path is the property's, such as "items[].nombre"; empty for the whole.
	Path string
	// Rule is the rule as written in the tag.
	Rule string
}

func (b *builder) atRuntime(rule string) {
	b.runtime = append(b.runtime, RuntimeRule{Path: b.where(), Rule: rule})
}
