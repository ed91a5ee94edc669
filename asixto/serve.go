package asixto

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// ServeOptions configure [Server.Serve].
type ServeOptions struct {
	HandlerOptions
	// Path is where the tools are served; empty is "/mcp".
	Path string
	// CertFile and KeyFile serve TLS with the certificate chain and the key in these
	// PEM files. When they change new connections get the new certificate within a
	// second; a pair that cannot be read, does not belong together, has expired or is
	// not valid yet is logged, and the one before stays; at the start it is an error.
	// Empty serves plain HTTP, for a reverse proxy in front.
	CertFile, KeyFile string
	// TLSConfig serves TLS by the author's own settings, as client certificates or a
	// certificate function (GetCertificate). Its MinVersion is TLS 1.2 where it is
	// zero, and may not be below. HTTP/2 is offered in any case.
	TLSConfig *tls.Config
	// Listen opens the listener with socket options of the author's. Optional.
	Listen *net.ListenConfig
	// ReadHeaderTimeout bounds reading the header of a request, and the TLS
	// handshake; zero is ten seconds.
	ReadHeaderTimeout time.Duration
	// ReadTimeout bounds reading a whole request; zero is 30 seconds.
	ReadTimeout time.Duration
	// IdleTimeout is how long a connection waits for its next request; zero is two
	// minutes.
	IdleTimeout time.Duration
	// Grace is how long calls may go on once the context of Serve is done;
	// zero is 20 seconds. Writes that have not ended by then are in doubt; answers
	// have one more second to leave.
	Grace time.Duration
}

const (
	defaultPath  = "/mcp"
	defaultGrace = 20 * time.Second
	// For the answers of calls that were cancelled at the end of the grace.
	lastAnswers = time.Second
	// For writing an answer to a slow client, once it is there.
	writeSlack = 30 * time.Second
)

// Serve listens on addr, as "127.0.0.1:8080", and serves the tools, and what else
// [Server.Mount] does, until ctx is done; then it lets the calls in progress end
// and returns nil. With a certificate it serves TLS, with HTTP/2; without one it
// belongs behind a reverse proxy. It returns a [*RegistrationError] where the
// catalogue would fail certification, and the error of the certificate or of the
// listener where it cannot start. Writing an answer is bounded by the longest
// time-out of any tool and half a minute.
func (s *Server) Serve(ctx context.Context, addr string, opts *ServeOptions) error {
	if opts == nil {
		opts = &ServeOptions{}
	}
	if min(opts.ReadHeaderTimeout, opts.ReadTimeout, opts.IdleTimeout, opts.Grace) < 0 {
		return errors.New("asixto: a time-out of ServeOptions is negative: write a positive time, or zero for the default")
	}
	mux := http.NewServeMux()
	path := cmp.Or(opts.Path, defaultPath)
	if err := s.Mount(mux, path, &opts.HandlerOptions); err != nil {
		return err
	}
	config, err := s.tlsConfig(opts)
	if err != nil {
		return err
	}
	ln, err := cmp.Or(opts.Listen, &net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("asixto: %w", err)
	}
	hs := &http.Server{
		Handler:           s.withDeadline(mux),
		TLSConfig:         config,
		ReadHeaderTimeout: cmp.Or(opts.ReadHeaderTimeout, 10*time.Second),
		ReadTimeout:       cmp.Or(opts.ReadTimeout, 30*time.Second),
		IdleTimeout:       cmp.Or(opts.IdleTimeout, 2*time.Minute),
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	s.log.Info("serving", "address", ln.Addr().String(), "path", path, "tls", config != nil)
	failed := make(chan error, 1)
	go func() {
		if config != nil {
			failed <- hs.ServeTLS(ln, "", "")
			return
		}
		failed <- hs.Serve(ln)
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("asixto: %w", err)
	case <-ctx.Done():
	}
	return s.drain(hs, cmp.Or(opts.Grace, defaultGrace))
}

// withDeadline bounds the writing of each answer by the longest time that a call
// may take, as it is when the request comes. The dispatcher lifts it for a stream.
func (s *Server) withDeadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		deadline := time.Now().Add(s.longestCall() + writeSlack)
		// A connection without deadlines is none of http.Server's.
		_ = http.NewResponseController(w).SetWriteDeadline(deadline)
		next.ServeHTTP(w, r)
	})
}

// drain ends the HTTP server and the calls together, in bounded time: a stream
// ends only with the server's own sessions.
func (s *Server) drain(hs *http.Server, grace time.Duration) error {
	calls, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	answers, cancel := context.WithTimeout(context.Background(), grace+lastAnswers)
	defer cancel()
	s.log.Info("shutting down", "grace", grace)
	err := s.Shutdown(calls)
	if hs.Shutdown(answers) != nil {
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
// has left; then the sessions of [Server.Run] end. When ctx is done first it cancels
// the calls, so that unfinished writes are in doubt, and returns ctx's error. [Server.Serve] calls it; a server mounted on
// an http.Server of the author's needs the call before that one's own Shutdown.
func (s *Server) Shutdown(ctx context.Context) error {
	idle := s.gate.close()
	s.hangUp() // not go-sdk's sessions: one that is closed answers no more
	defer s.halt(errClosing)
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
