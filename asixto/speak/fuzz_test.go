package speak_test

import (
	"encoding/json"
	"testing"

	"github.com/asixto/go-sdk/asixto/speak"
)

// An amount that is read is written as one that reads the same.
func FuzzMoney(f *testing.F) {
	for _, seed := range []string{
		`{"valor":45900,"moneda":"COP"}`, `{"valor":-0.05,"moneda":"USD"}`, `{"valor":1e2,"moneda":"PYG"}`, `{"valor":0,"moneda":"KWD"}`, `null`, `[]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var m speak.Money
		if json.Unmarshal(data, &m) != nil || m == (speak.Money{}) {
			return
		}
		raw, err := json.Marshal(m)
		if err != nil {
			t.Fatalf("%s is read and not written: %v", data, err)
		}
		var back speak.Money
		if err := json.Unmarshal(raw, &back); err != nil || back != m {
			t.Fatalf("%s is read as %v, written as %s and read as %v: %v", data, m, raw, back, err)
		}
		_, _ = m.String(), m.Spoken()
	})
}
