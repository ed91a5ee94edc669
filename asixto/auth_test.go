package asixto

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/asixto/go-sdk/meta"
)

const listBody = `{"jsonrpc":"2.0","id":"r1","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`

func TestBearer(t *testing.T) {
	t.Parallel()
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		if len(token) > 8<<10-len("Bearer ") {
			return nil, errors.New("a token that is too long was asked about")
		}
		switch token {
		case "good":
			return &auth.TokenInfo{Scopes: []string{ScopeTools}, UserID: "norte"}, nil
		case "expired":
			return &auth.TokenInfo{Scopes: []string{ScopeTools}, Expiration: time.Now().Add(-time.Second)}, nil
		case "narrow":
			return &auth.TokenInfo{Scopes: []string{"other"}}, nil
		case "broken":
			return nil, errors.New("dial tcp: password=hunter2")
		case "panics":
			panic("hunter2")
		case "nothing":
			return nil, nil //nolint:nilnil // a verifier that breaks its own contract
		}
		return nil, auth.ErrInvalidToken
	}
	tests := []struct {
		name      string
		header    []string
		status    int
		challenge string
	}{
		{"none", nil, 401, `Bearer scope="mcp:tools"`},
		{"good", []string{"Bearer good"}, 200, ""},
		{"scheme in lower case", []string{"bearer good"}, 200, ""},
		{"wrong", []string{"Bearer bad"}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"expired", []string{"Bearer expired"}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"doubled", []string{"Bearer good", "Bearer good"}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"two in one", []string{"Bearer good, Bearer good"}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"no token", []string{"Bearer"}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"two spaces", []string{"Bearer  good"}, 200, ""},
		{"the longest", []string{"Bearer " + strings.Repeat("g", 8<<10-7)}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"too long", []string{"Bearer " + strings.Repeat("panics", 2000)}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"no token of RFC 6750", []string{"Bearer go:od"}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"a quote", []string{`Bearer "good"`}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"padding alone", []string{"Bearer =="}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"empty", []string{""}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"another scheme", []string{"Basic Z29vZDo="}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"without the scope", []string{"Bearer narrow"}, 403, `Bearer error="insufficient_scope", scope="mcp:tools"`},
		{"verifier down", []string{"Bearer broken"}, 503, ""},
		{"verifier that panics", []string{"Bearer panics"}, 503, ""},
		{"verifier without an answer", []string{"Bearer nothing"}, 503, ""},
	}
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	url := overHTTP(t, handlerOf(t, s, &HandlerOptions{Verifier: verify}))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := ask(t, url, tt.header...)
			if got.Status != tt.status || got.Header.Get("WWW-Authenticate") != tt.challenge {
				t.Errorf("status %d, challenge %q", got.Status, got.Header.Get("WWW-Authenticate"))
			}
			if retry := got.Header.Get("Retry-After"); (retry != "") != (tt.status == 503) {
				t.Errorf("status %d, Retry-After %q", got.Status, retry)
			}
			if strings.Contains(got.Body, "hunter2") || !strings.HasPrefix(got.Body, `{"jsonrpc":"2.0"`) {
				t.Errorf("body %s", got.Body)
			}
		})
	}
}

// overHTTP serves h on a port of its own.
func overHTTP(t *testing.T, h http.Handler) string {
	t.Helper()
	ts := httptest.NewServer(h)
	t.Cleanup(ts.Close)
	return ts.URL
}

// ask sends tools/list over HTTP with these Authorization headers.
func ask(t *testing.T, url string, authorization ...string) *reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(listBody))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for _, v := range authorization {
		r.Header.Add("Authorization", v)
	}
	return send(t, r)
}

// send sends r on a connection of its own.
func send(t *testing.T, r *http.Request) *reply {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := &reply{Status: res.StatusCode, Header: res.Header, Body: string(body)}
	_ = json.Unmarshal(body, got)
	return got
}

// A token belongs into the header: elsewhere it ends in logs.
func TestATokenInTheQueryIsNone(t *testing.T) {
	t.Parallel()
	verify, err := Tokens("good")
	if err != nil {
		t.Fatal(err)
	}
	url := overHTTP(t, handlerOf(t, testServer(t, nil), &HandlerOptions{Verifier: verify}))
	got := ask(t, url+"?access_token=good")
	if got.Status != 401 || got.Header.Get("WWW-Authenticate") != `Bearer scope="mcp:tools"` {
		t.Errorf("status %d, challenge %q", got.Status, got.Header.Get("WWW-Authenticate"))
	}
}

