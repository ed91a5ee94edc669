package asixto

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

func TestParseTokens(t *testing.T) {
	t.Parallel()
	january := time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		name, list string
		want       []Token
	}{
		{"one", "uno", []Token{{"default", "uno", time.Time{}}}},
		{"named", "norte:dos", []Token{{"norte", "dos", time.Time{}}}},
		{"several", " uno , norte:dos,norte : tres==, ", []Token{{"default", "uno", time.Time{}}, {"norte", "dos", time.Time{}}, {"norte", "tres==", time.Time{}}}},
		{"the whole alphabet", "a:azAZ09-._~+/=", []Token{{"a", "azAZ09-._~+/=", time.Time{}}}},
		{"expires", "norte:dos;expires=2027-01-31T00:00:00Z", []Token{{"norte", "dos", january}}},
		{"expires without a name", "dos;expires=2027-01-31T00:00:00Z", []Token{{"default", "dos", january}}},
		{"expires elsewhere", "dos ; expires = 2027-01-30T19:00:00-05:00 ", []Token{{"default", "dos", january}}},
		{"lines", "\ufeff# gateway\r\nnorte:dos\r\n\r\n  # sur:viejo\nsur:tres,oeste:cuatro\n", []Token{{"norte", "dos", time.Time{}}, {"sur", "tres", time.Time{}}, {"oeste", "cuatro", time.Time{}}}},
		{"a name with a space", "mesa de ayuda:uno", []Token{{"mesa de ayuda", "uno", time.Time{}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := ParseTokens(tt.list)
			if err != nil {
				t.Fatal(err)
			}
			same := cmp.Comparer(func(a, b Token) bool {
				return a.Client == b.Client && a.Value == b.Value && a.Expires.Equal(b.Expires)
			})
			if diff := cmp.Diff(tt.want, got, same); diff != "" {
				t.Errorf("tokens (-want +got):\n%s", diff)
			}
		})
	}
}

// What is wrong is said with a number and a remedy, never with a token.
func TestParseTokensRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, list, says string }{
		{"empty", "", "holds none"},
		{"separators", " ,, \n", "holds none"},
		{"comments", "# hunter2", "holds none"},
		{"no token", "norte:", "token 1 of the list has an empty name or token"},
		{"no name", "a,:hunter2", "token 2 of the list has an empty name or token"},
		{"a colon in the token", "norte:hunter2:hunter2", "token 1 of the list has a character"},
		{"a space in the token", "norte:hunter2 hunter2", "has a character"},
		{"not ASCII", "norte:hunter2ñ", "has a character"},
		{"padding inside", "norte:hunter2=hunter2", "has a character"},
		{"padding alone", "norte:==", "has a character"},
		{"a control character in the name", "nor\x00te:hunter2", "no name"},
		{"a long name", strings.Repeat("n", 129) + ":hunter2", "no name"},
		{"invalid UTF-8 in the name", "nor\xffte:hunter2", "no name"},
		{"a long token", strings.Repeat("hunter2", 1200), "longer than 8000 bytes"},
		{"another attribute", "norte:a;hunter2=2027-01-31T00:00:00Z", ";expires=2027-01-31T00:00:00Z"},
		{"a semicolon in the token", "norte:a;hunter2", ";expires="},
		{"a date without a time", "norte:a;expires=2027-01-31", ";expires="},
		{"two attributes", "norte:a;expires=2027-01-31T00:00:00Z;hunter2", ";expires="},
		{"twice", "norte:hunter2,b,sur:hunter2", "token 3 of the list is the same as token 1"},
		{"too many", strings.Repeat("a,", 10_001), "more than 10000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := ParseTokens(tt.list)
			if err == nil || !strings.Contains(err.Error(), tt.says) || !strings.HasPrefix(err.Error(), "asixto: ") {
				t.Fatalf("error %v, want one with %q", err, tt.says)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error shows the token: %v", err)
			}
		})
	}
	many := make([]Token, 10_001)
	for i := range many {
		many[i].Value = fmt.Sprintf("t%d", i)
	}
	if _, err := newTokenSet(many); err == nil || !strings.Contains(err.Error(), "more than 10000") {
		t.Errorf("10,001 tokens: %v", err)
	}
}

