package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type verificationMethod string

const (
	providerSigned verificationMethod = "provider_signed"
	byTaskGuard    verificationMethod = "task_guard"
	selfReported   verificationMethod = "self_reported"
)

func (verificationMethod) Values() []verificationMethod {
	return []verificationMethod{providerSigned, "ledger_readback", "hardware_attested", "stake_backed", byTaskGuard, selfReported}
}

type verificationStatus string

const (
	verified   verificationStatus = "verified"
	mismatch   verificationStatus = "mismatch"
	unverified verificationStatus = "unverified"
)

func (verificationStatus) Values() []verificationStatus {
	return []verificationStatus{verified, mismatch, unverified}
}

// observation is the state that somebody saw after an execution.
type observation struct {
	Method      verificationMethod
	Observed    jsontext.Value
	Proof       jsontext.Value
	Report      string // of Task Guard
	At          time.Time
	Status      verificationStatus // what the verifier found
	ClaimStatus verificationStatus // what the caller says, which decides nothing
}

// A verifier is the independent party of one method. It is called under the
// backend's lock, and without a proof finds unverified.
type verifier func(e *execution, o observation) verificationStatus

// observe appends what was seen. Its status is the verifier's: self_reported has
// none and stays unverified, and every other method needs the one configured.
func (b *backend) observe(ctx context.Context, id string, o observation) (observation, *receiptClaims, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, err := b.executionOf(ctx, id)
	if err != nil {
		return observation{}, nil, err
	}
	if len(e.attempts) == 0 {
		return observation{}, nil, errNoAttempt
	}
	if o.At.Unix() < e.attempts[len(e.attempts)-1].Started.Unix() {
		return observation{}, nil, errTooEarly
	}
	o.Status = unverified
	if o.Method != selfReported {
		verify, configured := b.verifiers[o.Method]
		if !configured {
			return observation{}, nil, errNoVerifier
		}
		o.Status = verify(e, o)
	}
	e.effects = append(e.effects, o)
	return o, &e.receipt, nil
}

// verifySignature checks the proof {"signature": "…"}: the provider's HMAC-SHA-256
// of the execution's id, a full stop and the canonical observation. Decision: the
// source leaves the proof to the method.
func verifySignature(key []byte) verifier {
	return func(e *execution, o observation) verificationStatus {
		var proof struct {
			Signature string `json:"signature"`
		}
		if o.Proof == nil || json.Unmarshal(o.Proof, &proof) != nil || proof.Signature == "" {
			return unverified
		}
		given, err := hex.DecodeString(proof.Signature)
		if err != nil || !hmac.Equal(given, providerMAC(key, e.receipt.Execution, o.Observed)) {
			return mismatch
		}
		return verified
	}
}

func providerMAC(key []byte, execution string, observed jsontext.Value) []byte {
	state, err := canonical(observed)
	if err != nil {
		return nil
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(execution + "."))
	h.Write(state)
	return h.Sum(nil)
}

// verifyByReport takes the word of Task Guard: its report of this very action, as
// it was checked before the authorisation.
func verifyByReport(e *execution, o observation) verificationStatus {
	switch {
	case e.checked == nil || e.checked.report == nil || e.checked.report.ID != o.Report:
		return unverified
	case !e.checked.report.Aligned:
		return mismatch
	}
	return verified
}
