package idemredis

import (
	"context"
	_ "embed"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
)

type Store struct {
	client redis.UniversalClient
	prefix string
	max    int
	mode   int
}

var (
	//go:embed scripts/record.lua
	rec string
	//go:embed scripts/claim.lua
	cl string
	//go:embed scripts/complete.lua
	co string

	claim    = redis.NewScript(rec + cl)
	complete = redis.NewScript(rec + co)
)

func (s *Store) key(id idem.ID) string { return s.prefix + "{" + hex.EncodeToString(id[:]) + "}" }

func (s *Store) run(ctx context.Context, sc *redis.Script, id idem.ID, args ...any) (any, error) {
	if s.mode == 0 {
		return sc.Run(ctx, s.client, []string{s.key(id)}, args...).Result()
	}
	type reply struct {
		v   any
		err error
	}
	ch := make(chan reply, 1)
	go func() {
		v, err := sc.Run(ctx, s.client, []string{s.key(id)}, args...).Result()
		ch <- reply{v, err}
	}()
	select {
	case r := <-ch:
		return r.v, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *Store) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	v, err := s.run(ctx, claim, c.ID, c.Token[:], c.Fingerprint[:], c.Lease.Microseconds(), (c.Lease + c.Retention).Milliseconds(), c.TakeOver)
	if err != nil {
		return idem.Record{}, err
	}
	r := v.([]any)
	switch r[0].(string) {
	case "granted":
		return idem.Record{State: idem.StateGranted, Fence: uint64(r[1].(int64))}, nil
	case "done":
		return idem.Record{State: idem.StateDone, Result: idem.Result{Bytes: []byte(r[1].(string))}}, nil
	}
	return idem.Record{}, fmt.Errorf("%v", v)
}

func (s *Store) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	v, err := s.run(ctx, complete, c.ID, c.Token[:], "d", r.Bytes, c.Retention.Milliseconds())
	if err != nil {
		return err
	}
	if v.(int64) != 1 {
		return idem.ErrLost
	}
	return nil
}

var _ = time.Second
