package idem

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// MaxKey is the longest Key.Key that is accepted, in bytes.
const MaxKey = 256

// Key names one logical operation. Two keys are the same operation only if all four parts are equal: the same key of another
// client, company or tool has no relation to it.
type Key struct {
	// Client is the stable name of the authenticated caller. Never its token: a retry after the token was rotated is still a
	// retry. Empty where callers have no names.
	Client string
	// Company is the company the call is made for, empty where there is only one.
	Company string
	// Tool names the operation, as "abrir_caso_soporte" or "webhook/pago". It must not be empty.
	Tool string
	// Key is the caller's idempotency key: 1 to MaxKey bytes.
	Key string
}

// ID is what a store knows of a Key: a digest of fixed size, so that a store never has to quote, join or truncate anything.
type ID [32]byte

// ID returns the digest of k: SHA-256 over its four parts, each behind its length, so that no two keys share one by moving a
// separator.
func (k Key) ID() ID {
	var room [512]byte
	b := room[:0]
	for _, part := range [...]string{k.Client, k.Company, k.Tool, k.Key} {
		b = binary.BigEndian.AppendUint64(b, uint64(len(part)))
		b = append(b, part...)
	}
	return sha256.Sum256(b)
}

func (k Key) check() error {
	switch {
	case k.Tool == "":
		return fmt.Errorf("%w: the key names no tool: set Key.Tool", ErrRequest)
	case k.Key == "":
		return fmt.Errorf("%w: the key of %q is empty: set Key.Key", ErrRequest, k.Tool)
	case len(k.Key) > MaxKey:
		return fmt.Errorf("%w: the key of %q has %d bytes, at most %d are allowed", ErrRequest, k.Tool, len(k.Key), MaxKey)
	}
	return nil
}

// Token is drawn at random for every claim. Whoever shows the token of the claim that a store holds is its owner, so a call that
// is repeated because its reply was lost is recognised.
type Token [16]byte

func newToken() (t Token) {
	_, _ = rand.Read(t[:]) // never fails: it ends the process where the system has no randomness
	return t
}
