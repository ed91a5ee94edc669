package idemredis

import (
	"context"
	_ "embed" // the scripts
	"encoding/hex"
	"fmt"

	"github.com/redis/go-redis/v9"

	"github.com/asixto/go-sdk/idem"
)

var (
	//go:embed scripts/record.lua
	record string
	//go:embed scripts/claim.lua
	claim string
	//go:embed scripts/renew.lua
	renew string
	//go:embed scripts/complete.lua
	complete string
	//go:embed scripts/hold.lua
	hold string
	//go:embed scripts/release.lua
	release string
)

// The calls of the store, each one script.
var (
	claimScript    = redis.NewScript(record + claim)
	renewScript    = redis.NewScript(record + renew)
	completeScript = redis.NewScript(record + complete)
	holdScript     = redis.NewScript(record + hold)
	releaseScript  = redis.NewScript(record + release)
)

// key is where the record of id is. The braces are its hash tag: what an author keeps beside it under the same tag shares its node.
func (s *Store) key(id idem.ID) string { return s.opts.Prefix + "{" + hex.EncodeToString(id[:]) + "}" }

// run runs a script by its digest, and sends its text to a server that does not know it yet.
func (s *Store) run(ctx context.Context, script *redis.Script, id idem.ID, args ...any) (any, error) {
	reply, err := within(ctx, s, func() (any, error) {
		return script.Run(ctx, s.client, []string{s.key(id)}, args...).Result()
	})
	if err != nil {
		return nil, fmt.Errorf("idemredis: %w", err)
	}
	return reply, nil
}

// change runs a script that answers 1, or 0 where the claim is not, or no longer, the caller's.
func (s *Store) change(ctx context.Context, script *redis.Script, id idem.ID, args ...any) error {
	reply, err := s.run(ctx, script, id, args...)
	if err != nil {
		return err
	}
	switch reply {
	case int64(1):
		return nil
	case int64(0):
		return idem.ErrLost
	}
	return unexpected(reply)
}

func unexpected(reply any) error {
	return fmt.Errorf("idemredis: the server answered %T, %.100q", reply, fmt.Sprint(reply))
}

// within ends with ctx. A client looks at the deadline of its context while it waits for a reply only where it was told to, and
// never at a cancellation: the call goes on in a goroutine of its own then, until the client's ReadTimeout.
func within[T any](ctx context.Context, s *Store, call func() (T, error)) (T, error) {
	if _, bounded := ctx.Deadline(); bounded && s.punctual || ctx.Done() == nil {
		return call()
	}
	type answer struct {
		value T
		err   error
	}
	answered := make(chan answer, 1)
	go func() {
		value, err := call()
		answered <- answer{value, err}
	}()
	select {
	case a := <-answered:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// punctual reports whether a client ends its calls at the deadline of their contexts.
func punctual(client redis.UniversalClient) bool {
	switch c := client.(type) {
	case *redis.Client:
		return c.Options().ContextTimeoutEnabled
	case *redis.ClusterClient:
		return c.Options().ContextTimeoutEnabled
	}
	return false
}
