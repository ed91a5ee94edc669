package asixtotest

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
)

// UpdateVariable is the environment variable that makes golden files be written
// anew, with any value but "" and "0":
//
//	UPDATE_GOLDEN=1 go test ./...
//
// The package defines no flag, since a test that has an -update of its own could
// not define it then. But where the test has a boolean flag of that name, it
// holds here too; to have it, write
//
//	var _ = flag.Bool("update", false, "write the golden files anew")
const UpdateVariable = "UPDATE_GOLDEN"

// Golden compares what a model gets to see of a server, the answers to
// server/discover and tools/list, with a file such as
// "testdata/catalogue.json". A change of a description, a limit or a
// classification means certifying again, so it should be seen in review.
// [UpdateVariable] says how to write the file.
func Golden(tb testing.TB, srv *asixto.Server, path string) {
	tb.Helper()
	c := New(tb, srv)
	seen, err := c.catalogue(tb)
	if err != nil {
		tb.Fatal(err)
	}
	golden(tb, path, seen)
}

func (c *Client) catalogue(tb testing.TB) (string, error) {
	tb.Helper()
	var b strings.Builder
	enc := jsontext.NewEncoder(&b, jsontext.WithIndent("  "))
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return "", fmt.Errorf("asixtotest: %w", err)
	}
	for _, method := range []string{"server/discover", "tools/list"} {
		result, err := c.request(tb.Context(), method, "", map[string]any{"_meta": c.protocol()})
		if err != nil {
			return "", err
		}
		if err := errors.Join(enc.WriteToken(jsontext.String(method)), json.MarshalEncode(enc, result)); err != nil {
			return "", fmt.Errorf("asixtotest: %s: %w", method, err)
		}
	}
	if err := enc.WriteToken(jsontext.EndObject); err != nil {
		return "", fmt.Errorf("asixtotest: %w", err)
	}
	return b.String(), nil
}

// golden compares a text with a file, or writes it.
func golden(tb testing.TB, path, got string) {
	tb.Helper()
	if updating() {
		if err := write(path, got); err != nil {
			tb.Fatal(err)
		}
		tb.Logf("asixtotest: wrote %s", path)
		return
	}
	want, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		tb.Errorf("asixtotest: %s does not exist: write it with %s=1 go test, and commit it", path, UpdateVariable)
	case err != nil:
		tb.Errorf("asixtotest: %v", err)
	case string(want) != got:
		tb.Errorf("asixtotest: %s differs (- the file, + now); if it is meant so, write it with %s=1 go test:\n%s",
			path, UpdateVariable, difference(string(want), got))
	}
}

func updating() bool {
	if v := os.Getenv(UpdateVariable); v != "" && v != "0" {
		return true
	}
	f := flag.Lookup("update")
	if f == nil {
		return false
	}
	g, ok := f.Value.(flag.Getter)
	return ok && g.Get() == true
}

func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return fmt.Errorf("asixtotest: %w", err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return fmt.Errorf("asixtotest: %w", err)
	}
	return nil
}

// maxShown bounds the lines of a difference, on either side.
const maxShown = 30

// difference shows the lines between what two texts begin with and end with in
// common.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	head := 0
	for head < min(len(x), len(y)) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	var out strings.Builder
	fmt.Fprintf(&out, "line %d:\n", head+1)
	show := func(sign string, lines []string) {
		for i, line := range lines {
			if i == maxShown {
				fmt.Fprintf(&out, "%s … and %d more lines\n", sign, len(lines)-i)
				return
			}
			fmt.Fprintf(&out, "%s %s\n", sign, line)
		}
	}
	show("-", x[head:len(x)-tail])
	show("+", y[head:len(y)-tail])
	return out.String()
}
