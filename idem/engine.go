package idem

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Engine runs operations once per key. It is safe for use by many goroutines; a process needs one per store.
type Engine struct {
	store         Store
	transactional Transactional // the store, if it is
	opts          Options

	mu      sync.Mutex
	closed  bool
	flights map[flightKey]*flight

	aloft    sync.WaitGroup // flights and whatever else still talks to the store
	closing  chan struct{}  // closed when a shutdown begins
	stop     chan struct{}  // closed when its time is up
	stopOnce sync.Once
	waiters  atomic.Int64
	ghosts   ghosts
	alarms   alarms
	swept    atomic.Int64 // Unix nanoseconds of the last sweep
}

// New returns an engine on store. It refuses a nil store, Disabled, and options out of their bounds.
func New(store Store, opts *Options) (*Engine, error) {
	if store == nil {
		return nil, errors.New("idem: the store is nil: use NewMemory, or a store of another package")
	}
	if store == Disabled {
		return nil, fmt.Errorf("%w: an engine needs one that does", errDisabled)
	}
	o, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	e := &Engine{
		store: store, opts: o, flights: map[flightKey]*flight{}, closing: make(chan struct{}), stop: make(chan struct{}),
		ghosts: ghosts{more: make(chan struct{}, 1)},
	}
	e.transactional, _ = store.(Transactional)
	return e, nil
}

// Options returns the options in force, defaults filled in.
func (e *Engine) Options() Options { return e.opts }

// Do makes the effect of run happen once for req.Key, and gives its result to every call with that key.
//
// The first call claims the key and runs. Run has the values of ctx but not its end: it goes on when the caller has gone, until it
// returns or req.Timeout ends its context. Duplicates wait for it, up to Options.Wait, and share its outcome, failures too; later
// ones get the stored result. What becomes of the key depends on how run ends:
//
//   - nil: done. The result is stored, or a tombstone where it is too large.
//   - an error: not done. The key is freed, and a later call runs again.
//   - an error that InDoubt marks or that is a time-out, any error after the context of run has ended, a panic, a lost lease: in
//     doubt. The error matches ErrInDoubt, and so do those of later calls, until req.Resolve decides. If req is Repeatable the
//     key is freed instead.
//   - an error that Done or NotDone marks: what the mark says.
//
// Errors of run are returned as they are; one that leaves the key in doubt is wrapped beside ErrInDoubt. A panic is a *PanicError.
// Other errors are ErrRequest, ErrConflict, ErrInProgress, ErrInDoubt, ErrStore and ErrClosed. When ctx ends first Do returns its
// cause, and when run overstays its deadline an error that matches context.DeadlineExceeded; both leave run going on, and its
// late result is stored.
func (e *Engine) Do(ctx context.Context, req Request, run func(context.Context) ([]byte, error)) (Outcome, error) {
	if run == nil {
		return Outcome{}, fmt.Errorf("%w: run is nil", ErrRequest)
	}
	if err := e.check(&req); err != nil {
		return Outcome{}, err
	}
	if ctx.Err() != nil {
		return Outcome{}, context.Cause(ctx)
	}
	f, place, err := e.board(ctx, req, run)
	if err != nil {
		return Outcome{}, err
	}
	switch place {
	case leads:
		go f.fly()
		return f.lead(ctx)
	case comesLate:
		return f.joinUnsaved(ctx)
	default:
		return f.join(ctx)
	}
}

// place is where a call stands towards the flight of its key.
type place uint8

const (
	leads     place = iota // it started the flight
	joins                  // the flight was under way
	comesLate              // the outcome was told already, and not stored yet
)

// board returns the flight for req, and where the caller stands towards it.
func (e *Engine) board(ctx context.Context, req Request, run func(context.Context) ([]byte, error)) (*flight, place, error) {
	key := flightKey{req.Key.ID(), req.Fingerprint}
	token := newToken()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, 0, ErrClosed
	}
	if f := e.flights[key]; f != nil {
		f.share()
		if f.stayed {
			return f, comesLate, nil
		}
		return f, joins, nil
	}
	f := &flight{
		engine: e, req: req, run: run, ctx: context.WithoutCancel(ctx),
		claim: Claim{
			ID: key.id, Token: token, Fingerprint: key.fingerprint,
			Lease: e.opts.Lease, Retention: e.opts.Retention,
		},
		news: make(chan bool, 2),
	}
	e.flights[key] = f
	e.aloft.Add(1)
	return f, leads, nil
}

// Ping asks a store that is a Pinger whether it is reachable; any other is. The error matches ErrStore.
func (e *Engine) Ping(ctx context.Context) error {
	p, ok := e.store.(Pinger)
	if !ok {
		return nil
	}
	if err := p.Ping(ctx); err != nil {
		return storeFailed(err)
	}
	return nil
}

// sweep gives a store that is a Sweeper a short step, once in a while.
func (e *Engine) sweep(f *flight) {
	s, ok := e.store.(Sweeper)
	if !ok || e.opts.SweepEvery < 0 {
		return
	}
	last, now := e.swept.Load(), f.claimed.UnixNano()
	if now-last < int64(e.opts.SweepEvery) || !e.swept.CompareAndSwap(last, now) {
		return
	}
	_ = f.report("sweep", f.guarded(func(ctx context.Context) error {
		_, err := s.Sweep(ctx, sweepLimit)
		return err // the next one will do
	}))
}

const sweepLimit = 1000
