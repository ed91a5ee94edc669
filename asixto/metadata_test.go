package asixto

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

func nobody(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
	return nil, auth.ErrInvalidToken
}

func visit(t *testing.T, method, address string) *reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	return send(t, r)
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, path, public, challenge string
		at, notAt                     []string
	}{
		{
			"the usual", "/mcp", "https://mcp.example.com/mcp", "https://mcp.example.com/.well-known/oauth-protected-resource/mcp",
			[]string{"/mcp"}, []string{"", "/", "/mcp/", "/mcp/x", "/otro"},
		},
		{
			"a deep path", "/a/b/mcp", "https://example.com:8443/a/b/mcp", "https://example.com:8443/.well-known/oauth-protected-resource/a/b/mcp",
			[]string{"/a/b/mcp"}, []string{"/mcp", "/a/b"},
		},
		{
			"the root", "/", "https://mcp.example.com", "https://mcp.example.com/.well-known/oauth-protected-resource",
			[]string{""}, nil,
		},
		{
			"the root with its slash", "/", "https://mcp.example.com/", "https://mcp.example.com/.well-known/oauth-protected-resource",
			[]string{""}, nil,
		},
		{
			"a path that ends in a slash", "/mcp/", "https://mcp.example.com/mcp/", "https://mcp.example.com/.well-known/oauth-protected-resource/mcp/",
			[]string{"/mcp/"}, []string{"/mcp/x"},
		},
		{
			"a proxy that takes a prefix away", "/mcp", "https://example.com/agente/mcp", "https://example.com/.well-known/oauth-protected-resource/agente/mcp",
			[]string{"/agente/mcp", "/mcp"}, []string{"/agente"},
		},
		{
			"not ASCII", "/año/mcp", "https://mcp.example.com/año/mcp", "https://mcp.example.com/.well-known/oauth-protected-resource/a%C3%B1o/mcp",
			[]string{"/año/mcp", "/a%C3%B1o/mcp"}, []string{"/ano/mcp"},
		},
		{
			"plain http on the same machine", "/mcp", "http://127.0.0.1:8080/mcp", "http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp",
			[]string{"/mcp"}, nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := testServer(t, &ServerOptions{Title: "Mesa <1>"})
			mux := http.NewServeMux()
			err := s.Mount(mux, tt.path, &HandlerOptions{
				Verifier: nobody, PublicURL: tt.public, AuthorizationServers: []string{"https://login.example.com"},
			})
			if err != nil {
				t.Fatal(err)
			}
			base := overHTTP(t, mux)
			for _, at := range tt.at {
				got := visit(t, http.MethodGet, base+MetadataPath+at)
				var doc map[string]any
				if err := json.Unmarshal([]byte(got.Body), &doc); err != nil || got.Status != 200 || got.Header.Get("Content-Type") != "application/json" {
					t.Fatalf("%s: %d %s %v", at, got.Status, got.Body, err)
				}
				if diff := cmp.Diff(map[string]any{
					"resource": tt.public, "authorization_servers": []any{"https://login.example.com"}, "scopes_supported": []any{"mcp:tools"},
					"bearer_methods_supported": []any{"header"}, "resource_name": "Mesa <1>",
				}, doc); diff != "" {
					t.Errorf("%s (-want +got):\n%s", at, diff)
				}
				if got := visit(t, http.MethodHead, base+MetadataPath+at); got.Status != 200 || got.Body != "" {
					t.Errorf("HEAD: %d %s", got.Status, got.Body)
				}
				if got := visit(t, http.MethodDelete, base+MetadataPath+at); got.Status != 405 || !strings.Contains(got.Header.Get("Allow"), "GET") {
					t.Errorf("DELETE: %d, Allow %q", got.Status, got.Header.Get("Allow"))
				}
			}
			for _, at := range tt.notAt {
				if got := visit(t, http.MethodGet, base+MetadataPath+at); got.Status != 404 {
					t.Errorf("%q: status %d, want 404", at, got.Status)
				}
			}
			got := ask(t, base+tt.path)
			if want := `Bearer scope="mcp:tools", resource_metadata="` + tt.challenge + `"`; got.Status != 401 || got.Header.Get("WWW-Authenticate") != want {
				t.Errorf("challenge %q, want %q", got.Header.Get("WWW-Authenticate"), want)
			}
		})
	}
}

// What go-sdk's client makes of it, by the challenge alone.
func TestMetadataForAClient(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mux := http.NewServeMux()
	base := overHTTP(t, mux)
	err := s.Mount(mux, "/mcp", &HandlerOptions{
		Verifier: nobody, PublicURL: base + "/mcp", AuthorizationServers: []string{"https://login.example.com"}, Scopes: []string{"mcp:tools", "otro"},
	})
	if err != nil {
		t.Fatal(err)
	}
	challenges, err := oauthex.ParseWWWAuthenticate(ask(t, base+"/mcp", "Bearer x").Header.Values("WWW-Authenticate"))
	if err != nil || len(challenges) != 1 || challenges[0].Params["error"] != "invalid_token" || challenges[0].Params["scope"] != "mcp:tools otro" {
		t.Fatalf("%+v, %v", challenges, err)
	}
	doc, err := oauthex.GetProtectedResourceMetadata(t.Context(), challenges[0].Params["resource_metadata"], base+"/mcp", ownConnections())
	if err != nil || doc.ResourceName != "prueba" || len(doc.ScopesSupported) != 2 {
		t.Errorf("%+v, %v", doc, err)
	}
}

