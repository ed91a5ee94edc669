package asixto

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/asixto/go-sdk/asixto/internal/dispatch"
)

// ScopeTools is the scope the Gateway's tokens carry and the one an endpoint
// asks for by default.
const ScopeTools = "mcp:tools"

// Tokens returns a verifier for a fixed list of opaque bearer tokens, separated
// by commas; white space around them is dropped. An entry may name its client,
// as "norte:s3cr3t": the name is what precedes the first colon. The name scopes
// idempotency keys and should outlive a rotation of the token, so give the old
// and the new one the same name while both are valid. Entries without a name
// are all the same client.
//
// An empty text gives a nil verifier, which leaves the endpoint open. Tokens
// are compared in constant time. Every token carries the scope [ScopeTools].
// An entry with an empty name or token is an error, and so is a list of nothing
// but separators: it was meant to hold something.
func Tokens(list string) (auth.TokenVerifier, error) {
	type entry struct {
		client string
		digest [sha256.Size]byte
	}
	var entries []entry
	for i, item := range strings.Split(list, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		client, token, named := strings.Cut(item, ":")
		client, token = strings.TrimSpace(client), strings.TrimSpace(token)
		if !named {
			client, token = "default", item
		}
		if client == "" || token == "" {
			return nil, fmt.Errorf("asixto: token %d of the list has an empty name or token: write token or name:token", i+1)
		}
		entries = append(entries, entry{client, sha256.Sum256([]byte(token))})
	}
	if strings.TrimSpace(list) == "" {
		return nil, nil //nolint:nilnil // documented: no tokens, no verifier
	}
	if len(entries) == 0 {
		return nil, errors.New("asixto: the list of tokens holds separators only: write a token, or nothing to leave the endpoint open")
	}
	return func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		digest := sha256.Sum256([]byte(token))
		found := -1
		for i, e := range entries {
			if subtle.ConstantTimeCompare(digest[:], e.digest[:]) == 1 {
				found = i
			}
		}
		if found < 0 {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{Scopes: []string{ScopeTools}, UserID: entries[found].client}, nil
	}, nil
}

// A bearer guards an endpoint with bearer tokens (RFC 6750).
type bearer struct {
	verifier    auth.TokenVerifier
	scopes      []string
	metadataURL string
	log         *slog.Logger
}

// wrap lets a request with a good token through to next, with what is known of
// the token on its context.
func (b *bearer) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info, refusal := b.verify(r)
		if refusal != nil {
			if refusal.status != http.StatusServiceUnavailable {
				w.Header().Set("WWW-Authenticate", b.challenge(refusal.code))
			}
			dispatch.WriteError(w, refusal.status, nil, &dispatch.Error{Code: codeUnauthorized, Message: refusal.message})
			return
		}
		// go-sdk's own middleware is the only way to its context key.
		known := auth.RequireBearerToken(func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
			return info, nil
		}, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})
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
	token = strings.TrimSpace(token)
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || token == "" || strings.ContainsAny(token, " \t,") {
		return nil, badCredential
	}
	info, err := b.ask(r, token)
	switch {
	case errors.Is(err, auth.ErrInvalidToken), errors.Is(err, auth.ErrOAuth):
		return nil, badCredential
	case err != nil:
		b.log.ErrorContext(r.Context(), "token verifier failed", "cause", err)
		return nil, verifierFailed
	case info == nil:
		b.log.ErrorContext(r.Context(), "token verifier returned neither a token nor an error")
		return nil, verifierFailed
	case !info.Expiration.IsZero() && info.Expiration.Before(time.Now()):
		return nil, badCredential
	}
	for _, scope := range b.scopes {
		if !slices.Contains(info.Scopes, scope) {
			return nil, missingScope
		}
	}
	return info, nil
}

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
