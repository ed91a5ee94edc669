package asixto

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/asixto/go-sdk/idem"
	"github.com/asixto/go-sdk/schema"
)

// A Server holds the tools of one company and serves them, over HTTP and over
// any go-sdk transport. Make one with [NewServer]. Its methods are safe for
// concurrent use.
type Server struct {
	name, version string
	opts          ServerOptions
	messages      Messages
	log           *slog.Logger
	place         uintptr      // in the author's code, for the log
	engine        *idem.Engine // nil without a store
	gate          gate         // calls outside the engine
	running       atomic.Int64 // handlers
	halted        context.Context
	halt          context.CancelCauseFunc // at the end of a shutdown
	listening     context.Context         // streams of subscribers
	hangUp        context.CancelFunc      // at the beginning of a shutdown
	mcp           *mcp.Server
	store         probe // whether it answers, for readiness

	mu       sync.Mutex // serialises registration
	started  bool
	refused  []Violation
	warnings []Violation
	current  atomic.Pointer[catalogue]
}

// ServerOptions configure a [Server]. The zero value and nil are usable for a
// server that only reads.
type ServerOptions struct {
	// Title is the server's name for people. Optional.
	Title string
	// Instructions tell the model once what matters about all tools together.
	// Which comes before which is better said in Flows. Optional.
	Instructions string
	// Flows are the orders in which the tools serve a purpose; they follow the
	// Instructions, and their tools are checked when the server starts. Optional.
	Flows []Flow
	// Store keeps the idempotency keys. Required as soon as one tool writes:
	// idem.NewMemory(nil) for one process, a shared store for several, or
	// idem.Disabled to say that nothing protects a repeated write.
	Store idem.Store
	// Idempotency tunes leases, waits and retention; nil for the defaults.
	Idempotency *idem.Options
	// StrictKeys refuses a write that comes without an idempotency key with
	// VALIDATION. By default it runs once, with a warning in the log.
	StrictKeys bool
	// Messages replace the fixed Spanish sentences.
	Messages Messages
	// Middleware wraps every tool's handler, the first outermost.
	Middleware []Middleware
	// Visible says which tools the client of a call may see and use, by what its
	// context holds: auth.TokenInfoFromContext(ctx) of go-sdk is the verified
	// token. A tool that is not visible is unknown to that client. Nil shows every
	// tool to everybody. It must be quick and always say the same of one client.
	// Instructions and Flows are told to all: they name what all may know.
	Visible func(ctx context.Context, tool Tool) bool
	// MaxRunning bounds the handlers that run at one time, over all tools; zero is
	// 1,000. A call over the bound is answered with 503 and Retry-After on HTTP,
	// elsewhere with SYSTEM, and its key stays free. Duplicates that wait for a
	// running call do not count; idem.Options.MaxWaiters bounds those.
	MaxRunning int
	// Development looks into every answer for what a customer must not get, see
	// [Leak], and warns in the log. It costs time and finds by form alone, so it
	// is for development and tests.
	Development bool
	// Nullable is the spelling of optional parameters in input schemas:
	// schema.TypeArray (default, the contract's own) or schema.AnyOf.
	Nullable schema.Nullable
	// Observers see each call begin and end, the first outermost.
	Observers []Observer
	// LogPayloads adds the arguments and answers of calls to their lines in the
	// log. They hold what customers say about themselves: for development only.
	LogPayloads bool
	// Logger gets one line for each call, with requestId, conversationId,
	// tool, channel, outcome, duration and sizes, never arguments or results unless
	// LogPayloads asks for them; and the cause of each failure. A handler that adds
	// the source names the call of NewServer. Nil stands for slog.Default().
	Logger *slog.Logger
}

const defaultMaxRunning = 1000

// NewServer returns a server without tools. name and version identify it to
// clients; both are required, and what is wrong with them or with opts is
// reported when the server starts.
func NewServer(name, version string, opts *ServerOptions) *Server {
	s := &Server{name: name, version: version, place: callerOf(2)}
	if opts != nil {
		s.opts = *opts
	}
	if s.opts.MaxRunning == 0 {
		s.opts.MaxRunning = defaultMaxRunning
	}
	s.opts.Instructions = withFlows(s.opts.Instructions, s.opts.Flows)
	s.messages = s.opts.Messages.withDefaults()
	s.log = cmp.Or(s.opts.Logger, slog.Default())
	if name == "" || version == "" {
		s.refuse(Violation{Text: "the server needs a name and a version: pass both to NewServer"})
	}
	if s.opts.MaxRunning < 0 {
		s.refuse(Violation{Text: "ServerOptions.MaxRunning is negative: write a positive number, or zero for 1,000"})
	}
	if slices.ContainsFunc(s.opts.Middleware, func(m Middleware) bool { return m == nil }) {
		s.refuse(Violation{Text: "ServerOptions.Middleware holds a nil entry: leave it out"})
	}
	if slices.ContainsFunc(s.opts.Observers, func(o Observer) bool { return o == nil }) {
		s.refuse(Violation{Text: "ServerOptions.Observers holds a nil entry: leave it out"})
	}
	if s.keepsKeys() {
		engine, err := idem.New(s.opts.Store, s.idempotency())
		if err != nil {
			s.refuse(Violation{Text: err.Error()})
		}
		s.engine = engine
	}
	s.halted, s.halt = context.WithCancelCause(context.Background())
	s.listening, s.hangUp = context.WithCancel(context.Background())
	s.current.Store(&catalogue{})
	s.mcp = s.newBridge()
	return s
}

// keepsKeys reports whether writes are protected by a store.
func (s *Server) keepsKeys() bool {
	return s.opts.Store != nil && s.opts.Store != idem.Disabled
}

// refuse remembers what keeps the server from starting; one that is serving
// already just does not offer the tool.
func (s *Server) refuse(vs ...Violation) {
	if !s.started {
		s.refused = append(s.refused, vs...)
	}
}

// Warnings returns what the contract advises against in the tools registered
// so far, in the order of their registration. Each is logged once at the start
// too. A warning is lifted with a written reason, see [Tool].Allow.
func (s *Server) Warnings() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.warnings)
}

// start refuses to serve a catalogue that would fail certification: what
// AddTool found, what NewServer found, and what only the whole shows.
func (s *Server) start() error {
	if s.gate.isClosed() {
		return errors.New("asixto: the server has been shut down: make a new one with NewServer")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	blocking, warnings := s.checkCatalogue(s.current.Load())
	if err := refusal(slices.Concat(s.refused, blocking)); err != nil {
		return err
	}
	if s.started {
		return nil
	}
	s.started = true
	for _, w := range slices.Concat(s.warnings, warnings) {
		level := slog.LevelWarn
		if w.Provider != "" {
			level = slog.LevelInfo
		}
		s.log.Log(context.Background(), level, "contract", "advice", w.String())
	}
	return nil
}
