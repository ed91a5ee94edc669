package certify

import (
	"fmt"
	"io"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

// jsonVersion is of the form of WriteJSON: it grows when a member is renamed or
// goes, not when one is added.
const jsonVersion = 1

type jsonReport struct {
	Version    int           `json:"version"`
	URL        string        `json:"url"`
	Verdict    Verdict       `json:"verdict"`
	Violations int           `json:"violations"`
	Warnings   int           `json:"warnings"`
	Server     jsonServer    `json:"server"`
	Tools      []string      `json:"tools"`
	Findings   []jsonFinding `json:"findings"`
	Exceptions []jsonFinding `json:"exceptions"`
	Checks     []jsonCheck   `json:"checks"`
	Latency    []jsonLatency `json:"latency"`
	DurationMS float64       `json:"duration_ms"`
}

type jsonServer struct {
	Name     string `json:"name"`
	Title    string `json:"title,omitempty"`
	Version  string `json:"version"`
	Revision string `json:"revision"`
}

type jsonFinding struct {
	Rule    string  `json:"rule"`
	Level   string  `json:"level"`
	Section string  `json:"section"`
	Step    string  `json:"step,omitempty"`
	Tool    string  `json:"tool,omitempty"`
	Field   string  `json:"field,omitempty"`
	Output  bool    `json:"output,omitzero"`
	Detail  string  `json:"detail,omitempty"`
	EN      string  `json:"en"`
	ES      string  `json:"es"`
	Fix     jsonFix `json:"fix"`
	Reason  string  `json:"reason,omitempty"`
}

type jsonFix struct {
	JSON string `json:"json"`
	Go   string `json:"go"`
}

type jsonCheck struct {
	Step   string `json:"step"`
	Tool   string `json:"tool,omitempty"`
	Status Status `json:"status"`
	EN     string `json:"en,omitempty"`
	ES     string `json:"es,omitempty"`
}

type jsonLatency struct {
	Tool  string  `json:"tool,omitempty"`
	Calls int     `json:"calls"`
	P50   float64 `json:"p50_ms"`
	P90   float64 `json:"p90_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

// WriteJSON writes a report for a program: the same members in the same order
// whatever was found, lists that are empty rather than absent, texts in both
// languages.
func WriteJSON(w io.Writer, r *Report) error {
	violations, warnings := r.Count()
	out := jsonReport{
		Version: jsonVersion, URL: r.URL, Verdict: r.Verdict, Violations: violations, Warnings: warnings,
		Server: jsonServer{r.Server.Name, r.Server.Title, r.Server.Version, r.Revision}, Tools: r.Tools, DurationMS: milliseconds(r.Duration),
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, findingOf(f.Finding, f.Step.ID, ""))
	}
	for _, x := range r.Lifted {
		out.Exceptions = append(out.Exceptions, findingOf(x.Finding, "", x.Reason))
	}
	for _, c := range r.Checks {
		out.Checks = append(out.Checks, jsonCheck{c.Step.ID, c.Tool, c.Status, c.Reason.EN, c.Reason.ES})
	}
	for _, l := range r.Latency {
		out.Latency = append(out.Latency, jsonLatency{
			l.Tool, l.Calls, milliseconds(l.P50), milliseconds(l.P90), milliseconds(l.P99), milliseconds(l.Max),
		})
	}
	if err := json.MarshalWrite(w, out, jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true)); err != nil {
		return fmt.Errorf("certify: write the report: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("certify: write the report: %w", err)
	}
	return nil
}

func findingOf(f rules.Finding, step, reason string) jsonFinding {
	return jsonFinding{
		Rule: f.Rule.ID, Level: f.Rule.Level.String(), Section: f.Rule.Section, Step: step,
		Tool: f.Tool, Field: f.Field, Output: f.Output, Detail: f.Detail,
		EN: f.Rule.EN, ES: f.Rule.ES, Fix: jsonFix{f.Rule.Fix.JSON, f.Rule.Fix.Go}, Reason: reason,
	}
}

// milliseconds are a duration's, to a thousandth.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
