package certify

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// signs are what a step's status looks like in a terminal.
var signs = map[Status]string{Passed: "✓", Warned: "!", Failed: "✗", Skipped: "·"}

// WriteText writes a report for a person, in Spanish where lang is "es" and in
// English otherwise.
func WriteText(w io.Writer, r *Report, lang string) error {
	p := &page{lang: lang}
	p.head(r)
	p.checks(r)
	p.findings(r, rules.Blocking, Words{"Violations", "Incumplimientos"})
	p.findings(r, rules.Warning, Words{"Warnings", "Avisos"})
	p.lifted(r)
	p.latency(r)
	p.verdict(r)
	if _, err := io.WriteString(w, p.b.String()); err != nil {
		return fmt.Errorf("certify: write the report: %w", err)
	}
	return nil
}

// page is a report as it is being written.
type page struct {
	b    strings.Builder
	lang string
}

func (p *page) linef(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *page) words(en, es string) string { return Words{en, es}.In(p.lang) }

func (p *page) title(en, es string) {
	p.linef("")
	p.linef("%s", p.words(en, es))
}

func (p *page) head(r *Report) {
	p.linef("%s", r.URL)
	name := strings.TrimSpace(cmp.Or(r.Server.Title, r.Server.Name) + " " + r.Server.Version)
	if name == "" {
		name = p.words("A server without a name", "Un servidor sin nombre")
	}
	p.linef("%s · %s %s · %s", name, p.words("revision", "revisión"), cmp.Or(r.Revision, "?"),
		plural(len(r.Tools), p.words("tool", "herramienta")))
}

// checks lists the steps: one line for each, and one for each tool that was
// left out or has something to say.
func (p *page) checks(r *Report) {
	p.title("Examined", "Examinado")
	for i := 0; i < len(r.Checks); {
		same := r.Checks[i:]
		if n := slices.IndexFunc(same, func(c Check) bool { return c.Step.ID != r.Checks[i].Step.ID }); n >= 0 {
			same = same[:n]
		}
		i += len(same)
		if n := leftOut(r.Checks[i-len(same):]); n > 1 {
			p.linef("  %s %s: %s", signs[Skipped], fmt.Sprintf(p.words("%d more steps", "%d pasos más"), n), same[0].Reason.In(p.lang))
			i += n - 1
			continue
		}
		reason := ""
		if len(same) == 1 && !same[0].Reason.empty() && same[0].Tool == "" {
			reason = ": " + same[0].Reason.In(p.lang)
		}
		p.linef("  %s %s%s", signs[worst(same)], same[0].Step.Title.In(p.lang), reason)
		for _, c := range same {
			if c.Tool != "" && (!c.Reason.empty() || c.Status == Failed || c.Status == Warned) {
				p.linef("      %s %s", signs[c.Status], strings.TrimSuffix(c.Tool+": "+c.Reason.In(p.lang), ": "))
			}
		}
	}
}

// leftOut is how many steps from here on were left out altogether, for one
// reason.
func leftOut(checks []Check) int {
	n := slices.IndexFunc(checks, func(c Check) bool {
		return c.Status != Skipped || c.Tool != "" || c.Reason != checks[0].Reason
	})
	if n < 0 {
		return len(checks)
	}
	return n
}

// worst is the status of a step as a whole: skipped only where all of it was.
func worst(checks []Check) Status {
	status := Skipped
	for _, of := range []Status{Passed, Warned, Failed} {
		if slices.ContainsFunc(checks, func(c Check) bool { return c.Status == of }) {
			status = of
		}
	}
	return status
}

func (p *page) findings(r *Report, level rules.Level, title Words) {
	n := 0
	for _, f := range r.Findings {
		if f.Rule.Level != level {
			continue
		}
		if n++; n == 1 {
			p.title(title.EN, title.ES)
		}
		p.linef("  %d. %s%s", n, p.place(f.Finding), p.sentence(f.Finding))
		p.linef("     %s · %s", f.Rule.ID, f.Rule.Section)
		p.linef("     %s Go: %s", p.words("Instead:", "En su lugar:"), f.Rule.Fix.Go)
		p.linef("     %s JSON: %s", strings.Repeat(" ", len(p.words("Instead:", "En su lugar:"))), f.Rule.Fix.JSON)
	}
}

func (p *page) place(f rules.Finding) string {
	var parts []string
	if f.Tool != "" {
		parts = append(parts, f.Tool)
	}
	if f.Field != "" {
		field := p.words("field", "campo")
		if f.Output {
			field = p.words("answer field", "campo de la respuesta")
		}
		parts = append(parts, fmt.Sprintf("%s %q", field, f.Field))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ": "
}

func (p *page) sentence(f rules.Finding) string {
	s := Words{f.Rule.EN, f.Rule.ES}.In(p.lang)
	if f.Detail != "" {
		s += " (" + f.Detail + ")"
	}
	return s
}

func (p *page) lifted(r *Report) {
	if len(r.Lifted) == 0 {
		return
	}
	p.title("Exceptions that the author gives a reason for", "Excepciones que el autor justifica")
	for _, x := range r.Lifted {
		p.linef("  · %s%s", p.place(x.Finding), x.Finding.Rule.ID)
		p.linef("    «%s»", x.Reason)
	}
}

func (p *page) latency(r *Report) {
	if len(r.Latency) == 0 {
		return
	}
	p.title("Latency, several calls at a time", "Latencia, varias llamadas a la vez")
	p.linef("  %-40s %8s %8s %8s %8s %8s", "", p.words("calls", "llamadas"), "p50", "p90", "p99", "max")
	for _, l := range r.Latency {
		p.linef("  %-40s %8d %8s %8s %8s %8s", cmp.Or(l.Tool, "tools/list"), l.Calls, short(l.P50), short(l.P90), short(l.P99), short(l.Max))
	}
}

// short is a duration in milliseconds, to one decimal below ten.
func short(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	if ms < 10 {
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.0f ms", ms)
}

func (p *page) verdict(r *Report) {
	violations, warnings := r.Count()
	p.linef("")
	counts := fmt.Sprintf("%s, %s", plural(violations, p.words("violation", "incumplimiento")), plural(warnings, p.words("warning", "aviso")))
	switch r.Verdict {
	case Certifiable:
		p.linef("%s%s (%s).", p.words("Certifiable", "Certificable"), p.uncalled(r), counts)
	case Violations:
		p.linef("%s (%s).", p.words("Not certifiable", "No certificable"), counts)
	case Unfinished:
		p.linef("%s (%s).", p.words("Not examined to the end", "No se examinó hasta el final"), counts)
	}
}

// uncalled says how much of the verdict is not seen but taken from definitions.
func (p *page) uncalled(r *Report) string {
	n := 0
	for _, c := range r.Checks {
		if c.Step.ID == "calls" && c.Status == Skipped && c.Tool != "" {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return p.words("; not called: ", "; sin llamar: ") + plural(n, p.words("tool", "herramienta"))
}

// plural is a count with its noun, in both languages with an s.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
