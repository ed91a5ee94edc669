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
		run := func(context.Context) ([]byte, error) { runs++; time.Sleep(40 * time.Second / 2); return []byte("a"), nil }
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

func BenchmarkDo(b *testing.B) {
	e, _ := idem.New(idem.NewMemory(&idem.MemoryOptions{MaxKeys: 1 << 30, MaxBytes: 1 << 40}), nil)
	ctx := context.Background()
	res := make([]byte, 300)
	run := func(context.Context) ([]byte, error) { return res, nil }
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		var k [8]byte
		i := 0
		for b.Loop() {
			i++
			for j := range k {
				k[j] = byte('a' + (i>>(4*j))&15)
			}
			if _, err := e.Do(ctx, idem.Request{Key: idem.Key{Tool: "t", Key: string(k[:])}}, run); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("replay", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := e.Do(ctx, idem.Request{Key: idem.Key{Tool: "t", Key: "xx"}}, run); err != nil {
				b.Fatal(err)
			}
		}
	})
}
