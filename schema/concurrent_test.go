package schema_test

import (
	"sync"
	"testing"
)

// TestCodecIsSharedByCalls: one codec serves calls at once, the validator's rules
// included. It is the race detector that would fail it.
func TestCodecIsSharedByCalls(t *testing.T) {
	t.Parallel()
	codec := mustCompile[mensajes](t, nil)
	cross := mustCompile[caso](t, nil)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				in, err := codec.Decode([]byte(mensajesOK))
				if err != nil {
					t.Error(err)
				}
				if err := codec.Check(in); err != nil {
					t.Error(err)
				}
				if _, err := codec.Encode(in); err != nil {
					t.Error(err)
				}
				if _, err := codec.Decode([]byte(`{"correo":"x"}`)); err == nil {
					t.Error("a wrong document passed")
				}
				if _, err := cross.Decode([]byte(`{"tipo":"otro"}`)); err == nil {
					t.Error("a rule between fields did not hold")
				}
			}
		})
	}
	wg.Wait()
}
