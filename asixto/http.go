package asixto

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asixto/go-sdk/asixto/internal/dispatch"
)

// HandlerOptions configure the HTTP endpoint. Nil and the zero value serve
// without authentication, which the log warns of.
type HandlerOptions struct {
	// Verifier checks bearer tokens: [TokensFile], [Tokens], [TokensFunc],
	// [Introspection], package asixtojwt, or any of go-sdk's ecosystem. Nil leaves
	// the endpoint open to everybody who reaches it. TokenInfo.UserID of the answer
	// names the client, whose idempotency keys are its own; an error that does not
	// match auth.ErrInvalidToken is answered with 503 and logged, once a second at
	// most. Why a token was refused is in the log at slog.LevelDebug alone, since
	// strangers cause it. An Authorization header over 8 KiB is refused unasked.
	Verifier auth.TokenVerifier
	// Scopes are required of every token; nil asks for [ScopeTools], an empty
	// list for none.
	Scopes []string
	// PublicURL is the address by which clients reach the endpoint, as
	// "https://mcp.example.com/mcp". Its host is one of PublicHosts without being
	// named there. Optional.
	PublicURL string
	// AuthorizationServers are the issuers whose tokens Verifier accepts, as
	// "https://login.example.com". Where there are any, clients find them, PublicURL
	// and Scopes in metadata (RFC 9728), at [MetadataPath] with the path of PublicURL
	// after it, and the challenge of a refusal names the address of the metadata.
	AuthorizationServers []string
	// PublicHosts are the names, without port, by which clients reach the
	// server through a reverse proxy on the same machine. A request that
	// arrives on a loopback address under any other name is refused with 403:
	// it may come from a browser that was lured there.
	PublicHosts []string
	// TrustedOrigins are the origins, as "https://panel.example.com", from
	// which a browser may call. Others are refused with 403. A browser that calls from
	// another origin first asks with OPTIONS, which the endpoint does not answer: let
	// the reverse proxy, or a handler around it, send the CORS headers.
	TrustedOrigins []string
	// MaxBody limits the body of a request in bytes; zero is 4 MiB.
	MaxBody int64
	// MaxDepth limits how deep a request's JSON may be nested, the envelope's
	// own levels included; zero is 64.
	MaxDepth int
}

// Mount serves the tools at path of mux, a liveness check at [HealthPath], a
// readiness check at [ReadyPath], and metadata where opts have
// AuthorizationServers. It returns a [*RegistrationError] with every violation of
// every tool and of the catalogue as a whole, and mounts nothing then. Several
// servers may share a mux, each at a path of its own, and the checks with it.
//
// The endpoint takes POST requests of revision 2026-07-28 as the Gateway sends
// them, stateless and without a version header; older revisions and
// subscriptions are served by go-sdk on the same tools.
func (s *Server) Mount(mux *http.ServeMux, path string, opts *HandlerOptions) (err error) {
	if !strings.HasPrefix(path, "/") {
		return fmt.Errorf("asixto: cannot mount at %q: write a path that begins with a slash, as \"/mcp\"", path)
	}
	e, err := s.newEndpoint(opts)
	if err != nil {
		return err
	}
	defer func() {
		if v := recover(); v != nil { // ServeMux panics where a pattern is taken
			err = fmt.Errorf("asixto: cannot mount at %q: %v", path, v)
		}
	}()
	if taken := e.metadata.taken(mux, path); taken != "" {
		return fmt.Errorf("asixto: cannot mount at %q: the metadata of another endpoint is at %q: give each a PublicURL of its own", path, taken)
	}
	mux.Handle(path, e.handler)
	for _, pattern := range e.metadata.patterns(path) {
		mux.Handle(pattern, e.metadata)
	}
	s.mountChecks(mux)
	return nil
}

// Handler returns the endpoint alone, for a router other than http.ServeMux. Its
// errors are those of [Server.Mount]. Where opts have AuthorizationServers, route
// the path of the metadata, see [MetadataPath], to the same handler.
func (s *Server) Handler(opts *HandlerOptions) (http.Handler, error) {
	e, err := s.newEndpoint(opts)
	if err != nil {
		return nil, err
	}
	return e.handler, nil
}

