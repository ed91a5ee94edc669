package main

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/meta"
)

// once makes the effect of h happen one time for each idempotency_key ARGUMENT.
// It is the caller's own key for one piece of business, beside the Gateway's for
// one call: it holds across conversations, for a call without any key of the
// Gateway's, and for one that comes with another. The key belongs to the client,
// its company and the tool. With other arguments the SDK says VALIDATION; the
// access token is none of them, as a retry may bring a fresh one. A digest stands
// for the key, which may be longer than the engine's.
func once[In interface{ businessKey() string }, Out any](
	keys *idem.Engine, tool string, h func(context.Context, In) (Out, error),
) func(context.Context, In) (Out, error) {
	return func(ctx context.Context, in In) (Out, error) {
		key := in.businessKey()
		if key == "" {
			return h(ctx, in)
		}
		said, err := fingerprint(in)
		if err != nil {
			var none Out
			return none, err
		}
		return idem.Do(ctx, keys, idem.Request{
			Key: idem.Key{
				Client: asixto.ClientName(ctx), Company: meta.From(ctx).CompanyID(), Tool: "negocio/" + tool, Key: digest([]byte(key)),
			},
			Fingerprint: said,
		}, func(ctx context.Context) (Out, error) { return h(ctx, in) })
	}
}

// fingerprint is a digest of the arguments in canonical form, but for the token.
func fingerprint(in any) ([32]byte, error) {
	arguments, err := argumentsOf(in)
	if err != nil {
		return [32]byte{}, fmt.Errorf("acciones: fingerprint: %w", err)
	}
	raw, err := json.Marshal(arguments)
	if err != nil {
		return [32]byte{}, fmt.Errorf("acciones: fingerprint: %w", err)
	}
	all, err := canonical(raw)
	return sha256.Sum256(all), err
}
