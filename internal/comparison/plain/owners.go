package main

import (
	"strings"
	"sync"
	"time"
)

const conversationEnds = 24 * time.Hour

// owners knows which clients each conversation has looked up.
type owners struct {
	mu    sync.Mutex
	known map[string]time.Time
}

func newOwners() *owners { return &owners{known: map[string]time.Time{}} }

func ownerKey(c call, documento string) string {
	return strings.Join([]string{c.client, c.company, c.conversation, clave(documento)}, "\x00")
}

func (o *owners) resolve(c call, documento string) {
	if c.conversation == "" {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	for key, at := range o.known {
		if now.Sub(at) > conversationEnds {
			delete(o.known, key)
		}
	}
	o.known[ownerKey(c, documento)] = now
}

func (o *owners) require(c call, documento string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if at, ok := o.known[ownerKey(c, documento)]; c.conversation == "" || !ok || time.Since(at) > conversationEnds {
		return permission("Primero hay que consultar en esta conversación los datos del titular.")
	}
	return nil
}
