package asixto

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// Tokens returns a verifier for a fixed list of opaque bearer tokens, as
// [ParseTokens] reads it: "gateway:s3cr3t, gateway:the-next-one;expires=2027-01-31T00:00:00Z".
// It suits an environment variable. To replace tokens while the program runs use
// [TokensFile] or [TokensFunc].
//
// An empty text gives a nil verifier, which leaves the endpoint open. Tokens
// are compared in constant time, one that has expired is not valid, and every
// one carries the scope [ScopeTools].
func Tokens(list string) (auth.TokenVerifier, error) {
	if strings.TrimSpace(list) == "" {
		return nil, nil //nolint:nilnil // documented: no tokens, no verifier
	}
	tokens, err := ParseTokens(list)
	if err != nil {
		return nil, err
	}
	set, err := newTokenSet(tokens)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		return set.verify(token)
	}, nil
}

// TokensOptions configure [TokensFile] and [TokensFunc]. Nil and the zero value
// have the defaults.
type TokensOptions struct {
	// Refresh is how long a list is used before its source is asked again, by the
	// next request; zero is one second for a file and 30 for a function.
	Refresh time.Duration
	// Logger hears of new lists and of a source that fails, never of a token. Nil
	// stands for slog.Default().
	Logger *slog.Logger
}

// TokensFile returns a verifier for the opaque bearer tokens in a file, in the
// form of [ParseTokens]: one entry on each line. A file that changed, was replaced,
// or whose symbolic links point elsewhere, as a mounted Kubernetes secret does, is
// read again within a second. One that cannot be read, is broken, empty or over
// 1 MiB is an error here; later it is logged, and the last good list stays in
// force. To refuse everybody leave an entry that has expired.
//
// Replace the file by renaming another over it, so that nobody reads it half
// written.
func TokensFile(path string, opts *TokensOptions) (auth.TokenVerifier, error) {
	file := &watched{paths: []string{path}}
	return reloadedTokens("the tokens of "+path, time.Second, opts, func(context.Context) (tokenSet, bool, error) {
		contents, changed, err := file.read()
		if err != nil || !changed {
			return nil, false, err
		}
		tokens, err := ParseTokens(string(contents[0]))
		if err != nil {
			return nil, false, err
		}
		set, err := newTokenSet(tokens)
		if err == nil {
			file.accept()
		}
		return set, true, err
	})
}

// TokensFunc returns a verifier for the opaque bearer tokens that load returns,
// from a vault for instance. It is called once here, where its error is returned,
// and later by the first request after each interval, which waits for it while
// the others go on with the list before. Its context ends after five seconds,
// which it must honour. When it fails, or returns no token, that is logged and the
// last good list stays in force; its error should not show a token.
func TokensFunc(load func(context.Context) ([]Token, error), opts *TokensOptions) (auth.TokenVerifier, error) {
	if load == nil {
		return nil, errors.New("asixto: the function for TokensFunc is nil: pass one that returns the tokens")
	}
	var last tokenSet
	return reloadedTokens("the tokens of a function", 30*time.Second, opts, func(ctx context.Context) (tokenSet, bool, error) {
		tokens, err := load(ctx)
		if err != nil {
			return nil, false, fmt.Errorf("asixto: the function for TokensFunc: %w", err)
		}
		set, err := newTokenSet(tokens)
		if err != nil || slices.EqualFunc(set, last, knownToken.equal) {
			return nil, false, err
		}
		last = set
		return set, true, nil
	})
}

func reloadedTokens(what string, every time.Duration, opts *TokensOptions,
	load func(context.Context) (tokenSet, bool, error),
) (auth.TokenVerifier, error) {
	if opts == nil {
		opts = &TokensOptions{}
	}
	if opts.Refresh < 0 {
		return nil, errors.New("asixto: TokensOptions.Refresh is negative: write a positive time, or zero for the default")
	}
	list := &reloaded[tokenSet]{
		what: what, every: cmp.Or(opts.Refresh, every), load: load,
		log: cmp.Or(opts.Logger, slog.Default()),
	}
	if err := list.start(); err != nil {
		return nil, fmt.Errorf("asixto: %s: %w", what, err)
	}
	return func(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		return list.get(ctx).verify(token)
	}, nil
}

// A tokenSet is a list of tokens in the form that requests are held against.
type tokenSet []knownToken

type knownToken struct {
	client  string
	digest  [sha256.Size]byte
	expires time.Time
}

func (k knownToken) equal(other knownToken) bool {
	return k.client == other.client && k.digest == other.digest && k.expires.Equal(other.expires)
}

func newTokenSet(tokens []Token) (tokenSet, error) {
	if len(tokens) == 0 {
		return nil, errors.New("asixto: the list of tokens holds none: write at least one")
	}
	if len(tokens) > maxTokens {
		return nil, fmt.Errorf("asixto: the list holds %d tokens, more than %d", len(tokens), maxTokens)
	}
	set := make(tokenSet, 0, len(tokens))
	first := make(map[[sha256.Size]byte]int, len(tokens))
	for i, t := range tokens {
		if err := t.check(); err != nil {
			return nil, fmt.Errorf("asixto: token %d of the list %w", i+1, err)
		}
		digest := sha256.Sum256([]byte(t.Value))
		if at, twice := first[digest]; twice {
			return nil, fmt.Errorf("asixto: token %d of the list is the same as token %d: leave one of them out", i+1, at+1)
		}
		first[digest] = i
		set = append(set, knownToken{cmp.Or(t.Client, defaultClient), digest, t.Expires})
	}
	return set, nil
}

// verify compares with every token, so that its duration tells nothing.
func (s tokenSet) verify(token string) (*auth.TokenInfo, error) {
	digest := sha256.Sum256([]byte(token))
	found := -1
	for i := range s {
		if subtle.ConstantTimeCompare(digest[:], s[i].digest[:]) == 1 {
			found = i
		}
	}
	if found < 0 {
		return nil, auth.ErrInvalidToken
	}
	known := &s[found]
	if !known.expires.IsZero() && !time.Now().Before(known.expires) {
		return nil, fmt.Errorf("%w: it has expired", auth.ErrInvalidToken)
	}
	return &auth.TokenInfo{Scopes: []string{ScopeTools}, UserID: known.client, Expiration: known.expires}, nil
}
