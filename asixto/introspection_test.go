package asixto

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

const theResource = "https://mcp.example.com/mcp"

// roundTrip is an authorization server without a network.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answering makes a transport that gives one answer, and counts.
func answering(asked *atomic.Int64, body func() string) *http.Client {
	return &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) {
		asked.Add(1)
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body()))}, nil
	})}
}

func introspecting(t *testing.T, opts IntrospectionOptions) auth.TokenVerifier {
	t.Helper()
	opts.Endpoint = cmp.Or(opts.Endpoint, "https://login.example.com/introspect")
	if !opts.AnyAudience {
		opts.Audience = cmp.Or(opts.Audience, theResource)
	}
	verify, err := Introspection(&opts)
	if err != nil {
		t.Fatal(err)
	}
	return verify
}

// The answer decides, over HTTP on both sides.
func TestIntrospection(t *testing.T) {
	t.Parallel()
	good := `"active":true,"client_id":"norte","aud":"` + theResource + `","scope":"mcp:tools other"`
	later := fmt.Sprint(time.Now().Add(time.Hour).Unix())
	tests := []struct {
		name, answer string
		status       int
	}{
		{"good", `{` + good + `}`, 200},
		{"with a time", `{` + good + `,"exp":` + later + `,"nbf":1,"iat":1,"token_type":"Bearer"}`, 200},
		{"a list of audiences", strings.Replace(`{`+good+`}`, `"`+theResource+`"`, `["a","`+theResource+`"]`, 1), 200},
		{"a list of scopes", strings.Replace(`{`+good+`}`, `"mcp:tools other"`, `["other","mcp:tools"]`, 1), 200},
		{"a subject alone", strings.Replace(`{`+good+`}`, "client_id", "sub", 1), 200},
		{"not bound", `{` + good + `,"cnf":null}`, 200},
		{"the issuer", `{` + good + `,"iss":"https://login.example.com"}`, 200},
		{"not active", `{"active":false}`, 401},
		{"not active with more", strings.Replace(`{`+good+`}`, "true", "false", 1), 401},
		{"expired", `{` + good + `,"exp":1}`, 401},
		{"expired long ago", `{` + good + `,"exp":-1e300}`, 401},
		{"not yet", `{` + good + `,"nbf":` + later + `}`, 401},
		{"another audience", `{"active":true,"client_id":"norte","aud":"https://otro.example.com","scope":"mcp:tools"}`, 401},
		{"no audience", `{"active":true,"client_id":"norte","scope":"mcp:tools"}`, 401},
		{"bound to a key", `{` + good + `,"cnf":{"jkt":"x"}}`, 401},
		{"another scope", strings.Replace(`{`+good+`}`, "mcp:tools other", "mcp:toolsother", 1), 403},
		{"no scope", `{"active":true,"client_id":"norte","aud":"` + theResource + `"}`, 403},
		{"no client", strings.Replace(`{`+good+`}`, "client_id", "clientid", 1), 503},
		{"not JSON", `hunter2`, 503},
		{"a list", `[]`, 503},
		{"null", `null`, 503},
		{"nothing", ``, 503},
		{"without active", `{"client_id":"hunter2"}`, 503},
		{"active as a text", `{"active":"true"}`, 503},
		{"active twice", `{"active":false,` + good + `}`, 503},
		{"exp as a text", `{` + good + `,"exp":"hunter2"}`, 503},
		{"too long", `{` + good + `,"x":"` + strings.Repeat("x", 256<<10) + `"}`, 503},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			as := overHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, tt.answer) }))
			verify := introspecting(t, IntrospectionOptions{Endpoint: as, Client: ownConnections()})
			log, lines := logBuffer()
			url := overHTTP(t, handlerOf(t, testServer(t, &ServerOptions{Logger: log}), &HandlerOptions{Verifier: verify}))
			got := ask(t, url, "Bearer t0ken")
			if got.Status != tt.status || strings.Contains(got.Body, "hunter2") {
				t.Errorf("status %d, want %d: %s", got.Status, tt.status, got.Body)
			}
			if told := strings.Contains(lines.String(), "token verifier failed"); told != (tt.status == 503) {
				t.Errorf("status %d, log:\n%s", got.Status, lines)
			}
			if strings.Contains(lines.String(), "t0ken") {
				t.Errorf("the log shows the token:\n%s", lines)
			}
		})
	}
}

func ownConnections() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

