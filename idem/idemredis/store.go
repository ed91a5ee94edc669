package idemredis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
)

// Store keeps the keys of idempotent operations in Redis. It is safe for use by many goroutines, and by many processes.
type Store struct {
	client   redis.UniversalClient
	opts     Options
	punctual bool
}

var (
	_ idem.Store  = (*Store)(nil)
	_ idem.Pinger = (*Store)(nil)
)

// New returns a store on client, which stays the caller's to close. It asks the server, each master of a Cluster, for its eviction
// policy, and refuses every one but noeviction, unless Options.AllowEviction is set; where the server does not tell it, the logger
// is warned. It refuses a Ring, which forgets the keys of a server that does not answer, and options out of their bounds.
func New(ctx context.Context, client redis.UniversalClient, opts *Options) (*Store, error) {
	o, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	if isNil(client) {
		return nil, errors.New("idemredis: the client is nil: use redis.NewClient, NewFailoverClient or NewClusterClient")
	}
	if _, ok := client.(*redis.Ring); ok {
		return nil, errors.New("idemredis: a Ring takes the keys of a server that does not answer for free: use a ClusterClient")
	}
	s := &Store{client: client, opts: o, punctual: punctual(client)}
	if !o.AllowEviction {
		if _, err := within(ctx, s, func() (any, error) { return nil, s.checkEviction(ctx) }); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func isNil(client redis.UniversalClient) bool {
	switch c := client.(type) {
	case *redis.Client:
		return c == nil
	case *redis.ClusterClient:
		return c == nil
	}
	return client == nil
}

// Claim implements idem.Store. It returns idem.ErrFull where the server has no memory for one more record.
func (s *Store) Claim(ctx context.Context, c idem.Claim) (idem.Record, error) {
	reply, err := s.run(ctx, claimScript, c.ID,
		c.Token[:], c.Fingerprint[:], c.Lease.Microseconds(), millis(c.Lease, c.Retention), c.TakeOver)
	switch {
	case err == nil:
		return found(reply)
	case outOfMemory(err):
		return idem.Record{}, fmt.Errorf("%w: %w", idem.ErrFull, err)
	}
	return idem.Record{}, err
}

// found makes a record of what the script answered: a word, and the fence or the result that belongs to it.
func found(reply any) (idem.Record, error) {
	parts, _ := reply.([]any)
	if len(parts) != 2 {
		return idem.Record{}, unexpected(reply)
	}
	fence, _ := parts[1].(int64)
	result, isResult := parts[1].(string)
	switch word := parts[0]; {
	case word == "granted" && fence > 0:
		return idem.Record{State: idem.StateGranted, Fence: uint64(fence)}, nil
	case word == "running":
		return idem.Record{State: idem.StateRunning}, nil
	case word == "done" && isResult:
		return idem.Record{State: idem.StateDone, Result: idem.Result{Bytes: []byte(result)}}, nil
	case word == "tombstone":
		return idem.Record{State: idem.StateDone, Result: idem.Result{Tombstone: true}}, nil
	case word == "doubt":
		return idem.Record{State: idem.StateDoubt}, nil
	case word == "conflict":
		return idem.Record{State: idem.StateConflict}, nil
	}
	return idem.Record{}, unexpected(reply)
}

// outOfMemory recognises the refusal of a server whose memory is full, also as Redis before 7 words it within a script.
func outOfMemory(err error) bool {
	return redis.IsOOMError(err) || redis.HasErrorPrefix(err, "Error running script") && strings.Contains(err.Error(), "-OOM ")
}

// Renew implements idem.Store.
func (s *Store) Renew(ctx context.Context, c idem.Claim) error {
	return s.change(ctx, renewScript, c.ID, c.Token[:], c.Lease.Microseconds(), millis(c.Lease, c.Retention))
}

// Complete implements idem.Store. It returns idem.ErrTooLarge for a result of more than Options.MaxResult bytes. It works also where
// the server has no memory for further records.
func (s *Store) Complete(ctx context.Context, c idem.Claim, r idem.Result) error {
	state, result := "d", string(r.Bytes) // a copy: the call may go on after ctx has ended
	switch {
	case r.Tombstone:
		state, result = "t", ""
	case len(result) > s.opts.MaxResult:
		return fmt.Errorf("%w: %d bytes, and Options.MaxResult is %d", idem.ErrTooLarge, len(result), s.opts.MaxResult)
	}
	return s.change(ctx, completeScript, c.ID, c.Token[:], state, result, millis(c.Retention))
}

// Hold implements idem.Store.
func (s *Store) Hold(ctx context.Context, c idem.Claim) error {
	return s.change(ctx, holdScript, c.ID, c.Token[:], millis(c.Retention))
}

// Release implements idem.Store.
func (s *Store) Release(ctx context.Context, c idem.Claim) error {
	return s.change(ctx, releaseScript, c.ID, c.Token[:])
}

// Ping implements idem.Pinger: it reports whether the server answers.
func (s *Store) Ping(ctx context.Context) error {
	_, err := within(ctx, s, func() (string, error) { return s.client.Ping(ctx).Result() })
	if err != nil {
		return fmt.Errorf("idemredis: %w", err)
	}
	return nil
}

// millis is the sum of durations as Redis takes a time to live: in milliseconds, rounded up, at least one.
func millis(durations ...time.Duration) int64 {
	var sum int64
	for _, d := range durations {
		sum += int64(d / time.Millisecond)
		if d%time.Millisecond > 0 {
			sum++
		}
	}
	return max(1, sum)
}
