package asixtojwt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Within a bubble time stands where it likes: the claims are made there too.
func tokenOf(t *testing.T, kid string, key any) string {
	t.Helper()
	return sign(t, jose.RS256, key, withKid(kid), claimsOf(map[string]any{"exp": time.Now().Add(24 * time.Hour).Unix()}))
}

func TestKeyRotation(t *testing.T) {
	t.Parallel()
	one, two := rsaKey(), rsaKey2()
	synctest.Test(t, func(t *testing.T) {
		is := issuerOf(public("k1", one.Public()))
		verify := is.verifier(t, nil)
		expect := func(when string, token, want string, fetched int64) {
			t.Helper()
			if got := verdict(t, verify, token); got != want || is.fetched.Load() != fetched {
				t.Errorf("%s: %s, want %s; fetched %d times, want %d", when, got, want, is.fetched.Load(), fetched)
			}
			synctest.Wait()
		}
		k1, k2 := tokenOf(t, "k1", one), tokenOf(t, "k2", two)
		if is.fetched.Load() != 0 {
			t.Error("the keys were fetched before the first token")
		}
		expect("the first token", k1, good, 1)
		expect("a kid that is not there", k2, refused, 1) // fetched a moment ago
		time.Sleep(10 * time.Second)
		is.publish(public("k1", one.Public()), public("k2", two.Public()))
		expect("known keys need no fetching", k1, good, 1)
		expect("the new key, at once", k2, good, 2)
		is.publish(public("k2", two.Public()))
		time.Sleep(15*time.Minute - time.Second)
		expect("before the set is old", k1, good, 2)
		time.Sleep(time.Second)
		verdict(t, verify, k2) // starts to fetch, and does not wait for it
		synctest.Wait()
		expect("the old key is taken back", k1, refused, 3)
		expect("the new one holds", k2, good, 3)
	})
}

// A key without a name may be replaced by one that fits as well.
func TestRotationOfAKeyWithoutAName(t *testing.T) {
	t.Parallel()
	one, two := rsaKey(), rsaKey2()
	synctest.Test(t, func(t *testing.T) {
		is := issuerOf(public("", one.Public()))
		verify := is.verifier(t, nil)
		if got := verdict(t, verify, sign(t, jose.RS256, one, nil, claimsOf(nil))); got != good {
			t.Errorf("the first key: %s", got)
		}
		is.publish(public("", two.Public()))
		time.Sleep(10 * time.Second)
		if got := verdict(t, verify, sign(t, jose.RS256, two, nil, claimsOf(nil))); got != good {
			t.Errorf("the key after it: %s", got)
		}
	})
}

// However many invented kids arrive, the set is fetched every ten seconds at most.
func TestUnknownKidsAreBounded(t *testing.T) {
	t.Parallel()
	key, other := rsaKey(), rsaKey2()
	synctest.Test(t, func(t *testing.T) {
		is := issuerOf(public("k1", key.Public()))
		is.before = func(*http.Request) { time.Sleep(100 * time.Millisecond) }
		verify := is.verifier(t, nil)
		invented := make([]string, 20)
		for i := range invented {
			invented[i] = tokenOf(t, fmt.Sprint("invented", i), other)
		}
		start := time.Now()
		for time.Since(start) < time.Minute {
			var wg sync.WaitGroup
			for _, token := range invented {
				wg.Go(func() {
					if got := verdict(t, verify, token); got != refused {
						t.Errorf("%s", got)
					}
				})
			}
			wg.Wait()
			time.Sleep(500 * time.Millisecond)
		}
		if n := is.fetched.Load(); n < 5 || n > 7 {
			t.Errorf("fetched %d times in a minute", n)
		}
	})
}

func TestOutage(t *testing.T) {
	t.Parallel()
	key, other := rsaKey(), rsaKey2()
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		var mu sync.Mutex
		is := issuerOf(public("k1", key.Public()))
		is.fail(errors.New("connection refused"))
		verify := is.verifier(t, func(o *Options) {
			o.Logger = slog.New(slog.NewTextHandler(writer(func(b []byte) (int, error) {
				mu.Lock()
				defer mu.Unlock()
				return text.Write(b)
			}), nil))
		})
		k1, k2 := tokenOf(t, "k1", key), tokenOf(t, "k2", other)
		expect := func(when, token, want string) {
			t.Helper()
			if got := verdict(t, verify, token); got != want {
				t.Errorf("%s: %s, want %s", when, got, want)
			}
			synctest.Wait()
		}
		expect("down from the start", k1, unknown)
		expect("a forged one is refused all the same", "eyJhbGciOiJub25lIn0.e30.", refused)
		is.publish(public("k1", key.Public()))
		expect("up, but asked a moment ago", k1, unknown)
		time.Sleep(10 * time.Second)
		expect("up", k1, good)
		is.fail(errors.New("connection refused"))
		time.Sleep(time.Hour)
		expect("down again, a known key", k1, good)
		expect("down again, an unknown key", k2, unknown)
		is.publish(public("k2", other.Public()))
		time.Sleep(10 * time.Second)
		expect("up again", k2, good)
		mu.Lock()
		defer mu.Unlock()
		if !strings.Contains(text.String(), "connection refused") || strings.Contains(text.String(), k1) {
			t.Errorf("log:\n%s", &text)
		}
	})
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// A request that ends does not end the fetching that others wait for; one that
// hangs is given up.
func TestFetchingIsShared(t *testing.T) {
	t.Parallel()
	key := rsaKey()
	synctest.Test(t, func(t *testing.T) {
		is := issuerOf(public("k1", key.Public()))
		hang := true
		is.before = func(r *http.Request) {
			if hang {
				<-r.Context().Done()
				return
			}
			time.Sleep(time.Second)
		}
		verify := is.verifier(t, nil)
		token := tokenOf(t, "k1", key)
		start := time.Now()
		if got := verdict(t, verify, token); got != unknown || time.Since(start) != 5*time.Second {
			t.Errorf("an issuer that hangs: %s after %v", got, time.Since(start))
		}
		hang = false
		time.Sleep(10 * time.Second)
		leaving, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := verify(leaving, token, nil); !errors.Is(err, context.Canceled) {
				t.Errorf("who left: %v", err)
			}
		})
		synctest.Wait()
		for range 20 {
			wg.Go(func() {
				if got := verdict(t, verify, token); got != good {
					t.Errorf("who stayed: %s", got)
				}
			})
		}
		synctest.Wait()
		leave()
		wg.Wait()
		if is.fetched.Load() != 2 {
			t.Errorf("fetched %d times", is.fetched.Load())
		}
	})
}

