package idem_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asixto/go-sdk/idem"
)

func TestDoRunsOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, err := idem.New(idem.NewMemory(nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		runs := 0
		run := func(context.Context) ([]byte, error) {
			runs++
			time.Sleep(40 * time.Second / 2)
			return []byte("a"), nil
		}
		req := idem.Request{Key: idem.Key{Tool: "t", Key: "k"}}
		for range 3 {
			go func() {
				out, err := e.Do(t.Context(), req, run)
				if err != nil && !errors.Is(err, idem.ErrInProgress) {
					t.Error(err)
				}
				_ = out
			}()
		}
		synctest.Wait()
		out, err := e.Do(t.Context(), req, run)
		t.Log(out, err)
		out, err = e.Do(t.Context(), req, run)
		if err != nil || string(out.Result) != "a" || runs != 1 {
			t.Fatal(out, err, runs)
		}
		t.Log(e.Shutdown(t.Context()))
	})
}
