package main

import (
	"context"
	"fmt"
	"sync"
	"time"
	"unicode/utf16"

	"github.com/go-json-experiment/json"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
)

// backend stands in for the author's own systems: tasks, rules, checkpoints and
// executions of one workspace, all in memory. It is safe for concurrent use, and
// each change checks its conditions and happens under one lock, so two calls at
// once never both pass a check that only one of them may pass.
type backend struct {
	now          func() time.Time
	seal         seal
	capabilities capabilities
	policies     []policy // never change, read without the lock
	verifiers    map[verificationMethod]verifier
	stopping     <-chan struct{}

	mu          sync.Mutex
	lastID      int
	sessions    map[sessionKey]*task
	tasks       map[string]*task
	checks      map[string]*check
	lastChecks  map[actionKey]*check
	scans       map[scanned]actionVerdict
	rules       []*rule
	checkpoints map[string]*checkpoint
	executions  map[string]*execution
	decided     chan struct{} // closed, and made anew, whenever a checkpoint changes
	journal     []journalEntry
}

// backendOptions tune a backend; Key is required.
type backendOptions struct {
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Key signs tokens and receipts. ProviderKey checks what the provider signs;
	// nil configures no verifier for provider_signed.
	Key, ProviderKey []byte
	// Capabilities say which client has what; nil is everything for everybody.
	Capabilities capabilities
	// Stopping is closed when the program ends, and whoever waits is answered then;
	// nil is never.
	Stopping <-chan struct{}
}

func newBackend(opts *backendOptions) *backend {
	b := &backend{
		now: opts.Now, seal: seal{opts.Key}, capabilities: opts.Capabilities, stopping: opts.Stopping,
		policies: samplePolicies(), rules: sampleRules(),
		sessions: map[sessionKey]*task{}, tasks: map[string]*task{},
		checks: map[string]*check{}, lastChecks: map[actionKey]*check{}, scans: map[scanned]actionVerdict{},
		checkpoints: map[string]*checkpoint{}, executions: map[string]*execution{}, decided: make(chan struct{}),
	}
	if b.now == nil {
		b.now = time.Now
	}
	b.verifiers = map[verificationMethod]verifier{byTaskGuard: verifyByReport}
	if opts.ProviderKey != nil {
		b.verifiers[providerSigned] = verifySignature(opts.ProviderKey)
	}
	return b
}

// newID is called under the lock.
func (b *backend) newID(kind string) string {
	b.lastID++
	return fmt.Sprintf("%s-%d", kind, 1000+b.lastID)
}

// owned returns the record with that id if it is the client's own.
func owned[T interface{ owner() string }](ctx context.Context, all map[string]T, id string, missing error) (T, error) {
	var none T
	record, ok := all[id]
	if !ok {
		return none, missing
	}
	if record.owner() != asixto.ClientName(ctx) {
		return none, errForeign
	}
	return record, nil
}

// fits reports whether v, as JSON, leaves room in an answer: what is taken in has
// to go out again within the Gateway's limit, see asixto.MaxAnswer.
func fits(v any, units int) bool {
	raw, err := json.Marshal(v)
	return err == nil && len(utf16.Encode([]rune(string(raw)))) <= units
}

// at is a moment for an answer, in the zone of the call.
func at(ctx context.Context, t time.Time) speak.Time { return speak.At(meta.From(ctx), t) }

// inVoice is what is said in a call; a chat gets the answer's JSON. No token and
// no identifier is read aloud.
func inVoice(call meta.Call, sentence string) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return sentence
}

// listed says how many rows there are, and the names of the first ones, in a call.
func listed[T any](call meta.Call, rows []T, one, many string, name func(T) string) string {
	names := make([]string, len(rows))
	for i, row := range rows {
		names[i] = name(row)
	}
	return inVoice(call, asixto.PageOut{Total: len(rows)}.Say(one, many, names...))
}
