package main

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// What people may not do with a checkpoint.
var (
	errUnknown   = errors.New("there is no such checkpoint")
	errUndecided = errors.New("the checkpoint is not in a status that allows this")
)

// question is a checkpoint as a reviewer sees it.
type question struct {
	ID        string         `json:"checkpoint_id"`
	Client    string         `json:"client"`
	Status    approvalStatus `json:"status"`
	Envelope  jsontext.Value `json:"action_envelope"`
	Context   string         `json:"context,omitempty"`
	Reasoning string         `json:"reasoning,omitempty"`
	Expires   time.Time      `json:"expires_at"`
}

// questions are all checkpoints, by id.
func (b *backend) questions() []question {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := make([]question, 0, len(b.checkpoints))
	for _, id := range slices.Sorted(maps.Keys(b.checkpoints)) {
		c := b.checkpoints[id]
		all = append(all, question{c.ID, c.Client, b.statusOf(c), c.Envelope, c.Context, c.Reasoning, c.Expires})
	}
	return all
}

// approve signs the decision over the hash of the envelope. Only a person calls
// it, through the admin listener: no clock and no tool approves anything.
func (b *backend) approve(id string) error {
	return b.decide(id, statusPending, func(c *checkpoint) error {
		rules, err := policyDigest(c.policies)
		if err != nil {
			return err
		}
		now := b.now()
		claims := decisionClaims{
			Checkpoint: c.ID, EnvelopeHash: digest(c.Envelope), PolicyDigest: rules, Versions: versions(c.policies),
			Audience: c.Audience, Issued: now.Unix(), Expires: now.Add(decisionTTL).Unix(),
		}
		token, err := b.seal.sign(forDecision, claims)
		if err != nil {
			return err
		}
		c.status, c.decision, c.claims = statusApproved, token, claims
		return nil
	})
}

func (b *backend) reject(id string) error {
	return b.decide(id, statusPending, func(c *checkpoint) error { c.status = statusRejected; return nil })
}

// revoke takes an approval back that nobody has used.
func (b *backend) revoke(id string) error {
	return b.decide(id, statusApproved, func(c *checkpoint) error {
		if c.execution != "" {
			return errUndecided
		}
		c.status = statusRevoked
		return nil
	})
}

func (b *backend) decide(id string, from approvalStatus, change func(*checkpoint) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	c, ok := b.checkpoints[id]
	if !ok {
		return errUnknown
	}
	if b.statusOf(c) != from {
		return errUndecided
	}
	if err := change(c); err != nil {
		return err
	}
	b.announce()
	return nil
}