// The question is as the standard has it.
func TestIntrospectionAsks(t *testing.T) {
	t.Parallel()
	var seen struct{ method, form, id, secret, contentType string }
	as := overHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		seen.method, seen.form, seen.contentType = r.Method, r.PostForm.Encode(), r.Header.Get("Content-Type")
		seen.id, seen.secret, _ = r.BasicAuth()
		_, _ = io.WriteString(w, `{"active":true,"client_id":"norte","sub":"u1","iss":"https://login.example.com","scope":"mcp:tools a"}`)
	}))
	verify := introspecting(t, IntrospectionOptions{
		Endpoint: as, ClientID: "the server", ClientSecret: "s:ñ+", AnyAudience: true, Issuer: "https://login.example.com", Client: ownConnections(),
	})
	info, err := verify(t.Context(), "a+b/c==", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "POST token=a%2Bb%2Fc%3D%3D&token_type_hint=access_token the+server s%3A%C3%B1%2B application/x-www-form-urlencoded"
	if got := strings.Join([]string{seen.method, seen.form, seen.id, seen.secret, seen.contentType}, " "); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
	if info.UserID != "norte" || info.Extra["sub"] != "u1" || !slices.Equal(info.Scopes, []string{"mcp:tools", "a"}) {
		t.Errorf("%+v", info)
	}
	info.Scopes[0], info.Extra["sub"] = "changed", "changed"
	again, err := verify(t.Context(), "a+b/c==", nil)
	if err != nil || again.Scopes[0] != "mcp:tools" || again.Extra["sub"] != "u1" {
		t.Errorf("what is kept was changed from outside: %+v, %v", again, err)
	}
	other := introspecting(t, IntrospectionOptions{Endpoint: as, AnyAudience: true, Issuer: "https://otro.example.com", Client: ownConnections()})
	if _, err := other(t.Context(), "x", nil); !errors.Is(err, auth.ErrInvalidToken) {
		t.Errorf("another issuer: %v", err)
	}
}

// A redirect would carry the token and the secret elsewhere.
func TestIntrospectionFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	var elsewhere atomic.Int64
	there := overHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		elsewhere.Add(1)
		_, _ = io.WriteString(w, `{"active":true}`)
	}))
	for _, status := range []int{301, 302, 307, 308} {
		as := overHTTP(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, there, status) }))
		verify := introspecting(t, IntrospectionOptions{Endpoint: as, ClientID: "a", ClientSecret: "b", Client: ownConnections()})
		if _, err := verify(t.Context(), "x", nil); err == nil || errors.Is(err, auth.ErrInvalidToken) {
			t.Errorf("%d: %v", status, err)
		}
	}
	if elsewhere.Load() != 0 {
		t.Error("a redirect was followed")
	}
}

func TestIntrospectionKeepsAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		active := func() string {
			return fmt.Sprintf(`{"active":true,"client_id":"a","exp":%d}`, time.Now().Add(90*time.Second).Unix())
		}
		answer := active()
		verify := introspecting(t, IntrospectionOptions{AnyAudience: true, Client: answering(&asked, func() string { return answer })})
		expect := func(when string, ok bool, count int64) {
			t.Helper()
			if got := accepts(t, verify, "x"); got != ok || asked.Load() != count {
				t.Errorf("%s: accepted %v, asked %d times; want %v, %d", when, got, asked.Load(), ok, count)
			}
		}
		expect("at first", true, 1)
		time.Sleep(59 * time.Second)
		expect("within the minute", true, 1)
		time.Sleep(time.Second)
		expect("after a minute", true, 2)
		time.Sleep(30 * time.Second)
		expect("at its exp, within the minute", false, 3)
		answer = `{"active":false}`
		time.Sleep(10 * time.Second)
		expect("revoked", false, 4)
		answer = active()
		time.Sleep(9 * time.Second)
		expect("a bad one is remembered", false, 4)
		time.Sleep(time.Second)
		expect("for ten seconds", true, 5)
		never := introspecting(t, IntrospectionOptions{AnyAudience: true, CacheTTL: -1, Client: answering(&asked, active)})
		for range 3 {
			accepts(t, never, "x")
		}
		if asked.Load() != 8 {
			t.Errorf("without a cache: asked %d times", asked.Load())
		}
	})
}

// Of equal tokens at one time one is asked about, whoever leaves.
func TestIntrospectionAsksOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		verify := introspecting(t, IntrospectionOptions{AnyAudience: true, Client: answering(&asked, func() string {
			time.Sleep(time.Second)
			return `{"active":true,"client_id":"a"}`
		})})
		leaving, leave := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := verify(leaving, "x", nil); !errors.Is(err, context.Canceled) {
				t.Errorf("who left: %v", err)
			}
		})
		synctest.Wait()
		for range 50 {
			wg.Go(func() {
				if !accepts(t, verify, "x") {
					t.Error("refused")
				}
			})
		}
		synctest.Wait()
		leave()
		wg.Wait()
		if asked.Load() != 1 {
			t.Errorf("asked %d times", asked.Load())
		}
	})
}

