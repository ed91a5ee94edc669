package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The table of arguments is made of the reference and of the catalogue; -update
// writes it anew.
func TestReadmeArguments(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), "<!-- arguments -->\n")
	old, after, ended := strings.Cut(rest, "<!-- end -->\n")
	if !found || !ended {
		t.Fatal("README.md has no place for the table of arguments")
	}
	table := argumentTable(t)
	if *update {
		if err := os.WriteFile("README.md", []byte(before+"<!-- arguments -->\n"+table+"<!-- end -->\n"+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(table, old); diff != "" {
		t.Errorf("README.md differs; run go test -update and look at the change (-want +got):\n%s", diff)
	}
}

func argumentTable(t *testing.T) string {
	t.Helper()
	tools, facts := reference(t)
	inputs := map[string]object{}
	for _, d := range newWorkspace(t, "").agent.catalogue(t) {
		inputs[d.Name] = d.Input
	}
	var b strings.Builder
	b.WriteString("| tool, in the file of its name | argument | of the reference | here | tests |\n|---|---|---|---|---|\n")
	for _, tool := range tools {
		if len(facts[tool]) == 0 {
			fmt.Fprintf(&b, "| `%s` | none | | | `TestTheReferencesArguments` |\n", tool)
		}
		for _, f := range facts[tool] {
			p, _ := inputs[tool].find(f.Name)
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s |\n", tool, f.Name, f.said(), p.limits(), f.tests(p))
		}
	}
	return b.String()
}

// said is what the reference says of an argument.
func (f fact) said() string {
	parts := []string{f.Type}
	if f.Required {
		parts = append(parts, "required")
	}
	if f.Default != "" {
		parts = append(parts, "default `"+f.Default+"`")
	}
	switch {
	case f.Decided:
		parts = append(parts, "decided here: one of "+code(f.Values))
	case len(f.Values) > 0:
		parts = append(parts, "one of "+code(f.Values))
	}
	return strings.Join(parts, ", ")
}

func code(values []string) string { return "`" + strings.Join(values, "` `") + "`" }

// limits are what the schema adds.
func (p property) limits() string {
	var parts []string
	if values := p.values(); len(values) > 0 {
		parts = append(parts, fmt.Sprintf("enum of %d", len(values)))
	}
	span := func(low, high any, of string) { parts = append(parts, fmt.Sprintf("%v to %v%s", low, high, of)) }
	switch {
	case p.MaxLength != nil && p.Format == "" && len(p.Enum) == 0:
		low := 0
		if p.MinLength != nil {
			low = *p.MinLength
		}
		span(low, *p.MaxLength, " characters")
	case p.Maximum != nil && p.Minimum != nil:
		span(int(*p.Minimum), int(*p.Maximum), "")
	case p.Minimum != nil:
		parts = append(parts, fmt.Sprintf("from %v", *p.Minimum))
	case p.MaxItems != nil:
		parts = append(parts, fmt.Sprintf("up to %d", *p.MaxItems))
	}
	if p.kind() == "object" && len(p.Properties) == 0 || p.kind() == "objects" {
		parts = append(parts, "free, bounded in bytes")
	}
	return strings.Join(parts, ", ")
}

// tests are those of an argument: its own, and those for all of its sort.
func (f fact) tests(p property) string {
	all := append(slices.Clone(f.Tests), "TestRequiredArguments")
	if len(f.Values) > 0 {
		all = append(all, "TestValues")
	}
	if p.limits() != "" && len(f.Values) == 0 {
		all = append(all, "TestLimits")
	}
	slices.Sort(all)
	return code(slices.Compact(all))
}

var (
	testNames = regexp.MustCompile("`(Test[A-Za-z]+)`")
	fileNames = regexp.MustCompile("`([a-z_/]+\\.(?:go|txtar|txt))`")
	declared  = regexp.MustCompile(`(?m)^func (Test[A-Za-z]+)\(`)
)

// Every test and every file that README.md names is there, every test is named,
// and every row of its tables names one.
func TestReadmeNamesWhatIsThere(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range testNames.FindAllStringSubmatch(string(raw), -1) {
		named[m[1]] = true
	}
	have := map[string]bool{"TestMain": true}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		source, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllStringSubmatch(string(source), -1) {
			have[m[1]] = true
			if !named[m[1]] && m[1] != "TestMain" && !strings.HasPrefix(m[1], "TestReadme") {
				t.Errorf("README.md does not name %s", m[1])
			}
		}
	}
	for name := range named {
		if !have[name] {
			t.Errorf("README.md names %s, which is no test", name)
		}
	}
	for _, m := range fileNames.FindAllStringSubmatch(string(raw), -1) {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("README.md names %s: %v", m[1], err)
		}
	}
	_, rules, _ := strings.Cut(string(raw), "<!-- rules -->\n")
	rules, _, _ = strings.Cut(rules, "<!-- end -->")
	for i, row := range strings.Split(strings.TrimSpace(rules), "\n") {
		if i > 1 && (!testNames.MatchString(row) || !fileNames.MatchString(row)) {
			t.Errorf("a rule without a place or a test: %s", row)
		}
	}
	for tool := range strings.SplitSeq(strings.Join(slices.Concat(toolsOf[taskGuard], toolsOf[secure], toolsOf[govern]), " "), " ") {
		if _, err := os.Stat(tool + ".go"); err != nil {
			t.Error(err)
		}
	}
}
