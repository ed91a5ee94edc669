package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

const format = "%d passed, %d failed, %d skipped"

type counts struct{ passed, failed, skipped int }

func (c counts) String() string { return fmt.Sprintf(format, c.passed, c.failed, c.skipped) }

func (c counts) plus(d counts) counts {
	return counts{c.passed + d.passed, c.failed + d.failed, c.skipped + d.skipped}
}

const (
	passed  = "pass"
	failed  = "fail"
	skipped = "skip"
)

// event is one line of go test -json, as "go doc test2json" describes it.
type event struct {
	Action  string  `json:"Action"`
	Package string  `json:"Package"`
	Test    string  `json:"Test"`
	Elapsed float64 `json:"Elapsed"`
	Output  string  `json:"Output"`
}

type testName struct{ pkg, test string }

type reader struct {
	out      io.Writer
	total    counts
	packages map[string]*counts
	output   map[testName][]string
}

// read prints and counts the events of in. A line that is no event is printed as it is.
func read(in io.Reader, out io.Writer) (counts, error) {
	r := reader{out: out, packages: map[string]*counts{}, output: map[testName][]string{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			r.line(line)
		}
		if errors.Is(err, io.EOF) {
			return r.total, nil
		}
		if err != nil {
			return r.total, fmt.Errorf("reading events: %w", err)
		}
	}
}

func (r *reader) line(line string) {
	var e event
	if err := json.Unmarshal([]byte(line), &e); err != nil || e.Action == "" {
		fmt.Fprint(r.out, line)
		return
	}
	switch e.Action {
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "output":
		if strings.HasPrefix(e.Output, "=== ") {
			return // RUN, PAUSE, CONT and NAME: which test is under way
		}
		key := testName{e.Package, e.Test}
		r.output[key] = append(r.output[key], e.Output)
	case passed, failed, skipped:
		if e.Test == "" {
			r.packageDone(e)
		} else {
			r.testDone(e)
		}
	}
}

func (r *reader) testDone(e event) {
	c := r.packages[e.Package]
	if c == nil {
		c = new(counts)
		r.packages[e.Package] = c
	}
	switch e.Action {
	case passed:
		c.passed++
	case failed:
		c.failed++
		r.print(testName{e.Package, e.Test})
	case skipped:
		c.skipped++
		r.print(testName{e.Package, e.Test})
	}
	delete(r.output, testName{e.Package, e.Test})
}

func (r *reader) packageDone(e event) {
	c := counts{}
	if got := r.packages[e.Package]; got != nil {
		c = *got
	}
	delete(r.packages, e.Package)
	switch {
	case e.Action == failed:
		// A build error, a leak found by TestMain or a time-out fails the package and no test of it.
		if c.failed == 0 {
			c.failed++
		}
		r.printPackage(e.Package)
		fmt.Fprintf(r.out, "FAIL %s (%v)\n", e.Package, c)
	case c == counts{}:
		fmt.Fprintf(r.out, "none %s\n", e.Package)
	default:
		fmt.Fprintf(r.out, "ok   %s %.1fs (%v)\n", e.Package, e.Elapsed, c)
	}
	r.total = r.total.plus(c)
	r.forget(e.Package)
}

func (r *reader) print(key testName) {
	fmt.Fprint(r.out, strings.Join(r.output[key], ""))
}

// printPackage prints what is left of a failed package: its own output and that of tests which never ended.
func (r *reader) printPackage(pkg string) {
	r.print(testName{pkg: pkg})
	for key := range r.output {
		if key.pkg == pkg && key.test != "" {
			r.print(key)
		}
	}
}

func (r *reader) forget(pkg string) {
	for key := range r.output {
		if key.pkg == pkg {
			delete(r.output, key)
		}
	}
}
