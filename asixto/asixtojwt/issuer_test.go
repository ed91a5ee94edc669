package asixtojwt

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	theIssuer   = "https://login.example.com"
	theAudience = "https://mcp.example.com/mcp"
	theJWKS     = "https://login.example.com/jwks.json"
)

// Keys are slow to make, and the tests change none.
var (
	rsaKey     = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 2048)) })
	rsaKey2    = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 2048)) })
	weakRSAKey = sync.OnceValue(func() *rsa.PrivateKey { return must(rsa.GenerateKey(rand.Reader, 1024)) })
	ecKey      = sync.OnceValue(func() *ecdsa.PrivateKey { return must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)) })
	ec384Key   = sync.OnceValue(func() *ecdsa.PrivateKey { return must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader)) })
	edKey      = sync.OnceValue(func() ed25519.PrivateKey { _, key, err := ed25519.GenerateKey(rand.Reader); return mustKey(key, err) })
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func mustKey(key ed25519.PrivateKey, err error) ed25519.PrivateKey { return must(key, err) }

// issuer is an authorization server without a network.
type issuer struct {
	mu      sync.Mutex
	set     []byte
	status  int
	down    error
	fetched atomic.Int64
	before  func(*http.Request) // runs while the set is asked for
}

func public(kid string, key any) jose.JSONWebKey {
	return jose.JSONWebKey{Key: key, KeyID: kid, Use: "sig"}
}

func issuerOf(keys ...jose.JSONWebKey) *issuer {
	i := &issuer{status: http.StatusOK}
	i.publish(keys...)
	return i
}

func (i *issuer) publish(keys ...jose.JSONWebKey) {
	i.publishRaw(must(json.Marshal(jose.JSONWebKeySet{Keys: keys})))
}

func (i *issuer) publishRaw(set []byte) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.set, i.down = set, nil
}

func (i *issuer) fail(err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.down = err
}

func (i *issuer) RoundTrip(r *http.Request) (*http.Response, error) {
	i.fetched.Add(1)
	if i.before != nil {
		i.before(r)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.down != nil {
		return nil, i.down
	}
	if r.Context().Err() != nil {
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: i.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(i.set)))}, nil
}

func (i *issuer) options() *Options {
	return &Options{
		Issuer: theIssuer, Audience: theAudience, JWKSURL: theJWKS,
		Client: &http.Client{Transport: i}, Logger: slog.New(slog.DiscardHandler),
	}
}

func (i *issuer) verifier(t *testing.T, change func(*Options)) auth.TokenVerifier {
	t.Helper()
	opts := i.options()
	if change != nil {
		change(opts)
	}
	verify, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return verify
}

// claimsOf are good ones with changes; nil deletes.
func claimsOf(changes map[string]any) map[string]any {
	now := time.Now()
	c := map[string]any{
		"iss": theIssuer, "aud": theAudience, "exp": now.Add(time.Hour).Unix(), "iat": now.Unix(),
		"scope": "mcp:tools other", "client_id": "gateway", "sub": "service-account",
	}
	maps.Copy(c, changes)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

// sign makes a token; header holds kid, typ and whatever else.
func sign(t testing.TB, alg jose.SignatureAlgorithm, key any, header map[string]any, payload any) string {
	t.Helper()
	opts := &jose.SignerOptions{}
	for name, value := range header {
		opts.WithHeader(jose.HeaderKey(name), value)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, opts)
	if err != nil {
		t.Fatal(err)
	}
	body, isText := payload.(string)
	if !isText {
		body = string(must(json.Marshal(payload)))
	}
	signed, err := signer.Sign([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return must(signed.CompactSerialize())
}

func withKid(kid string) map[string]any { return map[string]any{"kid": kid, "typ": "at+jwt"} }

// What a verifier says of a token.
const (
	good    = "good"
	refused = "refused" // 401
	unknown = "unknown" // 503
)

func verdict(t *testing.T, verify auth.TokenVerifier, token string) string {
	t.Helper()
	info, err := verify(t.Context(), token, nil)
	switch {
	case err == nil && info != nil:
		return good
	case info != nil:
		t.Errorf("both a token and an error: %v", err)
	case errors.Is(err, auth.ErrInvalidToken):
		return refused
	}
	return unknown
}
