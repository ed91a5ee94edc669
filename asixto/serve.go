package asixto

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// ServeOptions configure [Server.Serve].
type ServeOptions struct {
	HandlerOptions
	// Path is where the tools are served; empty is "/mcp".
	Path string
	// Grace is how long calls may go on once the context of Serve is done;
	// zero is 20 seconds. Writes that have not ended by then are in doubt.
	Grace time.Duration
}

const (
	defaultPath  = "/mcp"
	defaultGrace = 20 * time.Second
	// For writing an answer to a slow client, once it is there.
	writeSlack = 30 * time.Second
)

// Serve listens on addr, as "127.0.0.1:8080", and serves the tools until ctx is
// done; then it lets the calls in progress end and returns nil. It returns a
// [*RegistrationError] where the catalogue would fail certification, and the
// error of the listener where it cannot listen. TLS belongs to the reverse
// proxy in front, or to an http.Server of the author's with [Server.Mount].
func (s *Server) Serve(ctx context.Context, addr string, opts *ServeOptions) error {
	if opts == nil {
		opts = &ServeOptions{}
	}
	mux := http.NewServeMux()
	path := cmp.Or(opts.Path, defaultPath)
	if err := s.Mount(mux, path, &opts.HandlerOptions); err != nil {
		return err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("asixto: %w", err)
	}
	hs := &http.Server{
		Handler:           s.withDeadline(mux),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	s.log.Info("serving", "address", ln.Addr().String(), "path", path)
	failed := make(chan error, 1)
	go func() { failed <- hs.Serve(ln) }()
	select {
	case err := <-failed:
		return fmt.Errorf("asixto: %w", err)
	case <-ctx.Done():
	}
	return s.drain(hs, cmp.Or(opts.Grace, defaultGrace))
}

// withDeadline bounds the writing of each answer by the longest time that a call
// may take, as it is when the request comes; a stream has no end of its own.
func (s *Server) withDeadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		deadline := time.Now().Add(s.longestCall() + writeSlack)
		if r.Header.Get("Mcp-Method") == "subscriptions/listen" {
			deadline = time.Time{}
		}
		// A connection without deadlines is none of http.Server's.
		_ = http.NewResponseController(w).SetWriteDeadline(deadline)
		next.ServeHTTP(w, r)
	})
}

// drain ends the HTTP server and the calls together, in bounded time: a stream
// ends only with the server's own sessions.
func (s *Server) drain(hs *http.Server, grace time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	s.log.Info("shutting down", "grace", grace)
	err := s.Shutdown(ctx)
	if hs.Shutdown(ctx) != nil {
		_ = hs.Close()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("calls were still running at the end of the grace; unfinished writes are in doubt", "grace", grace)
		return nil
	}
	return err
}

// longestCall is the longest that any call may take to be answered: its tool's
// time-out, after waiting for another with the same key.
func (s *Server) longestCall() time.Duration {
	longest := max(DefaultTimeout, s.current.Load().longest)
	if s.engine != nil {
		longest += s.engine.Options().Wait
	}
	return longest
}

// Shutdown lets no further call begin (HTTP answers 503), ends the streams of
// subscribers, and waits for the calls in progress, also for writes whose client
// has left. When ctx is done first it cancels them, so that unfinished writes are
// in doubt, and returns ctx's error. [Server.Serve] calls it; a server mounted on
// an http.Server of the author's needs the call before that one's own Shutdown.
func (s *Server) Shutdown(ctx context.Context) error {
	idle := s.gate.close()
	for session := range s.mcp.Sessions() {
		go func() { _ = session.Close() }() // waits for its calls, which end in bounded time
	}
	var err error
	select {
	case <-idle:
	case <-ctx.Done():
		s.halt(errClosing)
		err = ctx.Err()
	}
	if s.engine != nil {
		err = errors.Join(err, s.engine.Shutdown(ctx))
	}
	return err
}
