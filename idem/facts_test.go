package idem

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestFactsAreKeptForTheirTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := NewFacts(NewMemory(nil), time.Hour)
		recalls := func(fact string, want bool, when string) {
			t.Helper()
			if got, err := f.Recall(t.Context(), fact); err != nil || got != want {
				t.Errorf("%s: %v, %v, want %v", when, got, err, want)
			}
		}
		recalls("a", false, "before")
		if err := f.Remember(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		recalls("a", true, "after")
		recalls("b", false, "another")
		time.Sleep(time.Hour) // however the periods lie
		recalls("a", true, "an hour later")
		if err := f.Remember(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		recalls("a", true, "an hour after it was said again")
		time.Sleep(time.Hour + time.Second)
		recalls("a", false, "two hours after")
	})
}

// Facts outlive the process that stored them, and the version of it: what a fact is
// to the store is pinned.
func TestFactsOfOlderProcesses(t *testing.T) {
	t.Parallel()
	for _, ttl := range []time.Duration{time.Second, time.Hour, 7 * 24 * time.Hour, 1<<63 - 1} {
		for _, now := range []time.Time{time.Unix(1_785_232_800, 7), time.Unix(0, 0), time.Unix(-3600, 0)} {
			for _, fact := range []string{"", "a", "%d %s", "ñ\xff\x00", strings.Repeat("long ", 100)} {
				f := NewFacts(NewMemory(nil), ttl)
				f.now = func() time.Time { return now }
				for age := range int64(2) {
					text := sha256.Sum256([]byte("fact " + fmt.Sprint(int64(ttl), " ", now.UnixNano()/int64(ttl)-age) + " " + fact))
					want := Claim{ID: sha256.Sum256(text[:]), Token: Token(text[:len(Token{})]), Fingerprint: text, Lease: factLook, Retention: factLook}
					if got := f.claim(fact, age); got != want {
						t.Errorf("%v at %v, %d ago, %.20q: %+v, want %+v", ttl, now, age, fact, got, want)
					}
				}
			}
		}
	}
}

// A look at a fact never undoes it, and leaves nothing behind.
func TestFactsInParallel(t *testing.T) {
	t.Parallel()
	m := NewMemory(nil)
	f := NewFacts(m, 0)
	for range 200 {
		fact := string(randomBytes(8))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if _, err := f.Recall(t.Context(), fact); err != nil {
					t.Error(err)
				}
			})
			wg.Go(func() {
				if err := f.Remember(t.Context(), fact); err != nil {
					t.Error(err)
				}
				if known, err := f.Recall(t.Context(), fact); !known || err != nil {
					t.Errorf("remembered and then %v, %v", known, err)
				}
			})
		}
		wg.Wait()
		if _, err := f.Recall(t.Context(), fact+"x"); err != nil {
			t.Error(err)
		}
	}
	if n := m.Len(); n != 200 {
		t.Errorf("%d records of 200 facts", n)
	}
}

func randomBytes(n int) []byte {
	var b []byte
	for len(b) < n {
		token := newToken()
		b = append(b, token[:]...)
	}
	return b[:n]
}

func TestFactsOfAStoreThatFails(t *testing.T) {
	t.Parallel()
	f := NewFacts(Disabled, 0)
	if err := f.Remember(t.Context(), "a"); !errors.Is(err, errDisabled) {
		t.Errorf("Remember: %v", err)
	}
	if _, err := f.Recall(t.Context(), "a"); !errors.Is(err, errDisabled) {
		t.Errorf("Recall: %v", err)
	}
	lost := NewFacts(forgetting{NewMemory(nil)}, 0)
	if err := lost.Remember(t.Context(), "a"); !errors.Is(err, ErrStore) {
		t.Errorf("Remember where every claim is lost: %v", err)
	}
	for name, make := range map[string]func(){
		"no store": func() { NewFacts(nil, 0) }, "short": func() { NewFacts(Disabled, time.Millisecond) },
	} {
		func() {
			defer func() {
				if v := recover(); v == nil || !strings.Contains(v.(string), "use a store and at least a second") {
					t.Errorf("%s: panic %v", name, v)
				}
			}()
			make()
		}()
	}
}

// forgetting loses every claim.
type forgetting struct{ *Memory }

func (forgetting) Complete(context.Context, Claim, Result) error { return ErrLost }
