package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
)

// said is what a run of the command came to.
type said struct {
	code     int
	out, err string
}

// asixto runs the command with some variables of the environment.
func asixto(t *testing.T, env map[string]string, args ...string) said {
	t.Helper()
	var out, err bytes.Buffer
	code := run(t.Context(), args, terminal{out: &out, err: &err, getenv: func(name string) string { return env[name] }})
	return said{code, out.String(), err.String()}
}

func spanish() map[string]string { return map[string]string{"LANG": "es_CO.UTF-8"} }

func TestUsage(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "none.json")
	tests := []struct {
		args []string
		code int
		says string // on standard error, or on standard output where that is empty
	}{
		{nil, exitUsage, "asixto check URL"},
		{[]string{"help"}, exitOK, "examinar un servidor"},
		{[]string{"--help"}, exitOK, "examinar un servidor"},
		{[]string{"help", "check"}, exitOK, "--allow-destructive"},
		{[]string{"check", "-h"}, exitOK, "--allow-destructive"},
		{[]string{"help", "schema"}, exitOK, "--output"},
		{[]string{"schema", "-h"}, exitOK, "--output"},
		{[]string{"version"}, exitOK, "asixto "},
		{[]string{"chek"}, exitUsage, "no es un comando"},
		{[]string{"check"}, exitUsage, "una URL"},
		{[]string{"check", "http://a.example", "http://b.example"}, exitUsage, "una URL"},
		{[]string{"check", "a.example"}, exitUsage, "no es de http"},
		{[]string{"check", "--nothing"}, exitUsage, "nothing"},
		{[]string{"check", "--json", "--junit", "http://a.example"}, exitUsage, "se excluyen"},
		{[]string{"check", "--timeout", "1ms", "http://a.example"}, exitUsage, "1s"},
		{[]string{"check", "http://a.example", "--lang", "fr"}, exitUsage, "es o en"},
		{[]string{"check", "--lang", "en", "http://u:p@a.example"}, exitUsage, "credentials"},
		{[]string{"check", "--allow-destructive", "http://a.example"}, exitUsage, "escrituras"},
		{[]string{"check", "--arguments", missing, "http://a.example"}, exitUsage, "--arguments"},
		{[]string{"check", "--arguments", write(t, `[]`), "http://a.example"}, exitUsage, "--arguments"},
		{[]string{"check", "--arguments", write(t, `{"x":7}`), "http://a.example"}, exitUsage, "no object"},
		{[]string{"schema"}, exitUsage, "un tipo"},
		{[]string{"schema", "Type"}, exitUsage, "./pkg.Type"},
		{[]string{"schema", "./nowhere.Type"}, exitUsage, "nowhere"},
		{[]string{"schema", "./....Type"}, exitUsage, "not one package"},
		{[]string{"schema", "-x"}, exitUsage, "not defined"},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			t.Parallel()
			got := asixto(t, spanish(), tt.args...)
			if got.code != tt.code || !strings.Contains(got.out+got.err, tt.says) || (got.code == exitOK) != (got.err == "") {
				t.Errorf("%+v, want %d with %q", got, tt.code, tt.says)
			}
		})
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestLanguageOfTheEnvironment(t *testing.T) {
	t.Parallel()
	tests := []struct {
		env  map[string]string
		want string
	}{
		{nil, "en"},
		{map[string]string{"LANG": "es_CO.UTF-8"}, "es"},
		{map[string]string{"LANG": "es_CO.UTF-8", "LC_ALL": "C"}, "en"},
		{map[string]string{"LANG": "en_US", "LC_MESSAGES": "es"}, "es"},
		{map[string]string{"LC_ALL": "ES"}, "es"},
	}
	for _, tt := range tests {
		if got := (terminal{getenv: func(name string) string { return tt.env[name] }}).lang(); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.env, got, tt.want)
		}
	}
}

// desk starts examples/soporte with a token and returns its endpoint.
func desk(t *testing.T, token string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "soporte")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "../../../examples/soporte").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, bin, "-addr", addr)
	cmd.Env = append(os.Environ(), "ASIXTO_TOKENS="+token)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = cmd.Wait() // it was killed
	})
	answers(t, "http://"+addr+"/salud")
	return "http://" + addr + "/mcp"
}

