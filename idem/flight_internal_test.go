package idem

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A duplicate that joined a flight and looks only after it has landed hears what
// the flight came to, and no success that there was not.
func TestJoiningALandedFlight(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	tests := map[string]struct {
		run  func(context.Context) ([]byte, error)
		want error
	}{
		"failure":  {func(context.Context) ([]byte, error) { return nil, refused }, refused},
		"in doubt": {func(context.Context) ([]byte, error) { return nil, InDoubt(refused) }, ErrInDoubt},
		"success":  {func(context.Context) ([]byte, error) { return []byte("ok"), nil }, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, err := New(NewMemory(nil), nil)
			if err != nil {
				t.Fatal(err)
			}
			req := Request{Key: Key{Tool: "crear", Key: "k"}, Timeout: time.Second}
			f, at, err := e.board(t.Context(), req, tt.run)
			if err != nil || at != leads {
				t.Fatalf("the first call: place %d, %v", at, err)
			}
			same, at, err := e.board(t.Context(), req, tt.run)
			if err != nil || at != joins || same != f {
				t.Fatalf("the duplicate: place %d, %v", at, err)
			}
			go f.fly()
			if _, err := f.lead(t.Context()); !errors.Is(err, tt.want) {
				t.Errorf("the first call: %v, want %v", err, tt.want)
			}
			out, err := f.join(t.Context())
			if !errors.Is(err, tt.want) || out.Tombstone || out.Replayed || tt.want == nil && string(out.Result) != "ok" {
				t.Errorf("the duplicate: %+v, %v, want %v", out, err, tt.want)
			}
			if err := e.Shutdown(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}
