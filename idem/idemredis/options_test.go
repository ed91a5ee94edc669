package idemredis_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/idem/idemredis"
)

func TestNewRefusesWhatCannotWork(t *testing.T) {
	t.Parallel()
	client := connect(t, clientOptions(sharedAddr(t)))
	ring := redis.NewRing(&redis.RingOptions{Addrs: map[string]string{"one": client.Options().Addr}})
	t.Cleanup(func() { _ = ring.Close() })
	for name, c := range map[string]struct {
		client redis.UniversalClient
		opts   *idemredis.Options
		want   string
	}{
		"no client":            {nil, nil, "NewClient"},
		"a client that is nil": {(*redis.Client)(nil), nil, "NewClient"},
		"a nil of a Cluster":   {(*redis.ClusterClient)(nil), nil, "NewClient"},
		"a ring":               {ring, nil, "ClusterClient"},
		"an opening brace":     {client, &idemredis.Options{Prefix: "a{b:"}, `"a{b:"`},
		"a closing brace":      {client, &idemredis.Options{Prefix: "a}b:"}, `"a}b:"`},
		"a negative limit":     {client, &idemredis.Options{MaxResult: -1}, "MaxResult is -1"},
		"too large a limit":    {client, &idemredis.Options{MaxResult: 256<<20 + 1}, "MaxResult is 268435457"},
		"the greatest limit":   {client, &idemredis.Options{MaxResult: 256 << 20}, ""},
		"another prefix":       {client, &idemredis.Options{Prefix: "mi empresa:"}, ""},
		"no options":           {client, nil, ""},
		"the zero of options":  {client, &idemredis.Options{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := idemredis.New(t.Context(), c.client, c.opts)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("New: %v, want an error that names %q", err, c.want)
			}
		})
	}
}

func TestStoresWithDifferentPrefixesShareNothing(t *testing.T) {
	t.Parallel()
	s, client := fixture(t)
	other := open(t, client, &idemredis.Options{Prefix: newPrefix(t, client.Options().Addr)})
	claim := newClaim()
	finds(t, s, claim, idem.StateGranted)
	finds(t, other, rival(claim), idem.StateGranted)
}

func TestTheDefaultPrefix(t *testing.T) {
	t.Parallel()
	s := open(t, connect(t, clientOptions(sharedAddr(t))), nil)
	if got, want := idemredis.Key(s, idem.ID{0xAB}), "idem:{ab"+strings.Repeat("00", 31)+"}"; got != want {
		t.Errorf("the key is %q, want %q", got, want) // another one would repeat effects
	}
}

func TestTheLimitOfAResult(t *testing.T) {
	t.Parallel()
	s, _ := fixture(t)
	claim := newClaim()
	finds(t, s, claim, idem.StateGranted)
	if err := s.Complete(t.Context(), claim, idem.Result{Bytes: make([]byte, 16<<20+1)}); !errors.Is(err, idem.ErrTooLarge) {
		t.Errorf("Complete with a byte over the default limit: %v, want ErrTooLarge", err)
	}
	ok(t, s.Complete(t.Context(), claim, idem.Result{Bytes: make([]byte, 16<<20)}))
	if rec := finds(t, s, rival(claim), idem.StateDone); len(rec.Bytes) != 16<<20 {
		t.Errorf("the replay has %d bytes, want those of the limit", len(rec.Bytes))
	}
}

// says is a client whose server answers scripts with what nobody expects.
type says struct{ reply any }

func (s says) DialHook(next redis.DialHook) redis.DialHook { return next }

func (s says) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if cmd, ok := cmd.(*redis.Cmd); ok && strings.HasPrefix(cmd.Name(), "eval") {
			cmd.SetVal(s.reply)
			return nil
		}
		return next(ctx, cmd)
	}
}

func (s says) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func TestUnexpectedRepliesAreErrors(t *testing.T) {
	t.Parallel()
	addr := sharedAddr(t)
	for name, reply := range map[string]any{
		"nothing": nil, "a text": "OK", "a number": int64(2), "an empty list": []any{}, "a word": []any{"granted"},
		"an unknown word": []any{"perhaps", ""}, "a fence of none": []any{"granted", int64(0)}, "a fence in words": []any{"granted", "1"},
		"a result in numbers": []any{"done", int64(1)}, "too much": []any{"running", "", ""},
	} {
		client := connect(t, clientOptions(addr))
		client.AddHook(says{reply})
		for call, do := range storeCalls(open(t, client, nil)) {
			if err := do(t.Context(), newClaim()); err == nil || errors.Is(err, idem.ErrLost) {
				t.Errorf("%s where the server answers %s: %v, want an error that says nothing of the claim", call, name, err)
			}
		}
	}
}
