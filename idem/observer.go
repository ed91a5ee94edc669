package idem

import (
	"context"
	"time"
)

// Observer holds the hooks that metrics and logs hang on; any may be nil. They are called on the goroutine of the call or of the
// run, so they must be quick and must not panic. The context carries the values of the call.
type Observer struct {
	// Claimed: this process owns the key and runs next. Event.Fence is set.
	Claimed func(context.Context, Event)
	// Replayed: a call was answered from a stored result, or from a tombstone.
	Replayed func(context.Context, Event)
	// Waited: a call that waited for another was answered, or gave up with Event.Err. Event.Took is how long it waited.
	Waited func(context.Context, Event)
	// Conflict: a call's key belongs to other arguments.
	Conflict func(context.Context, Event)
	// Lost: a run lost its claim while it was running, or found it lost when it wanted to store its outcome.
	Lost func(context.Context, Event)
	// InDoubt: a key was put or found in doubt. Event.Err is the cause, if it is known.
	InDoubt func(context.Context, Event)
	// SaveFailed: an effect happened and its result could not be stored. It is tried again.
	SaveFailed func(context.Context, Event)
	// StoreDown: a call of the store failed. Event.Op names it.
	StoreDown func(context.Context, Event)
}

// Event is what a hook is told.
type Event struct {
	Key   Key
	Fence uint64        // of the owner, 0 where this process owns nothing
	Op    string        // the store's call: "claim", "renew", "complete", "hold", "release", "begin", "commit", "rollback" or "sweep"
	Took  time.Duration // see the hook
	Err   error         // see the hook
}
