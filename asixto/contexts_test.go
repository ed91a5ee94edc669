package asixto

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var errOwn = errors.New("a cause of the author's")

// unending is an author's own context that never ends, whatever it says of a
// deadline.
type unending struct{ context.Context }

func (unending) Done() <-chan struct{} { return nil }
func (unending) Err() error            { return nil }

// unexplained is one that ends and does not say why.
type unexplained struct {
	context.Context
	done chan struct{}
}

func (c unexplained) Done() <-chan struct{} { return c.done }

// A call on a context of an observer's making is answered when that ends, and at
// its deadline at the latest, with a failure that keeps the form of all.
func TestContextsOfObservers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		derive func(context.Context) context.Context
		after  time.Duration
		cause  string
	}{
		{"its own", func(ctx context.Context) context.Context { return ctx }, time.Minute, "deadline exceeded"},
		{"without an end", context.WithoutCancel, time.Minute, "deadline exceeded"},
		{"an earlier deadline", func(ctx context.Context) context.Context {
			ctx, cancel := context.WithTimeoutCause(ctx, time.Second, errOwn)
			context.AfterFunc(ctx, cancel)
			return ctx
		}, time.Second, errOwn.Error()},
		{"an earlier end", func(ctx context.Context) context.Context {
			ctx, cancel := context.WithCancelCause(ctx)
			time.AfterFunc(time.Second, func() { cancel(errOwn) })
			return ctx
		}, time.Second, errOwn.Error()},
		{"a deadline that it does not keep", func(ctx context.Context) context.Context {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			context.AfterFunc(ctx, cancel)
			return unending{ctx}
		}, time.Minute, "deadline exceeded"},
		{"an end without a reason", func(ctx context.Context) context.Context {
			done := make(chan struct{})
			time.AfterFunc(time.Second, func() { close(done) })
			return unexplained{ctx, done}
		}, time.Second, "canceled"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var told error
				s := testServer(t, &ServerOptions{Observers: []Observer{func(ctx context.Context, _ CallInfo) (context.Context, func(CallOutcome)) {
					return tt.derive(ctx), func(out CallOutcome) { told = out.Err }
				}}})
				tool := echoTool("leer_texto", Read)
				tool.Timeout = time.Minute
				release := make(chan struct{})
				mustAdd(t, s, tool, func(context.Context, echoIn) (echoOut, error) {
					<-release
					return echoOut{}, nil
				})
				start := time.Now()
				got := callTool(t, handlerOf(t, s, nil), "leer_texto", map[string]any{"texto": "x"}, metaOf(nil))
				if took := time.Since(start); took != tt.after {
					t.Errorf("answered after %v, want %v", took, tt.after)
				}
				if kind, message, _ := got.failure(t); kind == "" || message == "" {
					t.Errorf("answered with %s", got.Body)
				}
				if told == nil || !strings.Contains(told.Error(), tt.cause) {
					t.Errorf("the cause is %v, want %s", told, tt.cause)
				}
				close(release)
				if err := s.Shutdown(t.Context()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
