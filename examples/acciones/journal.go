package main

import (
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto"
)

// maxJournal is how many entries the journal keeps; the oldest goes first.
const maxJournal = 1000

// A journalEntry is a write that succeeded, with all that the agent said about
// it: also what no rule looks at, such as its reasons.
type journalEntry struct {
	At        time.Time                 `json:"at"`
	Client    string                    `json:"client"`
	Tool      string                    `json:"tool"`
	Arguments map[string]jsontext.Value `json:"arguments"`
}

// record is middleware that keeps the journal. It is inside the Gateway's
// idempotency, so a replay is no entry of its own; a repeated idempotency_key
// argument is one, since the agent said it again.
func (b *backend) record(next asixto.Handler) asixto.Handler {
	return func(ctx context.Context, tool asixto.Tool, in any) (any, error) {
		out, err := next(ctx, tool, in)
		if err != nil || !tool.Access.Writes() {
			return out, err
		}
		arguments, err := argumentsOf(in)
		if err != nil {
			return nil, err
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.journal) == maxJournal {
			b.journal = append(b.journal[:0], b.journal[1:]...)
		}
		b.journal = append(b.journal, journalEntry{b.now(), asixto.ClientName(ctx), tool.Name, arguments})
		return out, nil
	}
}

// argumentsOf are the arguments by name, without the access token: it is no part
// of what was said, and must not be kept.
func argumentsOf(in any) (map[string]jsontext.Value, error) {
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	var arguments map[string]jsontext.Value
	if err := json.Unmarshal(raw, &arguments); err != nil {
		return nil, err
	}
	delete(arguments, "mcp_access_token")
	return arguments, nil
}

// entries are the journal, the oldest first.
func (b *backend) entries() []journalEntry {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.journal)
}
