package asixtojwt

import (
	"crypto"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/go-cmp/cmp"
)

func TestClaims(t *testing.T) {
	t.Parallel()
	now := time.Now()
	at := func(d time.Duration) int64 { return now.Add(d).Unix() }
	tests := []struct {
		name    string
		changes map[string]any
		want    string
	}{
		{"good", nil, good},
		{"several audiences", map[string]any{"aud": []string{"https://a.example", theAudience}}, good},
		{"expired within the leeway", map[string]any{"exp": at(-20 * time.Second)}, good},
		{"not before, within the leeway", map[string]any{"nbf": at(20 * time.Second)}, good},
		{"issued ahead, within the leeway", map[string]any{"iat": at(20 * time.Second)}, good},
		{"times with a fraction", map[string]any{"exp": float64(at(time.Hour)) + 0.5, "iat": nil}, good},
		{"azp alone", map[string]any{"client_id": nil, "azp": "gateway"}, good},
		{"sub alone", map[string]any{"client_id": nil}, good},
		{"cnf null", map[string]any{"cnf": json.RawMessage("null")}, good},
		{"another issuer", map[string]any{"iss": "https://login.example.com/"}, refused},
		{"no issuer", map[string]any{"iss": nil}, refused},
		{"another audience", map[string]any{"aud": "https://otro.example.com/mcp"}, refused},
		{"an audience that is longer", map[string]any{"aud": theAudience + "/x"}, refused},
		{"no audience", map[string]any{"aud": nil}, refused},
		{"an empty list of audiences", map[string]any{"aud": []string{}}, refused},
		{"audiences of numbers", map[string]any{"aud": []any{theAudience, 1}}, refused},
		{"expired", map[string]any{"exp": at(-31 * time.Second)}, refused},
		{"no exp", map[string]any{"exp": nil}, refused},
		{"exp null", map[string]any{"exp": json.RawMessage("null")}, refused},
		{"exp as a text", map[string]any{"exp": "4070908800"}, refused},
		{"exp below all times", map[string]any{"exp": -1e300}, refused},
		{"not yet", map[string]any{"nbf": at(time.Minute)}, refused},
		{"not for ages", map[string]any{"nbf": 1e300}, refused},
		{"issued in the future", map[string]any{"iat": at(time.Minute)}, refused},
		{"no client", map[string]any{"client_id": nil, "sub": nil}, refused},
		{"client as a number", map[string]any{"client_id": 7}, refused},
		{"bound to a key", map[string]any{"cnf": map[string]string{"jkt": "x"}}, refused},
		{"scope as a list", map[string]any{"scope": []string{"mcp:tools"}}, refused},
	}
	verify := issuerOf(public("k1", rsaKey().Public())).verifier(t, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			token := sign(t, jose.RS256, rsaKey(), withKid("k1"), claimsOf(tt.changes))
			if got := verdict(t, verify, token); got != tt.want {
				_, err := verify(t.Context(), token, nil)
				t.Errorf("%s, want %s: %v", got, tt.want, err)
			}
		})
	}
	for name, payload := range map[string]string{
		"not JSON": "x", "nothing": "", "a list": "[]", "null": "null",
		"iss twice":       strings.Replace(string(must(json.Marshal(claimsOf(nil)))), "{", `{"iss":"https://evil.example",`, 1),
		"iss in capitals": strings.Replace(string(must(json.Marshal(claimsOf(nil)))), `"iss"`, `"ISS"`, 1),
	} {
		if got := verdict(t, verify, sign(t, jose.RS256, rsaKey(), withKid("k1"), payload)); got != refused {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestTokenInfo(t *testing.T) {
	t.Parallel()
	verify := issuerOf(public("k1", rsaKey().Public())).verifier(t, nil)
	tests := []struct {
		name    string
		changes map[string]any
		client  string
		scopes  []string
	}{
		{"client_id first", map[string]any{"azp": "b"}, "gateway", []string{"mcp:tools", "other"}},
		{"azp next", map[string]any{"client_id": nil, "azp": "b", "scope": nil, "scp": []string{"mcp:tools", "x"}}, "b", []string{"mcp:tools", "x"}},
		{"sub last", map[string]any{"client_id": nil, "scope": nil, "scp": "mcp:tools x"}, "service-account", []string{"mcp:tools", "x"}},
		{"both kinds of scope", map[string]any{"scope": "a", "scp": "b"}, "gateway", []string{"a", "b"}},
		{"no scope", map[string]any{"scope": nil}, "gateway", []string{}},
	}
	for _, tt := range tests {
		c := claimsOf(tt.changes)
		info, err := verify(t.Context(), sign(t, jose.RS256, rsaKey(), withKid("k1"), c), nil)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.scopes, append([]string{}, info.Scopes...)); diff != "" || info.UserID != tt.client {
			t.Errorf("%s: client %q, scopes (-want +got):\n%s", tt.name, info.UserID, diff)
		}
		if want := time.Unix(c["exp"].(int64), 0).Add(30 * time.Second); !info.Expiration.Equal(want) || info.Extra["sub"] != "service-account" {
			t.Errorf("%s: expires %v, want %v; %v", tt.name, info.Expiration, want, info.Extra)
		}
	}
}

func TestLeeway(t *testing.T) {
	t.Parallel()
	is := issuerOf(public("k1", rsaKey().Public()))
	token := sign(t, jose.RS256, rsaKey(), withKid("k1"), claimsOf(map[string]any{"exp": time.Now().Add(-2 * time.Second).Unix()}))
	if got := verdict(t, is.verifier(t, nil), token); got != good {
		t.Errorf("by default: %s", got)
	}
	if got := verdict(t, is.verifier(t, func(o *Options) { o.Leeway = -1 }), token); got != refused {
		t.Errorf("without: %s", got)
	}
}

func TestAlgorithms(t *testing.T) {
	t.Parallel()
	keys := []jose.JSONWebKey{
		public("rsa", rsaKey().Public()), public("ec", ecKey().Public()), public("ec384", ec384Key().Public()), public("ed", edKey().Public()),
	}
	is := issuerOf(keys...)
	all, narrow := is.verifier(t, nil), is.verifier(t, func(o *Options) { o.Algorithms = []string{"ES256"} })
	for _, tt := range []struct {
		alg    jose.SignatureAlgorithm
		kid    string
		key    any
		narrow string
	}{
		{jose.RS256, "rsa", rsaKey(), refused}, {jose.RS512, "rsa", rsaKey(), refused}, {jose.PS256, "rsa", rsaKey(), refused},
		{jose.ES256, "ec", ecKey(), good}, {jose.ES384, "ec384", ec384Key(), refused}, {jose.EdDSA, "ed", edKey(), refused},
	} {
		for _, header := range []map[string]any{withKid(tt.kid), nil} { // a token may leave kid and typ out
			token := sign(t, tt.alg, tt.key, header, claimsOf(nil))
			if got := verdict(t, all, token); got != good {
				t.Errorf("%s %v: %s", tt.alg, header, got)
			}
			if got := verdict(t, narrow, token); got != tt.narrow {
				t.Errorf("%s %v where ES256 alone is taken: %s", tt.alg, header, got)
			}
		}
	}
	if got := verdict(t, all, sign(t, jose.ES256, ecKey(), withKid("rsa"), claimsOf(nil))); got != refused {
		t.Errorf("the kid of another key: %s", got)
	}
}

// What a forger would try who knows the public keys.
func TestForgeries(t *testing.T) {
	t.Parallel()
	publicPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: must(x509.MarshalPKIXPublicKey(rsaKey().Public()))})
	b64 := func(v any) string { return base64.RawURLEncoding.EncodeToString(must(json.Marshal(v))) }
	unsigned := func(header map[string]any) string { return b64(header) + "." + b64(claimsOf(nil)) + "." }
	honest := sign(t, jose.RS256, rsaKey(), withKid("k1"), claimsOf(nil))
	parts := strings.Split(honest, ".")
	swapped := parts[0] + "." + b64(claimsOf(map[string]any{"client_id": "admin"})) + "." + parts[2]
	embedded := must(json.Marshal(jose.JSONWebKey{Key: rsaKey2().Public(), KeyID: "k1"}))
	thumb := must((&jose.JSONWebKey{Key: rsaKey2().Public()}).Thumbprint(crypto.SHA256))
	with := func(more map[string]any) map[string]any {
		h := withKid("k1")
		maps.Copy(h, more)
		return h
	}
	tests := map[string]string{
		"none":                     unsigned(map[string]any{"alg": "none", "kid": "k1"}),
		"None":                     unsigned(map[string]any{"alg": "None", "kid": "k1"}),
		"empty alg":                unsigned(map[string]any{"alg": "", "kid": "k1"}),
		"no alg":                   unsigned(map[string]any{"kid": "k1"}),
		"HS256 with the PEM":       sign(t, jose.HS256, publicPEM, withKid("k1"), claimsOf(nil)),
		"HS256 with the modulus":   sign(t, jose.HS256, rsaKey().N.Bytes(), withKid("k1"), claimsOf(nil)),
		"HS256 with the set's oct": sign(t, jose.HS256, []byte("0123456789abcdef0123456789abcdef"), withKid("oct"), claimsOf(nil)),
		"another key, known kid":   sign(t, jose.RS256, rsaKey2(), withKid("k1"), claimsOf(nil)),
		"another key, no kid":      sign(t, jose.RS256, rsaKey2(), nil, claimsOf(nil)),
		"a key in the token":       sign(t, jose.RS256, rsaKey2(), with(map[string]any{"jwk": json.RawMessage(embedded)}), claimsOf(nil)),
		"an address in the token":  sign(t, jose.RS256, rsaKey2(), with(map[string]any{"jku": "https://evil.example/jwks.json", "x5t#S256": thumb}), claimsOf(nil)),
		"other claims":             swapped,
		"no signature":             parts[0] + "." + parts[1] + ".",
		"half a token":             parts[0] + "." + parts[1],
		"four parts":               honest + ".x",
		"nothing":                  "",
		"dots":                     "..",
		"not base64":               "$.$.$",
		"JSON form":                `{"payload":"` + parts[1] + `","signatures":[{"protected":"` + parts[0] + `","signature":"` + parts[2] + `"}]}`,
		"an unknown extension":     sign(t, jose.RS256, rsaKey(), with(map[string]any{"crit": []string{"x"}, "x": 1}), claimsOf(nil)),
		"a logout token":           sign(t, jose.RS256, rsaKey(), with(map[string]any{"typ": "logout+jwt"}), claimsOf(nil)),
		"a proof":                  sign(t, jose.RS256, rsaKey(), with(map[string]any{"typ": "dpop+jwt"}), claimsOf(nil)),
		"typ as a number":          sign(t, jose.RS256, rsaKey(), with(map[string]any{"typ": 7}), claimsOf(nil)),
		"a weak key":               sign(t, jose.RS256, weakRSAKey(), withKid("weak"), claimsOf(nil)),
		"an encryption key":        sign(t, jose.RS256, rsaKey2(), withKid("enc"), claimsOf(nil)),
		"a key for PS256":          sign(t, jose.RS256, rsaKey2(), withKid("ps"), claimsOf(nil)),
		"too long":                 sign(t, jose.RS256, rsaKey(), withKid("k1"), claimsOf(map[string]any{"x": strings.Repeat("x", 16<<10)})),
	}
	encryption := jose.JSONWebKey{Key: rsaKey2().Public(), KeyID: "enc", Use: "enc"}
	pinned := jose.JSONWebKey{Key: rsaKey2().Public(), KeyID: "ps", Use: "sig", Algorithm: "PS256"}
	verify := issuerOf(
		public("k1", rsaKey().Public()), public("weak", weakRSAKey().Public()), public("oct", []byte("0123456789abcdef0123456789abcdef")), encryption, pinned,
	).verifier(t, nil)
	if got := verdict(t, verify, honest); got != good {
		t.Fatalf("the honest token: %s", got)
	}
	if got := verdict(t, verify, sign(t, jose.PS256, rsaKey2(), withKid("ps"), claimsOf(nil))); got != good {
		t.Errorf("the pinned algorithm: %s", got)
	}
	for name, token := range tests {
		if got := verdict(t, verify, token); got != refused {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, typ := range map[string]string{"JWT": "JWT", "jwt": "jwt", "at+jwt": "AT+JWT", "long": "application/at+jwt"} {
		if got := verdict(t, verify, sign(t, jose.RS256, rsaKey(), with(map[string]any{"typ": typ}), claimsOf(nil))); got != good {
			t.Errorf("typ %s: %s", name, got)
		}
	}
}

// Only what was signed is ever accepted, and nothing panics.
func FuzzVerify(f *testing.F) {
	honest := sign(f, jose.ES256, ecKey(), withKid("k1"), claimsOf(map[string]any{"exp": 4070908800, "iat": 1}))
	parts := strings.Split(honest, ".")
	for _, s := range []string{
		honest, parts[0] + "." + parts[1] + ".", "..", "", "eyJhbGciOiJub25lIn0.e30.", parts[0] + "." + parts[1] + "." + parts[1],
		sign(f, jose.HS256, []byte("0123456789abcdef0123456789abcdef"), withKid("k1"), claimsOf(nil)),
		sign(f, jose.ES256, ecKey(), map[string]any{"crit": []string{"b64"}, "b64": true}, claimsOf(nil)),
	} {
		f.Add(s)
	}
	opts := issuerOf(public("k1", ecKey().Public())).options()
	verify, err := New(opts)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, token string) {
		if got := verdict(t, verify, token); got == good && !strings.HasPrefix(token, parts[0]+"."+parts[1]+".") || got == unknown {
			t.Errorf("%s: %q", got, token)
		}
	})
}
