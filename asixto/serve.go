package asixto

import (
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
	// Above the longest a call may take to answer: a tool's time-out and the
	// wait for one in flight.
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
	path := opts.Path
	if path == "" {
		path = defaultPath
	}
	if err := s.Mount(mux, path, &opts.HandlerOptions); err != nil {
		return err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("asixto: %w", err)
	}
	hs := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      s.longestCall() + writeSlack,
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
	return s.drain(hs, opts.Grace)
}

// drain ends the HTTP server and then the calls, in bounded time.
func (s *Server) drain(hs *http.Server, grace time.Duration) error {
	if grace <= 0 {
		grace = defaultGrace
	}
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	s.log.Info("shutting down", "grace", grace)
	s.gate.close()
	httpErr := hs.Shutdown(ctx)
	err := s.Shutdown(ctx)
	if httpErr != nil {
		_ = hs.Close()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("calls were still running at the end of the grace", "grace", grace)
		return nil
	}
	return err
}

func (s *Server) longestCall() time.Duration {
	longest := DefaultTimeout
	for _, t := range s.current.Load().sorted {
		longest = max(longest, t.Timeout)
	}
	return longest
}

// Shutdown lets no further call begin (HTTP answers 503) and waits for those in
// progress, also for writes whose client has left. When ctx is done first it
// cancels them, so that unfinished writes are in doubt, and returns ctx's
// error. [Server.Serve] calls it; a server mounted on an http.Server of the
// author's needs the call after that one's own Shutdown.
func (s *Server) Shutdown(ctx context.Context) error {
	idle := s.gate.close()
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
