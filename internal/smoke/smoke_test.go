package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is an example that answers as the wire wants. Its faults are switched on by the token that a test swaps in.
const fake = `package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	addr := flag.String("addr", "", "")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	http.HandleFunc("GET /salud", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(HEALTH) })
	http.HandleFunc("POST /mcp", func(w http.ResponseWriter, r *http.Request) {
		if GUARDED && r.Header.Get("Authorization") != "Bearer "+os.Getenv("ASIXTO_TOKENS") {
			w.Header().Set("WWW-Authenticate", "Bearer realm=x")
			w.WriteHeader(401)
			return
		}
		result := "{\"resultType\":\"complete\",\"supportedVersions\":[\"REVISION\"]}"
		if r.Header.Get("Mcp-Method") == "tools/list" {
			result = LIST
		}
		fmt.Fprintf(w, "{\"jsonrpc\":\"2.0\",\"id\":\"smoke-1\",\"result\":%s}", result)
	})
	srv := http.Server{Addr: *addr}
	go func() {
		<-ctx.Done()
		srv.Close()
	}()
	if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		fmt.Println(err)
	}
	os.Exit(STATUS)
}
`

const fakeTool = `{"name":"NAME","description":"x","inputSchema":{"type":"object"},` +
	`"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true},` +
	`"_meta":{"com.asixto/verb":"ver","com.asixto/capability":"pqr"}}`

// source is fake with each pair of words replaced.
func source(swap ...string) string {
	tools := list(strings.ReplaceAll(fakeTool, "NAME", "a"), strings.ReplaceAll(fakeTool, "NAME", "b"))
	swap = append(swap, "HEALTH", "200", "GUARDED", "true", "REVISION", revision, "STATUS", "0")
	return strings.NewReplacer(append(swap, tools...)...).Replace(fake)
}

// list is the pair that makes a server answer tools/list with these.
func list(tools ...string) []string {
	return []string{"LIST", "`" + `{"resultType":"complete","tools":[` + strings.Join(tools, ",") + "]}`"}
}

func block(word, code string) string { return "<!-- go: " + word + " -->\n```go\n" + code + "\n```\n" }

