package dispatch

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the answers of testdata/wire anew")

// TestWire holds the answers to testdata/wire, byte for byte: each file is a
// series of requests, NAME.request, with their answers, NAME.answer.
func TestWire(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/wire/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no goldens: %v, %v", paths, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := txtar.Archive{Comment: archive.Comment}
			for _, file := range archive.Files {
				name, ok := strings.CutSuffix(file.Name, ".request")
				if !ok {
					continue
				}
				rec := httptest.NewRecorder()
				Handler(desk{}, peer(), nil).ServeHTTP(rec, spelled(t, string(file.Data)))
				got.Files = append(got.Files, file, txtar.File{Name: name + ".answer", Data: spell(rec)})
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(&got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(txtar.Format(archive)), string(txtar.Format(&got))); diff != "" {
				t.Errorf("%s (-want +got), -update writes it anew:\n%s", path, diff)
			}
		})
	}
}

// spelled reads a request: the method, the headers, an empty line, the body.
func spelled(t *testing.T, s string) *http.Request {
	t.Helper()
	head, body, _ := strings.Cut(s, "\n\n")
	lines := strings.Split(strings.TrimSpace(head), "\n")
	r := httptest.NewRequestWithContext(t.Context(), lines[0], "/mcp", strings.NewReader(strings.TrimSpace(body)))
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	return r
}

// spell writes an answer: the status, the headers, an empty line, the body.
func spell(rec *httptest.ResponseRecorder) []byte {
	lines := []string{strconv.Itoa(rec.Code)}
	var headers []string
	for name, values := range rec.Header() {
		headers = append(headers, name+": "+strings.Join(values, ", "))
	}
	slices.Sort(headers)
	lines = append(append(lines, headers...), "", strings.TrimSpace(rec.Body.String()), "")
	return []byte(strings.Join(lines, "\n"))
}
