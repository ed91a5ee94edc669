package main

import "testing"

// No text opens that was not signed for the purpose, whatever it looks like.
func FuzzSeal(f *testing.F) {
	s := seal{[]byte("a key that tests sign with, 32 b")}
	good, err := s.sign(forAccess, accessClaims{workspaceID, configVersion, "agente", 1})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{good, "", ".", "e30.", good + ".", good + "\n", good[:len(good)-1] + "_", good[:len(good)-1], "a.b.c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var claims accessClaims
		if err := s.open(forAccess, text, &claims); (err == nil) != (text == good) {
			t.Errorf("%q: %v", text, err)
		}
		if s.open(forDecision, text, &claims) == nil {
			t.Errorf("%q opens for another purpose", text)
		}
	})
}

// Canonical JSON is valid and stays as it is.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{"b":1,"a":[{"d":"\u00e9","c":1e2}]}`, `{}`, ``, `{"a":1,"a":2}`, `[`, `{"n":9007199254740993}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := canonical(raw)
		if err != nil {
			return
		}
		twice, err := canonical(once)
		if err != nil || string(twice) != string(once) || !once.IsValid() {
			t.Errorf("%s, then %s, %v", once, twice, err)
		}
	})
}
