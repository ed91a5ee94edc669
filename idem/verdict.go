package idem

import "context"

// InDoubt marks err: the request of the effect left and its answer is unknown. The key is put in doubt, or freed if the request is
// Repeatable. InDoubt(nil) is nil.
func InDoubt(err error) error { return mark(err, doubtful) }

// NotDone marks err: nothing happened, also where the context ended or err is a time-out, which count as in doubt without the
// mark. The key is freed. Use it for what fails before the effect, as a lookup. NotDone(nil) is nil.
func NotDone(err error) error { return mark(err, notDone) }

// Done marks err: the effect happened and its answer cannot be given. The key keeps a tombstone, and the caller gets err.
// Done(nil) is nil.
func Done(err error) error { return mark(err, done) }

// verdict says what became of the effect. Where several apply the greater one is the safer.
type verdict uint8

const (
	unmarked verdict = iota
	notDone
	doubtful
	done
)

type marked struct {
	error
	verdict verdict
}

func (m *marked) Unwrap() error { return m.error }

func mark(err error, v verdict) error {
	if err == nil {
		return nil
	}
	return &marked{err, v}
}

// judge decides what became of the effect of a run that just returned err.
func judge(ctx context.Context, err error) verdict {
	if err == nil {
		return done
	}
	switch v := verdictOf(err); {
	case v != unmarked:
		return v
	case ctx.Err() != nil:
		return doubtful // drivers report a cancelled call in words of their own
	default:
		return notDone
	}
}

// verdictOf looks for marks and for time-outs. The outermost mark of a chain counts, and the safest of several branches.
func verdictOf(err error) verdict {
	if m, ok := err.(*marked); ok { //nolint:errorlint // this is the walk that errors.As would do, with another order
		return m.verdict
	}
	switch u := err.(type) { //nolint:errorlint // the same
	case interface{ Unwrap() []error }:
		worst := own(err)
		for _, child := range u.Unwrap() {
			if child != nil {
				worst = max(worst, verdictOf(child))
			}
		}
		return worst
	case interface{ Unwrap() error }:
		if child := u.Unwrap(); child != nil {
			if v := verdictOf(child); v != unmarked {
				return v
			}
		}
	}
	return own(err)
}

// own is the verdict on err without what it wraps: a time-out or a cancellation says that the answer did not come, and another
// engine's doubt is one here too.
func own(err error) verdict {
	if err == ErrInDoubt || err == context.DeadlineExceeded || err == context.Canceled { //nolint:errorlint // as own says
		return doubtful
	}
	if t, ok := err.(interface{ Timeout() bool }); ok && t.Timeout() {
		return doubtful
	}
	if x, ok := err.(interface{ Is(error) bool }); ok && (x.Is(context.DeadlineExceeded) || x.Is(context.Canceled)) {
		return doubtful
	}
	return unmarked
}
