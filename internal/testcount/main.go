// Command testcount reads the JSON events of go test, prints what a person needs of them, and counts.
//
//	go test -json ./... | testcount -o totals
//	testcount -total totals
//
// The first form prints one line for each package, the output of each failed test, and each skipped test with its
// reason; it adds its counts as one line to the file of -o. It exits 1 if a test failed, none ran, or, with -strict, one
// was skipped. The second form adds up such a file and prints "N passed, N failed, N skipped".
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "testcount:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("testcount", flag.ContinueOnError)
	file := flags.String("o", "", "add the counts as a line to this `file`")
	strict := flags.Bool("strict", false, "a skipped test is a failure")
	total := flags.Bool("total", false, "add up the files given as arguments instead of reading events")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("arguments: %w", err)
	}
	if *total {
		return sum(flags.Args(), out)
	}
	counts, err := read(in, out)
	if err != nil {
		return err
	}
	if *file != "" {
		if err := appendCounts(*file, counts); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, counts)
	return verdict(counts, *strict)
}

func verdict(c counts, strict bool) error {
	switch {
	case c.failed > 0:
		return errors.New("a test failed")
	case c.passed == 0:
		return errors.New("no test ran")
	case strict && c.skipped > 0:
		return errors.New("a test was skipped, and none may be")
	default:
		return nil
	}
}

func appendCounts(name string, c counts) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keeping the counts: %w", err)
	}
	_, err = fmt.Fprintln(f, c)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("keeping the counts: %w", err)
	}
	return nil
}

func sum(names []string, out io.Writer) error {
	var all counts
	for _, name := range names {
		c, err := sumFile(name)
		if err != nil {
			return err
		}
		all = all.plus(c)
	}
	fmt.Fprintln(out, all)
	return nil
}

// sumFile counts a file that does not exist as nothing: its step never got to its tests.
func sumFile(name string) (counts, error) {
	var all counts
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return all, fmt.Errorf("adding up: %w", err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var c counts
		if _, err := fmt.Sscanf(lines.Text(), format, &c.passed, &c.failed, &c.skipped); err != nil {
			return all, fmt.Errorf("adding up %s: line %q: %w", name, lines.Text(), err)
		}
		all = all.plus(c)
	}
	if err := lines.Err(); err != nil {
		return all, fmt.Errorf("adding up %s: %w", name, err)
	}
	return all, nil
}
