package idem

import (
	"fmt"
	"time"
)

// Options tune an Engine. The zero value, and nil, stand for the defaults.
type Options struct {
	// Lease is how long a claim holds without being renewed; it is renewed every third of it. After a crash a key is in doubt
	// once its lease has ended. Default 15 s, at least 50 ms.
	Lease time.Duration
	// Wait bounds how long a duplicate waits for the call that is running. Default 20 s.
	Wait time.Duration
	// Cap bounds how long a run that never returns may hold its key; then the key is in doubt. It also bounds how long the
	// engine tries to store an outcome while the store is down. Default 15 min, at least Lease.
	Cap time.Duration
	// Retention is how long a key is kept after its outcome. Default, and at least, 7 days.
	Retention time.Duration
	// MaxResult is the size of a result, in bytes, above which a tombstone is kept in its place. Default 1 MiB.
	MaxResult int
	// MaxWaiters bounds the duplicates that wait at one time, over all keys; any further one is told ErrInProgress at once.
	// Default 4096.
	MaxWaiters int
	// SweepEvery is the least time between two sweeps of a store that is a Sweeper. Default 1 min; negative means that the
	// engine never sweeps.
	SweepEvery time.Duration
	// Observer is told what happens. Default: nobody is.
	Observer Observer
}

const (
	minLease     = 50 * time.Millisecond
	minRetention = 7 * 24 * time.Hour
	maxTime      = 100 * 365 * 24 * time.Hour // so that no store's clock overflows
)

// withDefaults fills in the defaults and refuses what cannot work, naming field, value and bound.
func (o *Options) withDefaults() (Options, error) {
	var f Options
	if o != nil {
		f = *o
	}
	orDefault(&f.Lease, 15*time.Second)
	orDefault(&f.Wait, 20*time.Second)
	orDefault(&f.Cap, max(15*time.Minute, f.Lease))
	orDefault(&f.Retention, minRetention)
	orDefault(&f.MaxResult, 1<<20)
	orDefault(&f.MaxWaiters, 4096)
	orDefault(&f.SweepEvery, time.Minute)
	switch {
	case max(f.Lease, f.Cap, f.Retention) > maxTime:
		return f, fmt.Errorf("idem: Options.Lease, Cap and Retention are %v, %v and %v: use at most %v, a hundred years",
			f.Lease, f.Cap, f.Retention, maxTime)
	case f.Lease < minLease:
		return f, fmt.Errorf("idem: Options.Lease is %v: use at least %v", f.Lease, minLease)
	case f.Wait < 0:
		return f, fmt.Errorf("idem: Options.Wait is %v: use a positive time", f.Wait)
	case f.Cap < f.Lease:
		return f, fmt.Errorf("idem: Options.Cap is %v: use at least the lease of %v", f.Cap, f.Lease)
	case f.Retention < minRetention:
		return f, fmt.Errorf("idem: Options.Retention is %v: use at least %v", f.Retention, minRetention)
	case f.MaxResult < 0:
		return f, fmt.Errorf("idem: Options.MaxResult is %d: use a positive number of bytes", f.MaxResult)
	case f.MaxWaiters < 0:
		return f, fmt.Errorf("idem: Options.MaxWaiters is %d: use a positive number", f.MaxWaiters)
	}
	return f, nil
}

func orDefault[T int | time.Duration](field *T, value T) {
	if *field == 0 {
		*field = value
	}
}

// storeTimeout bounds each call of the store, so that a lease leaves room for a second try.
func (o *Options) storeTimeout() time.Duration { return o.Lease / 3 }
