package asixto

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// atOnce looks at the source with each request.
func atOnce(log *slog.Logger) *TokensOptions {
	return &TokensOptions{Refresh: time.Nanosecond, Logger: log}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func accepts(t *testing.T, verify auth.TokenVerifier, token string) bool {
	t.Helper()
	_, err := verify(t.Context(), token, nil)
	if err != nil && !errors.Is(err, auth.ErrInvalidToken) {
		t.Errorf("%q: %v", token, err)
	}
	return err == nil
}

// Over HTTP, with a server that is never restarted.
func TestTokensFileIsReadAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens")
	write(t, path, "# la pasarela\ngateway:viejo\n")
	log, lines := logBuffer()
	verify, err := TokensFile(path, atOnce(log))
	if err != nil {
		t.Fatal(err)
	}
	url := overHTTP(t, handlerOf(t, testServer(t, nil), &HandlerOptions{Verifier: verify}))
	expect := func(when string, statuses map[string]int) {
		t.Helper()
		for token, status := range statuses {
			if got := ask(t, url, "Bearer "+token); got.Status != status {
				t.Errorf("%s: %s: status %d, want %d", when, token, got.Status, status)
			}
		}
	}
	expect("at the start", map[string]int{"viejo": 200, "nuevo": 401})
	write(t, path, "gateway:viejo\ngateway:nuevo\n")
	expect("both", map[string]int{"viejo": 200, "nuevo": 200})
	write(t, path, "gateway:nuevo\n")
	expect("the new one", map[string]int{"viejo": 401, "nuevo": 200})
	write(t, path, "gateway:nuev0\n") // as long as before, in the same moment
	expect("in place", map[string]int{"nuevo": 401, "nuev0": 200})

	for name, broken := range map[string]string{"broken": "gateway:hunter 2\n", "empty": "", "comments": "# nada\n"} {
		write(t, path, broken)
		expect(name, map[string]int{"nuev0": 200})
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	expect("gone", map[string]int{"nuev0": 200})
	write(t, path, "gateway:otro\n")
	expect("there again", map[string]int{"nuev0": 401, "otro": 200})
	text := lines.String()
	for _, want := range []string{"level=ERROR", "stays in force", "loaded anew", "no such file", "has a character"} {
		if !strings.Contains(text, want) {
			t.Errorf("the log does not tell of %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "hunter") || strings.Contains(text, "nuevo") {
		t.Errorf("the log shows a token:\n%s", text)
	}
}

// A Kubernetes secret is a chain of links, of which one is turned.
func TestTokensFileFollowsLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := time.Now().Add(-time.Hour) // the same in both, so that only the link tells
	for version, content := range map[string]string{"..1": "gateway:uno\n", "..2": "gateway:dos\n"} {
		if err := os.Mkdir(filepath.Join(dir, version), 0o700); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, version, "tokens")
		write(t, file, content)
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	turn := func(version string) {
		next := filepath.Join(dir, "..next")
		if err := errors.Join(os.Symlink(version, next), os.Rename(next, filepath.Join(dir, "..data"))); err != nil {
			t.Fatal(err)
		}
	}
	turn("..1")
	if err := os.Symlink(filepath.Join("..data", "tokens"), filepath.Join(dir, "tokens")); err != nil {
		t.Fatal(err)
	}
	verify, err := TokensFile(filepath.Join(dir, "tokens"), atOnce(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	if !accepts(t, verify, "uno") || accepts(t, verify, "dos") {
		t.Error("before the turn")
	}
	turn("..2")
	if accepts(t, verify, "uno") || !accepts(t, verify, "dos") {
		t.Error("after the turn")
	}
}

// A file that rests is not read: its contents may be behind a slow mount.
func TestAFileThatRestsIsNotRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens")
	old := time.Now().Add(-time.Hour)
	write(t, path, "uno")
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	file := &watched{paths: []string{path}}
	if contents, changed, err := file.read(); err != nil || !changed || string(contents[0]) != "uno" {
		t.Fatalf("%q, %v, %v", contents, changed, err)
	}
	if file.unchanged() {
		t.Error("contents that nobody accepted count as seen")
	}
	file.accept()
	if !file.unchanged() {
		t.Error("a file at rest is read again")
	}
	if err := os.Chtimes(path, old, time.Now()); err != nil {
		t.Fatal(err)
	}
	if file.unchanged() {
		t.Error("a file with another time is not read")
	}
	if _, changed, err := file.read(); changed || err != nil {
		t.Errorf("the same contents are a change: %v", err)
	}
	if file.unchanged() {
		t.Error("a file that was written a moment ago is at rest")
	}
}

func TestTokensFileRefusesAtTheStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "empty"), "")
	write(t, filepath.Join(dir, "broken"), "norte:hunter 2")
	write(t, filepath.Join(dir, "long"), strings.Repeat("#\n", 1<<19)+"#")
	for name, says := range map[string]string{
		"missing": "no such file", "empty": "holds none", "broken": "character", "pipe": "not a regular file",
		".": "not a regular file", "long": "1 MiB",
	} {
		_, err := TokensFile(filepath.Join(dir, name), nil)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "hunter") {
			t.Errorf("%s: %v", name, err)
		}
	}
	write(t, filepath.Join(dir, "good"), "a")
	if _, err := TokensFile(filepath.Join(dir, "good"), &TokensOptions{Refresh: -1}); err == nil {
		t.Error("a negative Refresh is taken")
	}
}

