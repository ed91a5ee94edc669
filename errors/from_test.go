package toolerrors_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// netError is a network error that is, or is not, a time-out.
type netError struct{ timeout bool }

func (e netError) Error() string   { return "dial tcp 10.0.0.7:5432" }
func (e netError) Timeout() bool   { return e.timeout }
func (e netError) Temporary() bool { return false }

// hostile panics in every method an error tree is walked with.
type hostile struct{}

func (hostile) Error() string { panic("Error") }
func (hostile) Unwrap() error { panic("Unwrap") }
func (hostile) Timeout() bool { panic("Timeout") }
func (hostile) Is(error) bool { panic("Is") }
func (hostile) As(any) bool   { panic("As") }

func TestKindOf(t *testing.T) {
	t.Parallel()
	var (
		notFound  = toolerrors.NotFound("No encontré esa cita.")
		blocker   = toolerrors.Blocker("La cuenta está suspendida.")
		nilError  *toolerrors.Error
		nilOpErr  *net.OpError
		expired   = netError{timeout: true}
		refused   = netError{timeout: false}
		noKind    toolerrors.Kind
		elsewhere = errors.New("password=secreto")
	)
	tests := map[string]struct {
		err  error
		want toolerrors.Kind
	}{
		"nil":                       {nil, ""},
		"plain":                     {notFound, toolerrors.KindNotFound},
		"wrapped":                   {fmt.Errorf("cita: %w", notFound), toolerrors.KindNotFound},
		"wrapped twice":             {fmt.Errorf("a: %w", fmt.Errorf("b: %w", notFound)), toolerrors.KindNotFound},
		"two %w":                    {fmt.Errorf("%w y %w", elsewhere, notFound), toolerrors.KindNotFound},
		"joined":                    {errors.Join(elsewhere, notFound), toolerrors.KindNotFound},
		"first of two":              {errors.Join(blocker, notFound), toolerrors.KindBlocker},
		"depth first":               {errors.Join(fmt.Errorf("a: %w", notFound), blocker), toolerrors.KindNotFound},
		"outer of two":              {blocker.WithCause(notFound), toolerrors.KindBlocker},
		"cause says time-out":       {notFound.WithCause(context.DeadlineExceeded), toolerrors.KindNotFound},
		"beside a time-out":         {errors.Join(context.DeadlineExceeded, notFound), toolerrors.KindNotFound},
		"kind by itself":            {toolerrors.KindPermission, toolerrors.KindPermission},
		"wrapped kind":              {fmt.Errorf("x: %w", toolerrors.KindPermission), toolerrors.KindPermission},
		"invented kind":             {toolerrors.Kind("TIMEOUT"), toolerrors.KindUnknown},
		"empty kind":                {noKind, toolerrors.KindUnknown},
		"nil *Error":                {nilError, toolerrors.KindUnknown},
		"nil *Error, then one":      {errors.Join(nilError, notFound), toolerrors.KindNotFound},
		"nil *Error, then time-out": {errors.Join(nilError, context.Canceled), toolerrors.KindSystem},
		"zero *Error":               {&toolerrors.Error{}, toolerrors.KindUnknown},
		"deadline":                  {context.DeadlineExceeded, toolerrors.KindSystem},
		"cancelled":                 {context.Canceled, toolerrors.KindSystem},
		"wrapped cancel":            {fmt.Errorf("leer: %w", context.Canceled), toolerrors.KindSystem},
		"joined deadline":           {errors.Join(elsewhere, context.DeadlineExceeded), toolerrors.KindSystem},
		"os deadline":               {&os.PathError{Op: "read", Path: "x", Err: os.ErrDeadlineExceeded}, toolerrors.KindSystem},
		"net time-out":              {&net.OpError{Op: "dial", Err: expired}, toolerrors.KindSystem},
		"net, no time-out":          {&net.OpError{Op: "dial", Err: refused}, toolerrors.KindUnknown},
		"no time-out, then one":     {errors.Join(refused, expired), toolerrors.KindSystem},
		"foreign":                   {elsewhere, toolerrors.KindUnknown},
		"end of file":               {io.EOF, toolerrors.KindUnknown},
		"nil foreign pointer":       {nilOpErr, toolerrors.KindUnknown},
		"hostile":                   {hostile{}, toolerrors.KindUnknown},
		"hostile, then one":         {errors.Join(hostile{}, notFound), toolerrors.KindNotFound},
		"joined nils":               {errors.Join(nil, nil), ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := toolerrors.KindOf(test.err); got != test.want {
				t.Errorf("KindOf(%#v) = %q, want %q", test.err, got, test.want)
			}
			if got := toolerrors.From(test.err); test.want != "" && got.Kind() != test.want {
				t.Errorf("From(%#v) is %q, KindOf says %q", test.err, got.Kind(), test.want)
			}
		})
	}
}