// A flood of invented tokens is bounded, and takes no good answer away.
func TestIntrospectionUnderAFlood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		answer := `{"active":true,"client_id":"a"}`
		verify := introspecting(t, IntrospectionOptions{
			AnyAudience: true, CacheSize: 8, MaxPending: 4,
			Client: answering(&asked, func() string { time.Sleep(time.Second); return answer }),
		})
		if !accepts(t, verify, "good") {
			t.Fatal("refused")
		}
		answer = `{"active":false}`
		var wg sync.WaitGroup
		var busy atomic.Int64
		for i := range 100 {
			wg.Go(func() {
				if _, err := verify(t.Context(), fmt.Sprint("bad", i), nil); !errors.Is(err, auth.ErrInvalidToken) {
					busy.Add(1)
				}
			})
		}
		synctest.Wait()
		wg.Wait()
		if busy.Load() != 96 || asked.Load() != 5 {
			t.Errorf("%d were told to come again, asked %d times", busy.Load(), asked.Load())
		}
		for i := range 40 {
			_, _ = verify(t.Context(), fmt.Sprint("more", i), nil)
		}
		if before := asked.Load(); !accepts(t, verify, "good") || asked.Load() != before {
			t.Error("the good answer is gone")
		}
	})
}

func TestCachedAnswersAreBounded(t *testing.T) {
	t.Parallel()
	a := newAnswers(10)
	for i := range 100 {
		for _, info := range []*auth.TokenInfo{{}, nil} {
			digest := tokenDigest{byte(i), boolByte(info == nil)}
			_, q := a.find(digest, time.Now(), 1)
			q.flight.verdict = &verdict{info: info, until: time.Now().Add(time.Hour)}
			a.land(digest, q.flight)
		}
	}
	if len(a.good) != 10 || len(a.bad) != 10 || len(a.flights) != 0 {
		t.Errorf("%d good, %d bad, %d open", len(a.good), len(a.bad), len(a.flights))
	}
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func TestIntrospectionFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for name, trip := range map[string]roundTrip{
			"down":   func(*http.Request) (*http.Response, error) { return nil, errors.New("connection refused") },
			"hangs":  func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() },
			"panics": func(*http.Request) (*http.Response, error) { panic("x") },
			"status": func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: http.StatusUnauthorized, Body: http.NoBody}, nil
			},
		} {
			start := time.Now()
			verify := introspecting(t, IntrospectionOptions{AnyAudience: true, Client: &http.Client{Transport: trip}})
			for range 2 { // a failure is not kept
				if _, err := verify(t.Context(), "t0ken", nil); err == nil || errors.Is(err, auth.ErrInvalidToken) || strings.Contains(err.Error(), "t0ken") {
					t.Errorf("%s: %v", name, err)
				}
			}
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("%s: took %v", name, d)
			}
		}
	})
}

func TestIntrospectionOptions(t *testing.T) {
	t.Parallel()
	good := IntrospectionOptions{Endpoint: "https://login.example.com/introspect", Audience: theResource}
	for name, change := range map[string]func(*IntrospectionOptions){
		"no endpoint":       func(o *IntrospectionOptions) { o.Endpoint = "" },
		"plain http":        func(o *IntrospectionOptions) { o.Endpoint = "http://login.example.com/introspect" },
		"user in the URL":   func(o *IntrospectionOptions) { o.Endpoint = "https://a:hunter2@login.example.com/introspect" },
		"no audience":       func(o *IntrospectionOptions) { o.Audience = "" },
		"both audiences":    func(o *IntrospectionOptions) { o.AnyAudience = true },
		"a secret alone":    func(o *IntrospectionOptions) { o.ClientSecret = "x" },
		"negative size":     func(o *IntrospectionOptions) { o.CacheSize = -1 },
		"negative pending":  func(o *IntrospectionOptions) { o.MaxPending = -1 },
		"negative time-out": func(o *IntrospectionOptions) { o.Timeout = -1 },
	} {
		bad := good
		change(&bad)
		if _, err := Introspection(&bad); err == nil || !strings.HasPrefix(err.Error(), "asixto: IntrospectionOptions.") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Introspection(nil); err == nil {
		t.Error("nil options are taken")
	}
	for _, query := range []string{"", "?tenant=a"} {
		better := good
		better.Endpoint += query
		if _, err := Introspection(&better); err != nil {
			t.Errorf("%q: %v", query, err)
		}
	}
}

func FuzzIntrospectionAnswer(f *testing.F) {
	for _, s := range []string{`{"active":true,"client_id":"a","exp":1e999,"nbf":-1,"aud":["a"],"scope":[]}`, `{"active":null}`, `{"aud":{}}`, ``} {
		f.Add([]byte(s))
	}
	verifier := &introspector{opts: IntrospectionOptions{Audience: theResource}}
	f.Fuzz(func(t *testing.T, body []byte) {
		a, err := readIntrospected(body)
		if err != nil {
			return
		}
		now := time.Now()
		if v, err := verifier.judge(a, now); err == nil && v.info != nil {
			if info, err := v.outcome(now); err != nil || info.UserID == "" || !*a.Active {
				t.Errorf("%+v, %v", info, err)
			}
		}
	})
}