// write makes a repository with one example, in which each pair of words has been replaced.
func write(t *testing.T, readme string, swap ...string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module fake\n\ngo 1.26.0\n", "examples/demo/main.go": source(swap...), "README.md": readme} {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestExamples(t *testing.T) {
	t.Parallel()
	tool := func(name, old, replacement string) string {
		return strings.ReplaceAll(strings.ReplaceAll(fakeTool, "NAME", name), old, replacement)
	}
	tests := []struct {
		name string
		swap []string
		want string // in the error; "" for none
	}{
		{"well", nil, ""},
		{"never well", []string{"w.WriteHeader(HEALTH)", "os.Exit(3)"}, "it ended before it answered GET /salud: exit status 3"},
		{"open", []string{"GUARDED", "false"}, `token "": status 200`},
		{"another revision", []string{"REVISION", "2025-11-25"}, "server/discover: "},
		{"no tools", list(), "with 0 tools, want complete with some"},
		{"a tool without an annotation", list(tool("a", `"readOnlyHint":true,`, "")), `tool "a" lacks`},
		{"a tool without a class", list(tool("a", `"com.asixto/verb":"ver",`, "")), `tool "a" is not classified`},
		{"in no order", list(tool("b", "", ""), tool("a", "", "")), "want the order of the names"},
		{"another status at the end", []string{"STATUS", "4"}, "after SIGTERM: exit status 4, want exit status 0"},
		{"does not build", []string{"STATUS", "missing"}, "undefined: missing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			checkError(t, run(t.Context(), []string{"examples"}, write(t, "", tt.swap...), &out), tt.want)
			if tt.want == "" && out.String() != "examples/demo: starts, answers and stops\n" {
				t.Errorf("output %q", out.String())
			}
		})
	}
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, page, want string }{
		{"nothing to run", "<!-- sh: shown not here -->\n```sh\nexit 1\n```\n", ""},
		{"a command", "<!-- sh: run -->\n```sh\ntest -f go.mod\n```\n", ""},
		{"a command that fails", "text\n<!-- sh: run -->\n```sh\nfalse\ntrue\n```\n", "README.md: line 3: exit status 1"},
		{"a pipe that fails", "<!-- sh: run -->\n```sh\nfalse | true\n```\n", "README.md: line 2: exit status 1"},
		{"its answer", "<!-- sh: run -->\n```sh\necho '{\"a\":1}'\n```\n<!-- answer -->\n```json\n{\n  \"a\": 1\n}\n```\n", ""},
		{"another answer", "<!-- sh: run -->\n```sh\necho '{\"a\":1}'\n```\n<!-- answer -->\n```json\n{\"a\":2}\n```\n", "the answer shown is not the answer"},
		{"a server", "<!-- sh: run server=demo -->\n```sh\ncurl -sf http://127.0.0.1:8080/salud\n```\n", ""},
		{"a program", block("serve", source(`"addr", ""`, `"addr", "127.0.0.1:8080"`, "GUARDED", "false")), ""},
		{"a program without tools", block("serve", source(append(list(), `"addr", ""`, `"addr", "127.0.0.1:8080"`, "GUARDED", "false")...)), "README.md: line 2: tools/list"},
		{"a program on another address", block("serve", source()), "a program that serves listens on 127.0.0.1:8080"},
		{"a program that is only built", block("", "package main"), ""},
		{"no such server", "<!-- sh: run server=other -->\n```sh\ntrue\n```\n", "server other: building it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			checkError(t, run(t.Context(), []string{"docs"}, write(t, tt.page), &out), tt.want)
		})
	}
}

// TestModules tries pages that make a module of their own.
func TestModules(t *testing.T) {
	t.Parallel()
	const (
		begin = "<!-- sh: run in=. -->\n```sh\nmkdir m\ncd m\ngo mod init example.com/m\n```\n"
		well  = "<!-- sh: run server=./m -->\n```sh\ncurl -sf http://127.0.0.1:8080/salud\n```\n"
	)
	file := func(name, code string) string { return "<!-- go: file=" + name + " -->\n```go\n" + code + "\n```\n" }
	tests := []struct{ name, page, want string }{
		{"served", begin + file("m/main.go", source("GUARDED", "false")) + well, ""},
		{"vetted", begin + file("m/main.go", source()) + "<!-- sh: run in=m -->\n```sh\ngo vet ./...\n```\n", ""},
		{"written anew", begin + file("m/main.go", source("STATUS", "4")) + well + file("m/main.go", source()), "after SIGTERM: exit status 4"},
		{"does not build", begin + file("m/main.go", "package main") + well, "server ./m: building it"},
		{"made for the page", file("m/main.go", source("GUARDED", "false")) + well, ""},
		{"its text", file("m/main.go", source()) + "<!-- sh: run in=m -->\n```sh\necho hola\n```\n<!-- answer -->\n```text\nhola\n```\n", ""},
		{"outside", begin + file("../main.go", source()), "within the page's own folder"},
		{"gets this checkout", begin + "<!-- sh: run in=m -->\n```sh\ngo get github.com/asixto/go-sdk\ngrep -q 'go-sdk => /' go.mod\ngrep -q 'require github.com/asixto/go-sdk v0' go.mod\n```\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			checkError(t, run(t.Context(), []string{"docs"}, write(t, tt.page), &out), tt.want)
		})
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"examples", "docs"}, {"other"}} {
		if err := run(t.Context(), args, ".", nil); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
	checkError(t, run(t.Context(), []string{"examples"}, t.TempDir(), nil), "there is no example")
}

func checkError(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("error: %v", err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("error %v, want one with %q", err, want)
	}
}
