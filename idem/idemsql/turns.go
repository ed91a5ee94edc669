package idemsql

import "context"

// turns lines up the writers of one process where the database lets one write at a time. They would find each other's lock there, and
// look again after ever longer pauses. Nil lets everybody pass.
type turns chan struct{}

func (t turns) take(ctx context.Context) error {
	if t == nil {
		return nil
	}
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (t turns) pass() {
	if t != nil {
		<-t
	}
}
