package certify

import (
	"strings"
	"time"
	"unicode"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// A Verdict is what an examination came to.
type Verdict string

// The three verdicts, and the exit codes of the command for them.
const (
	Certifiable Verdict = "certifiable" // 0: warnings at most
	Violations  Verdict = "violations"  // 1: what the certification refuses
	Unfinished  Verdict = "unfinished"  // 2: nothing found, but not all examined
)

// A Status is how one step went.
type Status string

// The statuses of a step.
const (
	Passed  Status = "passed"
	Warned  Status = "warned"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// A Report is all that an examination found out.
type Report struct {
	URL      string // without query
	Server   Identity
	Revision string // that the server was examined in
	Tools    []string
	Verdict  Verdict
	Checks   []Check
	Findings []Finding
	Lifted   []rules.Exception
	Latency  []Latency
	Duration time.Duration
}

// Identity is what a server says of itself.
type Identity struct {
	Name, Title, Version string
}

// A Check is one step of the examination, for one tool where it calls tools.
type Check struct {
	Step   Step
	Tool   string
	Status Status
	// Reason is why it was skipped, or what else there is to know.
	Reason Words
}

// A Finding is a rule that the server was seen to break.
type Finding struct {
	rules.Finding

	Step Step
}

// Latency is how long a tool, or tools/list, took under a short load.
type Latency struct {
	Tool               string // "" is tools/list
	Calls              int
	P50, P90, P99, Max time.Duration
}

// Words are a text in both languages.
type Words struct{ EN, ES string }

// In returns the words in "es" or in English.
func (w Words) In(lang string) string {
	if lang == "es" {
		return w.ES
	}
	return w.EN
}

func (w Words) empty() bool { return w == Words{} }

// settle counts what was found and says what it comes to.
func (r *Report) settle(finished bool) {
	r.Verdict = Certifiable
	if !finished {
		r.Verdict = Unfinished
	}
	type spot struct{ step, tool string } // "" is all of a step
	worst := make(map[spot]Status)
	for _, f := range r.Findings {
		status := Warned
		if f.Rule.Level == rules.Blocking {
			r.Verdict, status = Violations, Failed
		}
		for _, at := range []spot{{f.Step.ID, ""}, {f.Step.ID, f.Tool}} {
			if worst[at] != Failed {
				worst[at] = status
			}
		}
	}
	for i, c := range r.Checks {
		found := worst[spot{c.Step.ID, c.Tool}]
		if c.Status == Passed && found != "" || c.Status == Warned && found == Failed {
			r.Checks[i].Status = found
		}
	}
}

// Count is how many findings are violations and how many are warnings.
func (r *Report) Count() (violations, warnings int) {
	for _, f := range r.Findings {
		if f.Rule.Level == rules.Blocking {
			violations++
		} else {
			warnings++
		}
	}
	return violations, warnings
}

// maxDetail bounds what a finding quotes, in characters.
const maxDetail = 200

// harmless is text of a server that may be shown: without the token, without
// characters that steer a terminal, of bounded length.
func harmless(s, token string) string {
	s = masked(s, token)
	s = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, s)
	if runes := []rune(s); len(runes) > maxDetail {
		s = string(runes[:maxDetail]) + "…"
	}
	return s
}

// masked is s without the token.
func masked(s, token string) string {
	if token == "" {
		return s
	}
	return strings.ReplaceAll(s, token, "[token]")
}