// answers waits until a server does.
func answers(t *testing.T, url string) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range 500 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			_ = res.Body.Close()
			return
		}
		<-tick.C
	}
	t.Fatalf("%s does not answer", url)
}

// The example has no fault: in every form, with all that may be called.
func TestTheDeskIsCertifiable(t *testing.T) {
	t.Parallel()
	const token = "desk-token-1234567"
	url := desk(t, token)
	arguments := write(t, `{
		"consultar_cliente": {"documento": "CC1032456789"},
		"abrir_caso_soporte": {"documento": "CC1032456789", "tipo": "falla", "descripcion": "No tengo internet desde ayer."}
	}`)
	env := map[string]string{"ASIXTO_TOKEN": token}
	forms := map[string][]string{
		"text":  nil,
		"json":  {"--json", "--quiet", "--allow-destructive"},
		"junit": {"--junit", "--arguments", arguments},
	}
	for name, flags := range forms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := asixto(t, env, append([]string{"check", url, "--allow-writes"}, flags...)...)
			if got.code != exitOK {
				t.Fatalf("%+v", got)
			}
			if strings.Contains(got.out+got.err, token) {
				t.Error("the token was printed")
			}
			wellFormed(t, name, got)
		})
	}
}

// The command that the README shows for a pipeline passes on the example, with
// the very flags shown.
func TestThePipelineOfTheReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, found := strings.Cut(string(readme), "- run: go tool asixto ")
	if !found {
		t.Fatal("the README shows no command for a pipeline")
	}
	shown, _, _ = strings.Cut(shown, " > ")
	const token = "pipeline-token-1234"
	args := strings.Fields(strings.Replace(shown, "http://127.0.0.1:8080/mcp", desk(t, token), 1))
	got := asixto(t, map[string]string{"ASIXTO_TOKEN": token}, args...)
	if got.code != exitOK {
		t.Fatalf("%v: %+v", args, got)
	}
}

func wellFormed(t *testing.T, form string, got said) {
	t.Helper()
	switch form {
	case "json":
		var report struct {
			Version    int    `json:"version"`
			Violations int    `json:"violations"`
			Warnings   int    `json:"warnings"`
			Verdict    string `json:"verdict"`
		}
		if err := json.Unmarshal([]byte(got.out), &report); err != nil || report.Version != 1 || report.Verdict != "certifiable" || report.Violations+report.Warnings != 0 {
			t.Errorf("%v in %s", err, got.out)
		}
		if got.err != "" {
			t.Errorf("progress in spite of --quiet: %s", got.err)
		}
	case "junit":
		var suites struct {
			Failures int `xml:"failures,attr"`
		}
		if err := xml.Unmarshal([]byte(got.out), &suites); err != nil || suites.Failures != 0 {
			t.Errorf("%v in %s", err, got.out)
		}
		if strings.Contains(got.out, "abrir_caso_soporte: respondió") {
			t.Errorf("real arguments led to no success: %s", got.out)
		}
	default:
		if !strings.Contains(got.out, "\nCertifiable") || !strings.Contains(got.out, "(0 violations, 0 warnings).") || !strings.Contains(got.err, "[1/13] ") {
			t.Errorf("%+v", got)
		}
	}
}

// Each way to fail has its exit code.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }))
	t.Cleanup(page.Close)
	guarded := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(guarded.Close)
	tests := []struct {
		url, says string
		code      int
	}{
		{page.URL, "No certificable", exitFound},
		{guarded.URL, "ASIXTO_TOKEN", exitUsage},
		{"http://127.0.0.1:1/mcp?token=oculto", "no hay conexión", exitUsage},
	}
	for _, tt := range tests {
		got := asixto(t, spanish(), "check", "--quiet", "--timeout=10s", tt.url)
		if got.code != tt.code || !strings.Contains(got.out+got.err, tt.says) || strings.Contains(got.out+got.err, "oculto") {
			t.Errorf("%s: %+v, want %d with %q", tt.url, got, tt.code, tt.says)
		}
	}
}