func TestScopesAreChecked(t *testing.T) {
	t.Parallel()
	verify, err := Tokens("good")
	if err != nil {
		t.Fatal(err)
	}
	s := testServer(t, nil)
	for _, bad := range []string{"", "a b", `a"b`, `a\b`, "año", "a\n"} {
		if _, err := s.Handler(&HandlerOptions{Verifier: verify, Scopes: []string{bad}}); err == nil {
			t.Errorf("the scope %q is taken", bad)
		}
	}
	url := overHTTP(t, handlerOf(t, s, &HandlerOptions{Verifier: verify, Scopes: []string{"mcp:tools", "mcp:admin"}}))
	got := ask(t, url, "Bearer good")
	if got.Status != 403 || got.Header.Get("WWW-Authenticate") != `Bearer error="insufficient_scope", scope="mcp:tools mcp:admin"` {
		t.Errorf("status %d, challenge %q", got.Status, got.Header.Get("WWW-Authenticate"))
	}
	if got := ask(t, overHTTP(t, handlerOf(t, s, &HandlerOptions{Verifier: verify, Scopes: []string{}})), "Bearer good"); got.Status != 200 {
		t.Errorf("no scope asked for: %d %s", got.Status, got.Body)
	}
}

// A token that was rotated between a call and its retry is no new operation;
// another client's equal key is one.
func TestClientScopesTheKey(t *testing.T) {
	t.Parallel()
	verify, err := Tokens("norte:viejo,norte:nuevo,sur:otro")
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("crear_texto", Write), func(_ context.Context, in echoIn) (echoOut, error) {
		runs++
		return echoOut{in.Texto}, nil
	})
	h := handlerOf(t, s, &HandlerOptions{Verifier: verify})
	body := callBody(t, "crear_texto", map[string]any{"texto": "x"}, metaOf(map[string]any{meta.KeyIdempotencyKey: "k"}))
	for _, step := range []struct {
		token string
		runs  int
	}{{"viejo", 1}, {"nuevo", 1}, {"otro", 2}} {
		post(t, h, body, map[string]string{"Authorization": "Bearer " + step.token})
		if runs != step.runs {
			t.Errorf("after %s: %d effects, want %d", step.token, runs, step.runs)
		}
	}
}

// The operator learns why tokens are not taken, but never a token, and strangers
// cannot fill the log.
func TestRefusalsInTheLog(t *testing.T) {
	t.Parallel()
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		switch token {
		case "s3cr3t-wrong":
			return nil, fmt.Errorf("%w: %s is for another audience", auth.ErrInvalidToken, token)
		case "s3cr3t-old":
			return &auth.TokenInfo{Scopes: []string{ScopeTools}, Expiration: time.Now().Add(-time.Second)}, nil
		case "s3cr3t-narrow":
			return &auth.TokenInfo{Scopes: []string{"other"}}, nil
		case "s3cr3t-nameless":
			return &auth.TokenInfo{Scopes: []string{ScopeTools}}, nil
		}
		return nil, fmt.Errorf("the issuer is down, %s is unknown", token)
	}
	const times = 5
	for _, c := range []struct {
		token string
		level slog.Level
		says  string
		lines int
	}{
		{"s3cr3t-wrong", slog.LevelDebug, "for another audience", times},
		{"s3cr3t-wrong", slog.LevelInfo, "", 0},
		{"s3cr3t-old", slog.LevelDebug, "it has expired", times},
		{"s3cr3t-narrow", slog.LevelDebug, "mcp:tools", times},
		{"s3cr3t-narrow", slog.LevelInfo, "", 0},
		{"s3cr3t-down", slog.LevelInfo, "the issuer is down", 1},
		{"s3cr3t-nameless", slog.LevelInfo, "names no client", 1},
	} {
		t.Run(c.token+" "+c.level.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				lines := &syncBuffer{}
				s := testServer(t, &ServerOptions{Logger: slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: c.level}))})
				h := handlerOf(t, s, &HandlerOptions{Verifier: verify})
				send := func() {
					for range times {
						post(t, h, listBody, map[string]string{"Authorization": "Bearer " + c.token})
					}
				}
				send()
				got := lines.String()
				if strings.Contains(got, "s3cr3t") || !strings.Contains(got, c.says) || strings.Count(got, "\n") != c.lines {
					t.Errorf("log:\n%s", got)
				}
				time.Sleep(time.Second)
				send()
				if again := lines.String()[len(got):]; c.token == "s3cr3t-down" && (strings.Count(again, "\n") != 1 || !strings.Contains(again, "untold=4")) {
					t.Errorf("a second later:\n%s", again)
				}
			})
		})
	}
}