func TestKeySetsThatAreNone(t *testing.T) {
	t.Parallel()
	privateKey := must((&jose.JSONWebKey{Key: rsaKey(), KeyID: "k1"}).MarshalJSON())
	publicKey := must((&jose.JSONWebKey{Key: rsaKey().Public(), KeyID: "k1"}).MarshalJSON())
	many := strings.TrimSuffix(strings.Repeat(string(publicKey)+",", 101), ",")
	for name, tt := range map[string]struct{ set, want string }{
		"good beside others": {`{"keys":[{"kty":"AKP","kid":"k1"},{"kty":"EC","crv":"P-256","x":"AA","y":"AA"},7,` + string(publicKey) + `]}`, good},
		"not JSON":           {"<html>", unknown},
		"nothing":            {"", unknown},
		"no keys":            {"{}", unknown},
		"an empty list":      {`{"keys":[]}`, unknown},
		"keys as a text":     {`{"keys":"x"}`, unknown},
		"private keys":       {`{"keys":[` + string(privateKey) + `]}`, unknown},
		"too many keys":      {`{"keys":[` + many + `]}`, unknown},
		"too long":           {`{"keys":[` + string(publicKey) + `],"x":"` + strings.Repeat("x", 512<<10) + `"}`, unknown},
	} {
		is := issuerOf()
		is.publishRaw([]byte(tt.set))
		if got := verdict(t, is.verifier(t, nil), tokenOf(t, "k1", rsaKey())); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
	is := issuerOf(public("k1", rsaKey().Public()))
	is.status = http.StatusInternalServerError
	if got := verdict(t, is.verifier(t, nil), tokenOf(t, "k1", rsaKey())); got != unknown {
		t.Errorf("status 500: %s", got)
	}
	is.before = func(*http.Request) { panic("x") }
	if got := verdict(t, is.verifier(t, nil), tokenOf(t, "k1", rsaKey())); got != unknown {
		t.Errorf("a transport that panics: %s", got)
	}
}

func FuzzReadSet(f *testing.F) {
	f.Add([]byte(`{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"x"},{"kty":"OKP","crv":"Ed25519","x":"AA"}]}`))
	f.Add(must((&jose.JSONWebKeySet{Keys: []jose.JSONWebKey{public("k1", ecKey().Public())}}).Keys[0].MarshalJSON()))
	f.Fuzz(func(t *testing.T, body []byte) {
		keys, err := readSet(body)
		if err == nil && len(keys) == 0 {
			t.Error("a set without keys")
		}
		for i := range keys {
			if !keys[i].IsPublic() {
				t.Errorf("key %d is none for the public", i)
			}
			fits(&keys[i], jose.Header{Algorithm: "ES256"})
		}
	})
}

// A redirect to plain http would let anybody on the way put keys in.
func TestRedirects(t *testing.T) {
	t.Parallel()
	for to, want := range map[string]string{
		"https://keys.example.com/jwks.json": good, "http://127.0.0.1/jwks.json": good,
		"http://keys.example.com/jwks.json": unknown, theJWKS: unknown, // the last one without an end
	} {
		is := issuerOf(public("k1", rsaKey().Public()))
		verify := is.verifier(t, func(o *Options) {
			o.Client = &http.Client{Transport: redirecting{is, to}}
		})
		if got := verdict(t, verify, tokenOf(t, "k1", rsaKey())); got != want || is.fetched.Load() > 1 {
			t.Errorf("%s: %s, want %s", to, got, want)
		}
	}
}

// redirecting sends whoever asks the issuer elsewhere, where the set is.
type redirecting struct {
	*issuer
	to string
}

func (s redirecting) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.String() == theJWKS {
		return &http.Response{StatusCode: http.StatusFound, Header: http.Header{"Location": {s.to}}, Body: http.NoBody}, nil
	}
	return s.issuer.RoundTrip(r)
}
