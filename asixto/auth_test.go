package asixto

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/asixto/go-sdk/meta"
)

const listBody = `{"jsonrpc":"2.0","id":"r1","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`

func TestBearer(t *testing.T) {
	t.Parallel()
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
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
		{"another scheme", []string{"Basic Z29vZDo="}, 401, `Bearer error="invalid_token", scope="mcp:tools"`},
		{"without the scope", []string{"Bearer narrow"}, 403, `Bearer error="insufficient_scope", scope="mcp:tools"`},
		{"verifier down", []string{"Bearer broken"}, 503, ""},
		{"verifier that panics", []string{"Bearer panics"}, 503, ""},
		{"verifier without an answer", []string{"Bearer nothing"}, 503, ""},
	}
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	h := handlerOf(t, s, &HandlerOptions{Verifier: verify})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(listBody))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			for _, v := range tt.header {
				r.Header.Add("Authorization", v)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != tt.status || w.Header().Get("WWW-Authenticate") != tt.challenge {
				t.Errorf("status %d, challenge %q", w.Code, w.Header().Get("WWW-Authenticate"))
			}
			if strings.Contains(w.Body.String(), "hunter2") || !strings.HasPrefix(w.Body.String(), `{"jsonrpc":"2.0"`) {
				t.Errorf("body %s", w.Body)
			}
		})
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	verify, err := Tokens(" uno , norte:dos,norte : tres:y, ")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ token, client string }{
		{"uno", "default"}, {"dos", "norte"}, {"tres:y", "norte"},
		{"", ""}, {"norte:dos", ""}, {"uno ", ""}, {"tres", ""},
	}
	for _, tt := range tests {
		info, err := verify(t.Context(), tt.token, nil)
		if tt.client == "" {
			if !errors.Is(err, auth.ErrInvalidToken) {
				t.Errorf("%q: %v", tt.token, err)
			}
			continue
		}
		if err != nil || info.UserID != tt.client {
			t.Errorf("%q: %+v, %v", tt.token, info, err)
		}
	}
	for _, open := range []string{"", " "} {
		if verify, err := Tokens(open); verify != nil || err != nil {
			t.Errorf("Tokens(%q) is not open: %v", open, err)
		}
	}
	for _, bad := range []string{"norte:", ":secreto", "a,b:", ",", " ,, ", "norte: "} {
		if _, err := Tokens(bad); err == nil || strings.Contains(err.Error(), "secreto") {
			t.Errorf("Tokens(%q): %v", bad, err)
		}
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
