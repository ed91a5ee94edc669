package asixto

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/asixto/go-sdk/asixto/internal/dispatch"
)

// ScopeTools is the scope the Gateway's tokens carry and the one an endpoint
// asks for by default.
const ScopeTools = "mcp:tools"

// Of the Authorization header; tokens of every kind fit, and nothing that would
// make a verifier work hard.
const (
	maxCredential = 8 << 10 // bytes
	maxToken      = 8_000   // bytes
)

// A bearer guards an endpoint with bearer tokens (RFC 6750).
type bearer struct {
	verifier    auth.TokenVerifier
	scopes      []string
	metadataURL string
	log         *slog.Logger
	failures    throttle
	unnamed     sync.Once
}

func newBearer(opts *HandlerOptions, md *metadata, log *slog.Logger) (*bearer, error) {
	for _, scope := range opts.Scopes {
		if !isScope(scope) {
			return nil, fmt.Errorf("asixto: HandlerOptions.Scopes: %q is no scope: write one word of printable ASCII without quotes", scope)
		}
	}
	b := &bearer{verifier: opts.Verifier, scopes: slices.Clone(opts.Scopes), log: log}
	if md != nil {
		b.metadataURL = md.url
	}
	return b, nil
}

// isScope reports whether s is one scope-token of RFC 6749, so that it may stand
// in a challenge.
func isScope(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '"' || r == '\\'
	})
}

// wrap lets a request with a good token through to next, with what is known of
// the token on its context.
func (b *bearer) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info, refusal := b.verify(r)
		if refusal != nil {
			if refusal.status == http.StatusServiceUnavailable {
				w.Header().Set("Retry-After", "1")
			} else {
				w.Header().Set("WWW-Authenticate", b.challenge(refusal.code))
			}
			dispatch.WriteError(w, refusal.status, nil, &dispatch.Error{Code: codeUnauthorized, Message: refusal.message})
			return
		}
		// go-sdk's own middleware is the only way to its context key.
		known := auth.RequireBearerToken(func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
			return info, nil
		}, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true, ClockSkew: time.Hour}) // b.verify has the last word
		known(next).ServeHTTP(w, r)
	})
}

// codeUnauthorized is of the range that JSON-RPC leaves to implementations.
const codeUnauthorized = -32001

type authRefusal struct {
	status  int
	code    string // RFC 6750 error code, empty where no credential was sent
	message string
}

var (
	noCredential   = &authRefusal{http.StatusUnauthorized, "", "a bearer token is required"}
	badCredential  = &authRefusal{http.StatusUnauthorized, "invalid_token", "the bearer token is not valid"}
	missingScope   = &authRefusal{http.StatusForbidden, "insufficient_scope", "the bearer token lacks a required scope"}
	verifierFailed = &authRefusal{http.StatusServiceUnavailable, "", "the bearer token cannot be checked at the moment"}
)

func (b *bearer) verify(r *http.Request) (*auth.TokenInfo, *authRefusal) {
	values := r.Header.Values("Authorization")
	if len(values) == 0 {
		return nil, noCredential
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	token = strings.Trim(token, " ")
	if len(values) > 1 || len(values[0]) > maxCredential || !strings.EqualFold(scheme, "Bearer") || !isBearerToken(token) {
		return nil, badCredential
	}
	info, refusal, cause := b.judge(r, token)
	if refusal != nil {
		b.tell(r.Context(), refusal, cause, token)
		return nil, refusal
	}
	if info.UserID == "" {
		b.unnamed.Do(func() {
			b.log.WarnContext(r.Context(), "the token verifier names no client, so that all such share one scope of keys: set TokenInfo.UserID")
		})
	}
	return info, nil
}

// judge asks the verifier. The cause of a refusal is for the log.
func (b *bearer) judge(r *http.Request, token string) (*auth.TokenInfo, *authRefusal, error) {
	info, err := b.ask(r, token)
	switch {
	case errors.Is(err, auth.ErrInvalidToken), errors.Is(err, auth.ErrOAuth):
		return nil, badCredential, err
	case err != nil:
		return nil, verifierFailed, err
	case info == nil:
		return nil, verifierFailed, errors.New("it returned neither a token nor an error")
	case !info.Expiration.IsZero() && !time.Now().Before(info.Expiration):
		return nil, badCredential, errors.New("it has expired")
	}
	for _, scope := range b.scopes {
		if !slices.Contains(info.Scopes, scope) {
			return nil, missingScope, fmt.Errorf("it has the scopes %q, not %q", info.Scopes, scope)
		}
	}
	return info, nil, nil
}

// tell logs why a token was not taken, without the token. Strangers can cause as
// many of these lines as they like: a refusal is for debugging alone, of failures
// there is one each second.
func (b *bearer) tell(ctx context.Context, refusal *authRefusal, cause error, token string) {
	if refusal != verifierFailed {
		if b.log.Enabled(ctx, slog.LevelDebug) {
			b.log.DebugContext(ctx, "bearer token refused", "cause", without(token, cause))
		}
		return
	}
	if ctx.Err() != nil { // nobody waits for the answer
		return
	}
	if untold, pass := b.failures.pass(time.Now()); pass {
		b.log.ErrorContext(ctx, "token verifier failed", "cause", without(token, cause), "untold", untold)
	}
}

// without is the text of err with a token that it may quote left out.
func without(token string, err error) string { return strings.ReplaceAll(err.Error(), token, "…") }

// ask asks the verifier; one that panics has failed.
func (b *bearer) ask(r *http.Request, token string) (info *auth.TokenInfo, err error) {
	defer func() {
		if v := recover(); v != nil {
			info, err = nil, &panicError{v, debug.Stack()}
		}
	}()
	return b.verifier(r.Context(), token, r)
}

// challenge is the WWW-Authenticate header of a refusal.
func (b *bearer) challenge(code string) string {
	var params []string
	if code != "" {
		params = append(params, fmt.Sprintf("error=%q", code))
	}
	if len(b.scopes) > 0 {
		params = append(params, fmt.Sprintf("scope=%q", strings.Join(b.scopes, " ")))
	}
	if b.metadataURL != "" {
		params = append(params, fmt.Sprintf("resource_metadata=%q", b.metadataURL))
	}
	return strings.TrimSpace("Bearer " + strings.Join(params, ", "))
}