// An endpoint is what one set of HandlerOptions makes of a server.
type endpoint struct {
	handler  http.Handler
	metadata *metadata // nil without authorization servers
}

func (s *Server) newEndpoint(given *HandlerOptions) (*endpoint, error) {
	opts := HandlerOptions{}
	if given != nil {
		opts = *given
	}
	if opts.Scopes == nil {
		opts.Scopes = []string{ScopeTools}
	}
	if err := s.start(); err != nil {
		return nil, err
	}
	b, err := s.newBackend()
	if err != nil {
		return nil, err
	}
	origins, err := originGuard(opts.TrustedOrigins)
	if err != nil {
		return nil, err
	}
	public := slices.Clone(opts.PublicHosts)
	if opts.PublicURL != "" {
		u, err := publicURL(opts.PublicURL)
		if err != nil {
			return nil, fmt.Errorf("asixto: HandlerOptions.PublicURL: %w", err)
		}
		public = append(public, u.Hostname())
	}
	md, err := newMetadata(s.name, s.opts.Title, &opts)
	if err != nil {
		return nil, err
	}
	h := dispatch.Handler(b, s.older(), &dispatch.Options{MaxBody: opts.MaxBody, MaxDepth: opts.MaxDepth, Closing: s.listening})
	if opts.Verifier == nil {
		s.log.Warn("the endpoint is open: anybody who reaches it may call every tool; set HandlerOptions.Verifier")
	} else {
		guard, err := newBearer(&opts, md, s.log)
		if err != nil {
			return nil, err
		}
		h = guard.wrap(h)
	}
	return &endpoint{md.beside(guardHost(public, origins.Handler(s.whileOpen(h)))), md}, nil
}

// older is go-sdk's handler for what the dispatcher leaves to it.
func (s *Server) older() http.Handler {
	return carryingItself(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{
		Stateless:                    true,
		JSONResponse:                 true,
		Logger:                       s.log,
		MaxRequestBodyBytes:          -1,   // limited before
		DisableLocalhostProtection:   true, // guarded by guardHost, which knows the public names
		PropagateRequestCancellation: true,
	}))
}

func originGuard(trusted []string) (*http.CrossOriginProtection, error) {
	origins := http.NewCrossOriginProtection()
	for _, o := range trusted {
		if err := origins.AddTrustedOrigin(o); err != nil {
			return nil, fmt.Errorf("asixto: TrustedOrigins: %w", err)
		}
	}
	origins.SetDenyHandler(refuse(http.StatusForbidden,
		"the request comes from a foreign origin: add the origin to HandlerOptions.TrustedOrigins"))
	return origins, nil
}

// whileOpen answers 503 once the server is shutting down.
func (s *Server) whileOpen(next http.Handler) http.Handler {
	closing := refuse(http.StatusServiceUnavailable, "the server is shutting down")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.gate.isClosed() {
			w.Header().Set("Retry-After", "1")
			closing.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// guardHost refuses requests that reach a loopback address under a name that
// is neither loopback nor one of public (DNS rebinding).
func guardHost(public []string, next http.Handler) http.Handler {
	foreign := refuse(http.StatusForbidden, "this Host header is not known here: add the public name to HandlerOptions.PublicHosts")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if arrivesOnLoopback(local) && !isLoopback(r.Host) && !slices.ContainsFunc(public, hostEquals(r.Host)) {
			foreign.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func arrivesOnLoopback(local net.Addr) bool {
	switch local := local.(type) {
	case nil:
		return false
	case *net.TCPAddr:
		return local != nil && local.IP.IsLoopback()
	default:
		return isLoopback(local.String())
	}
}

func hostEquals(hostport string) func(string) bool {
	return func(name string) bool { return strings.EqualFold(name, hostOf(hostport)) }
}

func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

func isLoopback(hostport string) bool {
	host := hostOf(hostport)
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// refuse answers every request with one status and a JSON-RPC error.
func refuse(status int, message string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		dispatch.WriteError(w, status, nil, &dispatch.Error{Code: dispatch.CodeInvalidRequest, Message: message})
	})
}
