package asixto

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// MetadataPath is where a host tells which authorization servers serve its
// endpoints (RFC 9728): the metadata of an endpoint is at this path with the
// endpoint's own path after it, as "/.well-known/oauth-protected-resource/mcp".
const MetadataPath = "/.well-known/oauth-protected-resource"

// metadata is what an OAuth client learns of the endpoint before it has a token.
type metadata struct {
	url  string // by which clients reach it
	path string
	body []byte
}

type metadataBody struct {
	Resource             string   `json:"resource"`
	AuthorizationServers []string `json:"authorization_servers"`
	ScopesSupported      []string `json:"scopes_supported,omitempty"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	ResourceName         string   `json:"resource_name"`
}

// newMetadata returns nil where opts name no authorization server.
func newMetadata(name, title string, opts *HandlerOptions) (*metadata, error) {
	if len(opts.AuthorizationServers) == 0 {
		return nil, nil //nolint:nilnil // nothing to publish
	}
	if opts.PublicURL == "" {
		return nil, errors.New("asixto: HandlerOptions.AuthorizationServers needs PublicURL: the metadata names the endpoint by it")
	}
	if opts.Verifier == nil {
		return nil, errors.New("asixto: HandlerOptions.AuthorizationServers needs Verifier: nobody checks the tokens of those servers")
	}
	for _, issuer := range opts.AuthorizationServers {
		if _, err := publicURL(issuer); err != nil {
			return nil, fmt.Errorf("asixto: HandlerOptions.AuthorizationServers: %w", err)
		}
	}
	u, err := publicURL(opts.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("asixto: HandlerOptions.PublicURL: %w", err)
	}
	body, err := json.Marshal(metadataBody{
		Resource:             opts.PublicURL,
		AuthorizationServers: opts.AuthorizationServers,
		ScopesSupported:      opts.Scopes,
		BearerMethods:        []string{"header"},
		ResourceName:         cmp.Or(title, name),
	})
	if err != nil {
		return nil, fmt.Errorf("asixto: the metadata of the endpoint: %w", err)
	}
	path := metadataPath(u.EscapedPath())
	return &metadata{url: u.Scheme + "://" + u.Host + path, path: path, body: append(body, '\n')}, nil
}

// metadataPath is where the metadata of the endpoint at path belongs. A slash that
// only ends the host is no path.
func metadataPath(path string) string {
	if path == "/" {
		return MetadataPath
	}
	return MetadataPath + path
}

// patterns are those of a mux under which the metadata of an endpoint mounted at
// path is served: where its public URL says, and where its own path does, since a
// reverse proxy may put the two apart.
func (m *metadata) patterns(path string) []string {
	if m == nil {
		return nil
	}
	paths := []string{m.path}
	if own := metadataPath(path); plain(own) != plain(m.path) {
		paths = append(paths, own)
	}
	for i, p := range paths {
		if strings.HasSuffix(p, "/") {
			p += "{$}"
		}
		paths[i] = "GET " + p
	}
	return paths
}

// plain is a path as a mux compares it.
func plain(path string) string {
	if p, err := url.PathUnescape(path); err == nil {
		return p
	}
	return path
}

// taken returns the pattern that another endpoint has on mux, if any.
func (m *metadata) taken(mux *http.ServeMux, path string) string {
	for _, pattern := range m.patterns(path) {
		at := strings.TrimSuffix(strings.TrimPrefix(pattern, "GET "), "{$}")
		if _, there := mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: plain(at)}}); there == pattern {
			return at
		}
	}
	return ""
}

// beside answers at the metadata's path, and leaves what is elsewhere to next.
func (m *metadata) beside(next http.Handler) http.Handler {
	if m == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.EscapedPath() == m.path {
			m.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ServeHTTP answers GET, to everybody: who asks has no token yet.
func (m *metadata) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "max-age=300")
	h.Set("Content-Length", strconv.Itoa(len(m.body)))
	_, _ = w.Write(m.body)
}

// publicURL reads the address of an endpoint or of an authorization server.
func publicURL(raw string) (*url.URL, error) {
	u, err := secureURL(raw)
	switch {
	case err != nil:
		return nil, err
	case u.RawQuery != "" || u.ForceQuery:
		return nil, fmt.Errorf("%q has a query: write scheme, host and path alone, as \"https://mcp.example.com/mcp\"", raw)
	case strings.ContainsAny(u.Path, "{}"):
		return nil, fmt.Errorf("%q names no one address: leave the braces out", raw)
	}
	return u, nil
}

// secureURL reads an address that tokens are sent to or come from: what leaves the
// machine has to be https. An address that may hold a secret is not shown.
func secureURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "" || u.User != nil || strings.Contains(raw, "#"):
		return nil, errors.New("write an address without user and fragment, as \"https://mcp.example.com/mcp\"")
	case u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Host)):
		return nil, fmt.Errorf("%q has to begin with https://", raw)
	}
	return u, nil
}
