package idem

import (
	"context"
	"errors"
	"time"
)

// A Store keeps the keys. It is what an implementer writes; package idemtest holds the tests that every store must pass.
//
// For a store a key is in one of four conditions:
//
//   - free: there is no record, or its time has passed;
//   - running: a claim holds it, with a token, a fence and the end of a lease. A claim whose lease has ended is lapsed: nobody
//     knows whether its effect happened, so it counts as in doubt, but its owner may still renew, complete, hold or release it
//     as long as nobody took it over;
//   - in doubt: its owner said so. Only Complete with the owner's token or a claim that takes over changes it;
//   - done: it has a result or a tombstone, and stays so until its retention ends.
//
// Rules for every call:
//
//   - It is atomic: of parallel calls on one ID one happens before the other. A read followed by a write is not enough.
//   - It is safe to repeat with the same token, and the repetition answers as the first call did: clients repeat calls whose
//     reply was lost.
//   - All times are durations, measured by the store's own clock, never by that of the caller's machine.
//   - It returns ErrLost, alone or wrapped, where another owner or nobody holds the claim. Any other error means that nothing
//     is known of whether the call happened.
//   - It honours its context, and is safe for use by many goroutines.
//   - It keeps no reference to the bytes it is given and returns bytes that the caller may change.
type Store interface {
	// Claim makes c the owner of c.ID if the key is free, or if c.TakeOver is set and the key is in doubt or lapsed, for the
	// length of c.Lease; otherwise it tells what is there and changes nothing. It reads every field of c.
	//
	// It compares first: a record with another fingerprint is StateConflict, whatever its condition and whatever c.TakeOver.
	// A claim that is still held by c.Token is granted again, its lease starting anew and its fence unchanged.
	//
	// A record lives for c.Retention after the end of its lease.
	Claim(ctx context.Context, c Claim) (Record, error)

	// Renew starts the lease of a running claim anew, also of a lapsed one. It reads ID, Token, Lease and Retention.
	// A key that is done or in doubt has no lease: ErrLost.
	Renew(ctx context.Context, c Claim) error

	// Complete makes the key done with r, for c.Retention from now. It reads ID, Token and Retention.
	// A key that c.Token completed before keeps its first result, and the answer is nil. It returns ErrTooLarge, and changes
	// nothing, for a result that this store cannot keep; a tombstone always fits.
	Complete(ctx context.Context, c Claim, r Result) error

	// Hold puts a running claim in doubt, for c.Retention from now. It reads ID, Token and Retention.
	// A key that c.Token already held stays in doubt, one it completed stays done; the answer is nil for both.
	Hold(ctx context.Context, c Claim) error

	// Release frees a running claim: nothing of it remains. It reads ID and Token. The answer is nil if the key is free
	// already. A key that is done or in doubt is never freed: ErrLost.
	Release(ctx context.Context, c Claim) error
}

// Claim says who wants to own which key, and for how long.
type Claim struct {
	// ID is that of the key.
	ID ID
	// Token is the owner's.
	Token Token
	// Fingerprint is that of the request's arguments.
	Fingerprint [32]byte
	// Lease is how long the claim holds without being renewed; at least a millisecond.
	Lease time.Duration
	// Retention is how long the record is kept after its lease ended, or after it was completed or put in doubt.
	Retention time.Duration
	// TakeOver allows Claim to replace the owner of a key that is in doubt or lapsed. The new owner has a higher fence.
	TakeOver bool
}

// State is what Claim found.
type State uint8

// The states. The zero State is not valid: a store that returns it is broken.
const (
	// StateGranted: the caller owns the claim.
	StateGranted State = iota + 1
	// StateRunning: another owner's lease has not ended.
	StateRunning
	// StateDone: the key was completed.
	StateDone
	// StateDoubt: nobody knows whether the effect happened: the key is in doubt or its claim has lapsed.
	StateDoubt
	// StateConflict: the key belongs to a request with another fingerprint.
	StateConflict
)

// String returns the state's name in lower case.
func (s State) String() string {
	switch s {
	case StateGranted:
		return "granted"
	case StateRunning:
		return "running"
	case StateDone:
		return "done"
	case StateDoubt:
		return "in doubt"
	case StateConflict:
		return "conflict"
	}
	return "invalid"
}

// Record is the answer to a claim.
type Record struct {
	// State is what the claim found, or that it was granted.
	State State
	// Fence numbers the owners of a key; it is set for StateGranted and is at least 1. Taking over gives a greater number than
	// the owner before had, a claim of a free key never one below any that this ID had: a system that refuses the lower of two
	// fences refuses the owner that was replaced. Microseconds of the store's clock make a good first fence, since they need
	// no memory of keys that were freed. It stays below 1<<53.
	Fence uint64
	// Result is set for StateDone.
	Result
}

// Result is what a completed key keeps.
type Result struct {
	// Bytes are given back exactly as they came: every byte value, any order, also none at all.
	Bytes []byte
	// Tombstone says that the effect happened and its result was not kept. Bytes is empty then.
	Tombstone bool
}

// Errors that a store returns.
var (
	// ErrLost is returned where the token is not, or no longer, that of the claim.
	ErrLost = errors.New("idem: the claim is lost")
	// ErrTooLarge is returned by Complete where the store cannot keep so large a result. The engine leaves a tombstone then.
	ErrTooLarge = errors.New("idem: the result is too large for the store")
	// ErrFull is returned by Claim where the store has reached its limit and keeps no trace of the claim.
	ErrFull = errors.New("idem: the store is full")
)

// Sweeper is implemented by stores whose expired records must be removed by somebody. The engine calls it between its calls,
// at most once per Options.SweepEvery.
type Sweeper interface {
	// Sweep removes up to limit expired records and returns how many it removed. It must be a short step.
	Sweep(ctx context.Context, limit int) (int, error)
}

// Pinger is implemented by stores that can tell whether they are reachable; Engine.Ping asks it.
type Pinger interface {
	// Ping returns an error where the store cannot be reached within ctx.
	Ping(ctx context.Context) error
}

// Transactional is implemented by stores that share a database with the effects, so that an effect and its key commit together.
// Requests with InTx need it.
type Transactional interface {
	Store
	// Begin opens a transaction for the claim c. The context it returns goes to run and carries the transaction; when ctx ends
	// the transaction may be rolled back.
	Begin(ctx context.Context, c Claim) (context.Context, Tx, error)
}

// Tx is an open transaction of a Transactional store.
type Tx interface {
	// Commit completes the key with r inside the transaction, as Complete does, and commits both. ErrLost means that the
	// claim was replaced and that everything was rolled back. After any other error the engine finds out from the store what
	// happened.
	Commit(ctx context.Context, r Result) error
	// Rollback undoes the transaction, also while run is still using it. It returns nil if it is closed already.
	Rollback(ctx context.Context) error
	// Exclusive reports whether nobody can take the claim over while the transaction is open. Such a claim is not renewed.
	Exclusive() bool
}

// Disabled is the Store of a server that keeps no keys, and says so: every duplicate repeats its effect. New refuses it; it is
// for packages that let an author choose.
var Disabled Store = disabled{}

var errDisabled = errors.New("idem: the store is Disabled and keeps no keys")

type disabled struct{}

func (disabled) Claim(context.Context, Claim) (Record, error)  { return Record{}, errDisabled }
func (disabled) Renew(context.Context, Claim) error            { return errDisabled }
func (disabled) Complete(context.Context, Claim, Result) error { return errDisabled }
func (disabled) Hold(context.Context, Claim) error             { return errDisabled }
func (disabled) Release(context.Context, Claim) error          { return errDisabled }
