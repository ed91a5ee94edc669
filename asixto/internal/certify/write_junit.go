package certify

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/asixto/go-sdk/asixto/internal/rules"
)

type junitReport struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Seconds  string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class    string         `xml:"classname,attr"`
	Name     string         `xml:"name,attr"`
	Failures []junitFailure `xml:"failure"`
	Skipped  *junitSkipped  `xml:"skipped"`
	Out      string         `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

// WriteJUnit writes a report as the XML that pipelines read: a suite for each
// step, a case for each tool in it. Violations are failures, warnings stand in
// the output of their case. The texts are Spanish where lang is "es" and English
// otherwise.
func WriteJUnit(w io.Writer, r *Report, lang string) error {
	out := junitReport{Name: "asixto check " + r.URL, Seconds: fmt.Sprintf("%.3f", r.Duration.Seconds())}
	untold := make(map[string][]Finding) // by their step
	for _, f := range r.Findings {
		untold[f.Step.ID] = append(untold[f.Step.ID], f)
	}
	for _, c := range r.Checks {
		if len(out.Suites) == 0 || out.Suites[len(out.Suites)-1].Name != c.Step.ID {
			out.Suites = append(out.Suites, junitSuite{Name: c.Step.ID})
		}
		suite := &out.Suites[len(out.Suites)-1]
		suite.add(junitCaseOf(c, lang, untold))
	}
	for _, s := range out.Suites {
		out.Tests, out.Failures, out.Skipped = out.Tests+s.Tests, out.Failures+s.Failures, out.Skipped+s.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("certify: write the report: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("certify: write the report: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("certify: write the report: %w", err)
	}
	return nil
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if len(c.Failures) > 0 {
		s.Failures++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// junitCaseOf is one check with its findings, which are told then. Those about the whole server belong
// to the first case of their step.
func junitCaseOf(c Check, lang string, untold map[string][]Finding) junitCase {
	name := c.Step.Title.In(lang)
	if c.Tool != "" {
		name = c.Tool
	}
	tc := junitCase{Class: "asixto." + c.Step.ID, Name: name}
	if c.Status == Skipped {
		tc.Skipped = &junitSkipped{c.Reason.In(lang)}
	}
	var said []string
	if c.Status != Skipped && !c.Reason.empty() {
		said = append(said, c.Reason.In(lang))
	}
	p := &page{lang: lang}
	var others []Finding
	for _, f := range untold[c.Step.ID] {
		if f.Tool != "" && c.Tool != "" && f.Tool != c.Tool {
			others = append(others, f)
			continue
		}
		message := p.place(f.Finding) + p.sentence(f.Finding)
		if f.Rule.Level == rules.Blocking {
			tc.Failures = append(tc.Failures, junitFailure{f.Rule.ID, message, "Go: " + f.Rule.Fix.Go + "\nJSON: " + f.Rule.Fix.JSON})
		} else {
			said = append(said, message+" ["+f.Rule.ID+"]")
		}
	}
	untold[c.Step.ID] = others
	if c.Status == Failed && len(tc.Failures) == 0 {
		why := Words{"what was found before ends the examination", "lo encontrado antes termina el examen"}.In(lang)
		tc.Failures = append(tc.Failures, junitFailure{"stopped", why, ""})
	}
	tc.Out = strings.Join(said, "\n")
	return tc
}