func TestTokensFunc(t *testing.T) {
	t.Parallel()
	if _, err := TokensFunc(nil, nil); err == nil {
		t.Error("a nil function is taken")
	}
	for name, load := range map[string]func(context.Context) ([]Token, error){
		"fails": func(context.Context) ([]Token, error) { return nil, errors.New("vault") },
		"none":  func(context.Context) ([]Token, error) { return nil, nil },
		"panic": func(context.Context) ([]Token, error) { panic("x") },
	} {
		if _, err := TokensFunc(load, nil); err == nil {
			t.Errorf("%s: no error at the start", name)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		log, lines := logBuffer()
		asked, token, err := 0, "uno", error(nil)
		verify, startErr := TokensFunc(func(context.Context) ([]Token, error) {
			asked++
			return []Token{{Value: token}}, err
		}, &TokensOptions{Logger: log})
		if startErr != nil {
			t.Fatal(startErr)
		}
		token = "dos"
		for range 10 {
			time.Sleep(2900 * time.Millisecond)
			if !accepts(t, verify, "uno") {
				t.Fatal("the list was asked for too early")
			}
		}
		time.Sleep(time.Second)
		if accepts(t, verify, "uno") || !accepts(t, verify, "dos") || asked != 2 {
			t.Errorf("after 30 seconds: asked %d times", asked)
		}
		token, err = "tres", errors.New("vault is sealed")
		for range 4 {
			time.Sleep(30 * time.Second)
			if !accepts(t, verify, "dos") {
				t.Error("the last good list is gone")
			}
		}
		if told := strings.Count(lines.String(), "vault is sealed"); told != 2 { // once a minute
			t.Errorf("told %d times:\n%s", told, lines)
		}
	})
}

// The request that finds the list old may end: the list is for the others too.
func TestTokensFuncOutlivesTheRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		token := "uno"
		verify, err := TokensFunc(func(ctx context.Context) ([]Token, error) {
			return []Token{{Value: token}}, ctx.Err()
		}, &TokensOptions{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		token = "dos"
		time.Sleep(time.Minute)
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := verify(gone, "dos", nil); err != nil {
			t.Errorf("the new token: %v", err)
		}
	})
}

// While one request waits for the list the others go on with the one before.
func TestTokensFuncThatIsSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first := true
		verify, err := TokensFunc(func(ctx context.Context) ([]Token, error) {
			if first {
				first = false
				return []Token{{Value: "uno"}}, nil
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}, &TokensOptions{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		start := time.Now()
		var wg sync.WaitGroup
		var slow int
		var mu sync.Mutex
		for range 20 {
			wg.Go(func() {
				ok := accepts(t, verify, "uno")
				mu.Lock()
				defer mu.Unlock()
				if time.Since(start) > 0 {
					slow++
				}
				if !ok {
					t.Error("the list before does not hold")
				}
			})
		}
		wg.Wait()
		if slow != 1 || time.Since(start) != loadTimeout {
			t.Errorf("%d requests waited, %v", slow, time.Since(start))
		}
	})
}
