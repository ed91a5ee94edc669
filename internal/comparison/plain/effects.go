package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	retention  = 7 * 24 * time.Hour
	sweepEvery = time.Hour
	waitLimit  = 25 * time.Second
)

// effects keeps one effect for each idempotency key.
type effects struct {
	mu    sync.Mutex
	kept  map[string]*effect
	swept time.Time
}

// An effect is a call that runs or has succeeded.
type effect struct {
	arguments string
	ends      time.Time
	done      chan struct{} // closed when result is set
	result    *mcp.CallToolResult
}

func newEffects() *effects { return &effects{kept: map[string]*effect{}, swept: time.Now()} }

// do runs a write once for its key. Calls that come meanwhile wait for the one that runs, and the run goes on when its client has left.
func (e *effects) do(
	ctx context.Context, c call, tool string, arguments json.RawMessage, run func(context.Context) (*mcp.CallToolResult, bool),
) *mcp.CallToolResult {
	key := strings.Join([]string{c.client, c.company, tool, c.key}, "\x00")
	if c.key == "" {
		key = "" // nothing to keep it under
	}
	mine, first := e.claim(key, canonical(arguments))
	if !first && mine.arguments != canonical(arguments) {
		return failed(c, tool, validation("Esta solicitud ya se usó con otros datos. Haga una solicitud nueva."))
	}
	if first {
		go func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), toolTimeout)
			defer cancel()
			result, sure := run(ctx)
			if !sure {
				result = failed(c, tool, errInDoubt)
			}
			e.finish(key, mine, result, sure)
		}()
	}
	ctx, cancel := context.WithTimeout(ctx, waitLimit)
	defer cancel()
	select {
	case <-mine.done:
		return mine.result
	case <-ctx.Done():
		return failed(c, tool, &failure{"SYSTEM", "La operación todavía está en curso. Espere un momento antes de intentarlo de nuevo."})
	}
}

func (e *effects) claim(key, arguments string) (mine *effect, first bool) {
	now := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if now.Sub(e.swept) > sweepEvery {
		for k, old := range e.kept {
			if now.After(old.ends) {
				delete(e.kept, k)
			}
		}
		e.swept = now
	}
	if found := e.kept[key]; found != nil && now.Before(found.ends) {
		return found, false
	}
	mine = &effect{arguments: arguments, ends: now.Add(retention), done: make(chan struct{})}
	if key != "" {
		e.kept[key] = mine
	}
	return mine, true
}

// finish keeps a success and a doubt, and frees the key of a failure.
func (e *effects) finish(key string, mine *effect, result *mcp.CallToolResult, sure bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if mine.result = result; sure && result.IsError && e.kept[key] == mine {
		delete(e.kept, key)
	}
	close(mine.done)
}

// canonical makes arguments equal that differ in the order of members and in nulls only.
func canonical(raw json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var members map[string]any
	if d.Decode(&members) != nil {
		return string(raw)
	}
	for name, v := range members {
		if v == nil {
			delete(members, name)
		}
	}
	sorted, err := json.Marshal(members)
	if err != nil {
		return string(raw)
	}
	return string(sorted)
}
