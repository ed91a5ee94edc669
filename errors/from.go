package toolerrors

import (
	"context"
	"slices"
)

// KindOf classifies any error: "" for nil; the kind of the first [*Error] in
// its tree, through fmt.Errorf's %w and errors.Join, depth first; without one,
// [KindSystem] where time ran out or the call was cancelled
// (context.DeadlineExceeded, context.Canceled, os.ErrDeadlineExceeded, any
// error whose Timeout method says true, as those of package net do); else
// [KindUnknown].
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if e := find(err); e != nil {
		return e.Kind()
	}
	if anyOf(err, isTimeout) {
		return KindSystem
	}
	return KindUnknown
}

// From turns any error into what may leave the server: nil for nil; the first
// [*Error] in err's tree as it is; for everything else a new one of [KindOf]
// with its [DefaultMessage] and err as the private cause. No text of a foreign
// error is ever in the user message or the details.
//
// The context that fmt.Errorf added around an *Error is not in what From
// returns: log err itself.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if e := find(err); e != nil {
		return e
	}
	return New(KindOf(err), "").WithCause(err)
}

// find is the first usable *Error in err's tree. A bare Kind counts as one
// without a sentence; a nil *Error does not count.
func find(err error) (found *Error) {
	anyOf(err, func(node error) bool {
		switch node := node.(type) { //nolint:errorlint // anyOf walks the tree
		case *Error:
			found = node
		case Kind:
			found = New(node, "")
		}
		return found != nil
	})
	return found
}

func isTimeout(node error) bool {
	if node == context.Canceled { //nolint:errorlint // anyOf walks the tree
		return true
	}
	t, ok := node.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

// anyOf reports whether match holds for an error of the tree, depth first, as
// errors.Is walks it. Unlike errors.As it goes on after a node of the right
// type that does not match: a nil *Error, a network error that is no time-out.
func anyOf(err error, match func(node error) bool) (matched bool) {
	// The methods of a foreign nil pointer may panic; it then matches nothing.
	defer func() {
		if recover() != nil {
			matched = false
		}
	}()
	for err != nil {
		if match(err) {
			return true
		}
		switch node := err.(type) { //nolint:errorlint // this is the walk
		case interface{ Unwrap() error }:
			err = node.Unwrap()
		case interface{ Unwrap() []error }:
			return slices.ContainsFunc(node.Unwrap(), func(child error) bool { return anyOf(child, match) })
		default:
			return false
		}
	}
	return false
}