// Without a mux the author routes both paths to the one handler.
func TestMetadataOfTheHandlerAlone(t *testing.T) {
	t.Parallel()
	h := handlerOf(t, testServer(t, nil), &HandlerOptions{
		Verifier: nobody, PublicURL: "https://mcp.example.com/mcp", AuthorizationServers: []string{"https://login.example.com"},
	})
	base := overHTTP(t, h)
	if got := visit(t, http.MethodGet, base+MetadataPath+"/mcp"); got.Status != 200 || !strings.Contains(got.Body, `"resource":"https://mcp.example.com/mcp"`) {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := visit(t, http.MethodPost, base+MetadataPath+"/mcp"); got.Status != 405 {
		t.Errorf("POST: %d %s", got.Status, got.Body)
	}
	if got := visit(t, http.MethodGet, base+MetadataPath+"/otro"); got.Status == 200 {
		t.Errorf("the metadata of another endpoint: %d %s", got.Status, got.Body)
	}
}

func TestMetadataOptions(t *testing.T) {
	t.Parallel()
	good := HandlerOptions{Verifier: nobody, PublicURL: "https://mcp.example.com/mcp", AuthorizationServers: []string{"https://login.example.com"}}
	for name, change := range map[string]func(*HandlerOptions){
		"no public URL":                func(o *HandlerOptions) { o.PublicURL = "" },
		"no verifier":                  func(o *HandlerOptions) { o.Verifier = nil },
		"public URL in plain http":     func(o *HandlerOptions) { o.PublicURL = "http://mcp.example.com/mcp" },
		"public URL without a host":    func(o *HandlerOptions) { o.PublicURL = "/mcp" },
		"public URL with a query":      func(o *HandlerOptions) { o.PublicURL += "?a=b" },
		"public URL with a fragment":   func(o *HandlerOptions) { o.PublicURL += "#" },
		"public URL with a user":       func(o *HandlerOptions) { o.PublicURL = "https://a@mcp.example.com/mcp" },
		"public URL with braces":       func(o *HandlerOptions) { o.PublicURL = "https://mcp.example.com/{x}" },
		"public URL that is none":      func(o *HandlerOptions) { o.PublicURL = "https://%zz" },
		"issuer in plain http":         func(o *HandlerOptions) { o.AuthorizationServers = []string{"http://login.example.com"} },
		"issuer that would run script": func(o *HandlerOptions) { o.AuthorizationServers = []string{"javascript:alert(1)"} },
	} {
		bad := good
		change(&bad)
		mux := http.NewServeMux()
		if err := testServer(t, nil).Mount(mux, "/mcp", &bad); err == nil || !strings.HasPrefix(err.Error(), "asixto: HandlerOptions.") {
			t.Errorf("%s: %v", name, err)
		}
		if _, pattern := mux.Handler(&http.Request{Method: http.MethodPost, URL: &url.URL{Path: "/mcp"}}); pattern != "" {
			t.Errorf("%s: mounted all the same", name)
		}
	}
}

// Two servers on one mux have metadata each.
func TestMetadataOfTwoServers(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	for _, path := range []string{"/norte", "/sur"} {
		if err := testServer(t, nil).Mount(mux, path, &HandlerOptions{
			Verifier: nobody, PublicURL: "https://mcp.example.com" + path, AuthorizationServers: []string{"https://login.example.com"},
		}); err != nil {
			t.Fatal(err)
		}
	}
	base := overHTTP(t, mux)
	for _, path := range []string{"/norte", "/sur"} {
		if got := visit(t, http.MethodGet, base+MetadataPath+path); !strings.Contains(got.Body, `"resource":"https://mcp.example.com`+path+`"`) {
			t.Errorf("%s: %s", path, got.Body)
		}
	}
}

// Two that claim one address cannot both be right.
func TestMetadataOfOneAddress(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	opts := &HandlerOptions{Verifier: nobody, PublicURL: "https://mcp.example.com", AuthorizationServers: []string{"https://login.example.com"}}
	if err := testServer(t, nil).Mount(mux, "/norte", opts); err != nil {
		t.Fatal(err)
	}
	if err := testServer(t, nil).Mount(mux, "/sur", opts); err == nil || !strings.Contains(err.Error(), "PublicURL of its own") {
		t.Errorf("error %v", err)
	}
	if _, pattern := mux.Handler(&http.Request{Method: http.MethodPost, URL: &url.URL{Path: "/sur"}}); pattern != "" {
		t.Error("the second is mounted all the same")
	}
}

// The public name is a known host without being named twice.
func TestThePublicURLIsAKnownHost(t *testing.T) {
	t.Parallel()
	base := overHTTP(t, handlerOf(t, testServer(t, nil), &HandlerOptions{PublicURL: "https://mcp.example.com:8443/mcp"}))
	for host, status := range map[string]int{"mcp.example.com": 200, "mcp.example.com:8443": 200, "evil.example": 403} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base, strings.NewReader(listBody))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if got := send(t, r); got.Status != status {
			t.Errorf("%s: %d %s", host, got.Status, got.Body)
		}
	}
}
