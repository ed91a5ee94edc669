package asixtojwt

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	maxSet     = 512 << 10 // bytes
	maxKeys    = 100
	minRSABits = 2048
)

// A keySet is the issuer's keys as they were fetched last. Whoever needs them
// fetches them; nothing runs in between.
type keySet struct {
	url                          string
	client                       *http.Client
	refresh, minRefresh, timeout time.Duration
	log                          *slog.Logger

	mu      sync.Mutex
	keys    []jose.JSONWebKey
	fetched time.Time // the last success
	tried   time.Time // the last attempt's start
	err     error     // of the last attempt
	flight  chan struct{}
}

func newKeySet(o *Options) *keySet {
	return &keySet{
		url: o.JWKSURL, client: o.client(), log: o.Logger,
		refresh: o.Refresh, minRefresh: o.MinRefresh, timeout: o.Timeout,
	}
}

// current returns the keys that are known. It starts to fetch them where they are
// old, and waits for that only where there are none.
func (s *keySet) current(ctx context.Context) []jose.JSONWebKey {
	s.mu.Lock()
	if s.fetched.IsZero() || time.Since(s.fetched) >= s.refresh {
		s.launch(ctx)
	}
	flight, keys := s.flight, s.keys
	s.mu.Unlock()
	if flight == nil || len(keys) > 0 {
		return keys
	}
	wait(ctx, flight)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys
}

// renewed returns keys that were fetched within minRefresh, or the error for which
// they could not be.
func (s *keySet) renewed(ctx context.Context) ([]jose.JSONWebKey, error) {
	s.mu.Lock()
	s.launch(ctx)
	flight := s.flight
	s.mu.Unlock()
	if flight != nil && !wait(ctx, flight) {
		return nil, context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys, s.err
}

// has says whether a known key fits the header.
func (s *keySet) has(head jose.Header) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.keys, func(k jose.JSONWebKey) bool { return fits(&k, head) })
}

func wait(ctx context.Context, flight <-chan struct{}) bool {
	select {
	case <-flight:
		return true
	case <-ctx.Done():
		return false
	}
}

// launch starts to fetch the set unless that is under way or was tried a moment
// ago. It goes on when the request of ctx has ended: others wait for it.
func (s *keySet) launch(ctx context.Context) {
	if s.flight != nil || !s.tried.IsZero() && time.Since(s.tried) < s.minRefresh {
		return
	}
	s.flight, s.tried = make(chan struct{}), time.Now()
	go s.fly(context.WithoutCancel(ctx))
}

func (s *keySet) fly(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	keys, err := []jose.JSONWebKey(nil), errors.New("the attempt to fetch the keys ended early")
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("fetching the keys panicked: %v", v)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.err = err; err == nil {
			s.keys, s.fetched = keys, time.Now()
		} else {
			s.log.ErrorContext(ctx, "asixtojwt: the keys cannot be fetched, those known stay in use", "known", len(s.keys), "cause", err)
		}
		close(s.flight)
		s.flight = nil
	}()
	keys, err = s.fetch(ctx)
}

func (s *keySet) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, http.NoBody)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "application/jwk-set+json, application/json")
	res, err := s.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered with status %d", s.url, res.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxSet+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxSet {
		return nil, fmt.Errorf("%s is longer than 512 KiB", s.url)
	}
	return readSet(body)
}

// readSet keeps the keys that may check a signature; others are passed over, so
// that a key of a new kind does not take the rest away.
func readSet(body []byte) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(body, &set); err != nil {
		return nil, fmt.Errorf("the key set is not JSON as the standard has it: %w", err)
	}
	if len(set.Keys) > maxKeys {
		return nil, fmt.Errorf("the key set has %d keys, more than %d", len(set.Keys), maxKeys)
	}
	var keys []jose.JSONWebKey
	for _, raw := range set.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(raw) == nil && usable(&key) {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("the key set holds no public key for signatures")
	}
	return keys, nil
}

// usable leaves out symmetric and private keys, which have no place in a public
// set, and those too weak to be believed.
func usable(key *jose.JSONWebKey) bool {
	if key.Use != "" && key.Use != "sig" || !key.Valid() {
		return false
	}
	switch k := key.Key.(type) {
	case *rsa.PublicKey:
		return k.N.BitLen() >= minRSABits
	case *ecdsa.PublicKey, ed25519.PublicKey:
		return true
	}
	return false
}

// fits says whether key may have made a signature with this header.
func fits(key *jose.JSONWebKey, head jose.Header) bool {
	if head.KeyID != "" && key.KeyID != head.KeyID || key.Algorithm != "" && key.Algorithm != head.Algorithm {
		return false
	}
	switch k := key.Key.(type) {
	case *rsa.PublicKey:
		return strings.HasPrefix(head.Algorithm, "RS") || strings.HasPrefix(head.Algorithm, "PS")
	case *ecdsa.PublicKey:
		return head.Algorithm == map[int]string{256: "ES256", 384: "ES384", 521: "ES512"}[k.Curve.Params().BitSize]
	case ed25519.PublicKey:
		return head.Algorithm == string(jose.EdDSA)
	}
	return false
}