func FuzzParseTokens(f *testing.F) {
	for _, s := range []string{"uno", "norte:dos;expires=2027-01-31T00:00:00Z,a:b", "# x\na:b\r\n", ";;;", ":::", "a:b;expires=", "\ufeff,\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, list string) {
		tokens, err := ParseTokens(list)
		if err != nil {
			return
		}
		set, err := newTokenSet(tokens)
		if err != nil || len(set) == 0 {
			t.Fatalf("a list that was read is refused: %v", err)
		}
		for _, token := range tokens {
			if !isBearerToken(token.Value) || token.Client == "" || !strings.Contains(list, token.Value) {
				t.Errorf("token %q of client %q", token.Value, token.Client)
			}
		}
	})
}

func TestATokenIsNotPrinted(t *testing.T) {
	t.Parallel()
	token := Token{Client: "norte", Value: "hunter2"}
	log, lines := logBuffer()
	log.Info("x", "token", token, "tokens", []Token{token}, "pointer", &token)
	text := fmt.Sprintf("%v %+v %#v %s %q %x %d %v %v", token, token, token, token, token, token, token, []Token{token}, &token) + lines.String()
	if strings.Contains(text, "hunter2") || strings.Contains(text, "68756e74657232") || !strings.Contains(text, "norte:…") {
		t.Errorf("printed: %s", text)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	verify, err := Tokens(" uno , norte:dos,norte : tres, ")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ token, client string }{
		{"uno", "default"}, {"dos", "norte"}, {"tres", "norte"},
		{"", ""}, {"norte:dos", ""}, {"uno ", ""}, {"tre", ""}, {"tress", ""},
	}
	for _, tt := range tests {
		info, err := verify(t.Context(), tt.token, nil)
		if tt.client == "" {
			if !errors.Is(err, auth.ErrInvalidToken) {
				t.Errorf("%q: %v", tt.token, err)
			}
			continue
		}
		if err != nil || info.UserID != tt.client {
			t.Errorf("%q: %+v, %v", tt.token, info, err)
		}
	}
	for _, open := range []string{"", " ", "\n"} {
		if verify, err := Tokens(open); verify != nil || err != nil {
			t.Errorf("Tokens(%q) is not open: %v", open, err)
		}
	}
	if verify, err := Tokens(","); verify != nil || err == nil {
		t.Error("a list that was meant to hold something leaves the endpoint open")
	}
}

func TestATokenExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		verify, err := Tokens("viejo;expires=" + time.Now().Add(time.Hour).Format(time.RFC3339) + ",nuevo")
		if err != nil {
			t.Fatal(err)
		}
		h := handlerOf(t, testServer(t, nil), &HandlerOptions{Verifier: verify})
		with := func(token string) *reply {
			return post(t, h, listBody, map[string]string{"Authorization": "Bearer " + token})
		}
		time.Sleep(time.Hour - time.Nanosecond)
		if got := with("viejo"); got.Status != 200 {
			t.Errorf("before it expires: %d %s", got.Status, got.Body)
		}
		time.Sleep(time.Nanosecond)
		if got := with("viejo"); got.Status != 401 || !strings.Contains(got.Header.Get("WWW-Authenticate"), `error="invalid_token"`) {
			t.Errorf("expired: %d %q", got.Status, got.Header.Get("WWW-Authenticate"))
		}
		if accepts(t, verify, "viejo") { // by itself too, for a handler of the author's
			t.Error("the verifier alone accepts it")
		}
		if got := with("nuevo"); got.Status != 200 {
			t.Errorf("the one that follows: %d %s", got.Status, got.Body)
		}
	})
}
