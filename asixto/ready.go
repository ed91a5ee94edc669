package asixto

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

const (
	// HealthPath is where [Server.Mount] tells that the process is alive: 200 as long
	// as it answers at all.
	HealthPath = "/salud"
	// ReadyPath is where [Server.Mount] tells whether calls can be served: 200, or 503
	// while the store of idempotency keys does not answer, and from the start of
	// [Server.Shutdown] on. The store is asked for at most two seconds, and at most
	// once a second however many ask. Of servers that share a mux all have to be ready.
	ReadyPath = "/salud/lista"
)

const (
	healthPattern = "GET " + HealthPath
	readyPattern  = "GET " + ReadyPath

	readyTimeout = 2 * time.Second
	readyFor     = time.Second // an answer of the store is used again
)

// mountChecks adds s to the checks of mux. A route of the author's own at one of
// the paths stays what it is.
func (s *Server) mountChecks(mux *http.ServeMux) {
	if _, taken := mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: HealthPath}}); taken != healthPattern {
		mux.Handle(healthPattern, http.HandlerFunc(alive))
	}
	check, taken := mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: ReadyPath}})
	if taken != readyPattern {
		check = &readiness{}
		mux.Handle(readyPattern, check)
	}
	if shared, ok := check.(*readiness); ok {
		shared.add(s)
	}
}

func alive(w http.ResponseWriter, _ *http.Request) { state(w, http.StatusOK, "ok") }

// state answers a check with one word.
func state(w http.ResponseWriter, status int, word string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`{"estado":"` + word + `"}` + "\n"))
}

// readiness is the check of all servers on one mux.
type readiness struct {
	mu      sync.Mutex
	servers []*Server
}

func (r *readiness) add(s *Server) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.servers, s) {
		r.servers = append(r.servers, s)
	}
}

func (r *readiness) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	servers := slices.Clone(r.servers)
	r.mu.Unlock()
	for _, s := range servers {
		if s.Ready(req.Context()) != nil {
			w.Header().Set("Retry-After", "1")
			state(w, http.StatusServiceUnavailable, "no_disponible")
			return
		}
	}
	state(w, http.StatusOK, "listo")
}

// Ready returns nil if a call that came now could be served, as [ReadyPath] tells
// on a mux: the server is not shutting down and its store answers. The error is
// for the operator, not for a client.
func (s *Server) Ready(ctx context.Context) error {
	if s.gate.isClosed() {
		return errClosing
	}
	if s.engine == nil {
		return nil
	}
	news, err := s.store.check(ctx, s.engine.Ping)
	switch {
	case ctx.Err() != nil: // nobody waits for the answer
	case news && err != nil:
		s.log.ErrorContext(ctx, "not ready: the store of idempotency keys does not answer", "cause", err)
	case news:
		s.log.InfoContext(ctx, "ready again")
	}
	return err
}

// A probe asks the store for readiness, one question at a time, and keeps the
// answer for a moment.
type probe struct {
	mu     sync.Mutex
	asked  time.Time
	flight chan struct{} // closed when the answer is there; nil while nobody asks
	err    error
	failed bool // what was told last
}

var errProbe = errors.New("asixto: the store did not answer in time")

// check returns whether the store answered, and whether that is news.
func (p *probe) check(ctx context.Context, ping func(context.Context) error) (news bool, err error) {
	p.mu.Lock()
	if p.flight == nil && (p.asked.IsZero() || time.Since(p.asked) >= readyFor) {
		p.asked, p.flight = time.Now(), make(chan struct{})
		go p.ask(context.WithoutCancel(ctx), ping, p.flight)
	}
	flight, left := p.flight, readyTimeout-time.Since(p.asked)
	p.mu.Unlock()
	if flight != nil {
		late := time.NewTimer(left)
		defer late.Stop()
		select {
		case <-flight:
		case <-ctx.Done():
			return false, ctx.Err()
		case <-late.C: // also a store that does not honour its context
			return p.tell(errProbe)
		}
	}
	p.mu.Lock()
	err = p.err
	p.mu.Unlock()
	return p.tell(err)
}

// tell returns err, and whether it is not what was told last.
func (p *probe) tell(err error) (news bool, told error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	news = p.failed != (err != nil)
	p.failed = err != nil
	return news, err
}

func (p *probe) ask(ctx context.Context, ping func(context.Context) error, flight chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	err := errProbe // should the store end the goroutine
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{v, debug.Stack()}
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.err, p.flight = err, nil
		close(flight)
	}()
	err = ping(ctx)
}