func TestFrom(t *testing.T) {
	t.Parallel()
	if e := toolerrors.From(nil); e != nil {
		t.Errorf("From(nil) = %v, want nil", e)
	}

	mine := toolerrors.Permission("Esa cita es de otra persona.").WithDetails("titular")
	for _, err := range []error{mine, fmt.Errorf("x: %w", mine), errors.Join(io.EOF, fmt.Errorf("x: %w", mine))} {
		if got := toolerrors.From(err); got != mine {
			t.Errorf("From(%v) = %v, want the same *Error", err, got)
		}
	}

	cause := &net.OpError{Op: "dial", Err: netError{timeout: true}}
	got := toolerrors.From(cause)
	if !errors.Is(got, toolerrors.KindSystem) || got.UserMessage() != toolerrors.DefaultMessage(toolerrors.KindSystem) {
		t.Errorf("From(a time-out) = %v", got)
	}
	var found *net.OpError
	if !errors.As(got, &found) || found != cause {
		t.Error("From lost the cause")
	}
}

func TestIsFindsAKindAnywhereInTheTree(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("x: %w", toolerrors.Blocker("Hay una deuda.").WithCause(toolerrors.NotFound("No hay pago.")))
	for kind, want := range map[error]bool{
		toolerrors.KindBlocker:     true,
		toolerrors.KindNotFound:    true,
		toolerrors.KindSystem:      false,
		toolerrors.Kind("BLOCK"):   false,
		toolerrors.Kind("blocker"): false,
	} {
		if got := errors.Is(err, kind); got != want {
			t.Errorf("errors.Is(err, %v) = %t, want %t", kind, got, want)
		}
	}
	var e *toolerrors.Error
	if !errors.As(err, &e) || e.UserMessage() != "Hay una deuda." {
		t.Errorf("errors.As found %v", e)
	}
}

// secret marks the text of foreign errors in the property below.
const secret = "password=s3cr3t"

// tree draws an error tree of foreign errors, each with the secret in its text.
func tree(t *rapid.T, depth int) error {
	shape := rapid.IntRange(0, 5).Draw(t, "shape")
	if depth == 0 {
		shape %= 3
	}
	switch shape {
	case 0:
		return errors.New(secret)
	case 1:
		return &net.OpError{Op: secret, Err: netError{timeout: rapid.Bool().Draw(t, "timeout")}}
	case 2:
		return fmt.Errorf("%s: %w", secret, context.Canceled)
	case 3:
		return fmt.Errorf("%s: %w", secret, tree(t, depth-1))
	case 4:
		return fmt.Errorf("%s: %w, %w", secret, tree(t, depth-1), tree(t, depth-1))
	default:
		return errors.Join(tree(t, depth-1), nil, tree(t, depth-1))
	}
}

func TestFromNeverLeaksForeignText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		err := tree(t, 4)
		if rapid.Bool().Draw(t, "inside ours") {
			err = errors.Join(err, toolerrors.NotFound("No encontré esa cita.").WithCause(err))
		}
		e := toolerrors.From(err)
		if wire := string(e.AppendJSON(nil)); strings.Contains(wire, secret) {
			t.Fatalf("the wire form holds the secret: %s", wire)
		}
		if !strings.Contains(e.Error(), secret) {
			t.Fatalf("the log line lost the cause: %s", e)
		}
		if e.Kind() != toolerrors.KindOf(err) {
			t.Fatalf("From is %s, KindOf says %s", e.Kind(), toolerrors.KindOf(err))
		}
	})
}
