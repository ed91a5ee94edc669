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
	// Key is that of the request.
	Key Key
	// Fence is the owner's, 0 where this process owns nothing.
	Fence uint64
	// Op is the call of the store that StoreDown tells of: "claim", "renew", "complete", "hold", "release", "begin", "commit",
	// "rollback" or "sweep". It is empty for the other hooks.
	Op string
	// Took is how long a call waited, for Waited; 0 for the other hooks.
	Took time.Duration
	// Err is what went wrong, for the hooks that say so.
	Err error
}
