package schema

import "fmt"

// An encoder is a walk that writes. It stops at nothing and keeps the first
// failure: a broken answer is an error, never broken JSON.
type encoder struct {
	walk
	buf    []byte
	err    error
	spoilt bool // an author's method panicked meanwhile
}

func (e *encoder) fail(reason string) { e.failWith(fmt.Errorf("%s", reason)) }

func (e *encoder) failWith(err error) {
	if e.err == nil {
		e.err = fmt.Errorf("schema: encode %q: %w", e.pathString(), err)
	}
}
