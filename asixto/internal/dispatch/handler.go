package dispatch

import (
	"context"
	"net/http"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// Options are the limits of the entry. The zero value has the defaults.
type Options struct {
	// MaxBody is the longest body that is read, in bytes; 4 MiB where it is
	// not above zero. Longer ones get 413.
	MaxBody int64

	// MaxDepth is how deep objects and lists of a body may nest, the envelope's
	// own levels included; 64 where it is not above zero. Deeper ones get 400.
	MaxDepth int

	// Closing ends the streams of subscribers, each with its result, once it is
	// done. Nil is never.
	Closing context.Context
}

func (o *Options) orDefaults() Options {
	out := Options{}
	if o != nil {
		out = *o
	}
	if out.MaxBody <= 0 {
		out.MaxBody = 4 << 20
	}
	if out.MaxDepth <= 0 {
		out.MaxDepth = 64
	}
	return out
}

// Handler returns the entry before backend. What is not for the backend goes
// to fallback, go-sdk's StreamableHTTPHandler with Stateless and JSONResponse;
// a nil one answers that there is no such method. A nil opts has the defaults.
func Handler(backend Backend, fallback http.Handler, opts *Options) http.Handler {
	h := &handler{backend: backend, fallback: fallback, opts: opts.orDefaults()}
	h.parsers.New = func() any { return new(parser) }
	h.answers.New = func() any { return new([]byte) }
	return h
}

type handler struct {
	backend  Backend
	fallback http.Handler
	opts     Options
	parsers  sync.Pool // of *parser
	answers  sync.Pool // of *[]byte
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	in := h.receive(r)
	switch {
	case in.err != nil:
		if in.err.status == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", http.MethodPost)
		}
		WriteError(w, in.err.Status(), in.id, in.err)
	case in.onward != nil:
		h.pass(w, in)
	default:
		h.serve(r.Context(), w, in)
	}
}

// inbound is a request that was read: refused, to be passed on, or to be
// served.
type inbound struct {
	request
	id      jsontext.Value
	err     *Error
	listens bool
	onward  *http.Request
}

// receive reads r and decides its road. The parser is free again before
// anything is answered, since a call may take its time.
func (h *handler) receive(r *http.Request) (in inbound) {
	if in.err = admit(r); in.err != nil {
		return in
	}
	p, _ := h.parsers.Get().(*parser)
	defer h.release(p)
	if in.err = p.load(r, h.opts.MaxBody); in.err != nil {
		return in
	}
	in.err = p.parse(h.opts.MaxDepth)
	in.id = p.env.replyID()
	switch {
	case in.err != nil:
	case p.env.served():
		if in.err = p.env.admissible(r.Header); in.err == nil {
			in.request = p.request()
		}
	case p.env.outdated(r.Header):
		in.err = UnsupportedVersion(string(text(p.env.version)))
	case h.fallback == nil:
		in.err = MethodNotFound(string(text(p.env.method)))
	case !echoed(p.env.id):
		in.err = InvalidRequest(`member "id" is an integer beyond 2^53: send a smaller one, or a string`)
	default:
		in.listens = isText(p.env.method, methodListen)
		in.onward = p.onward(r)
	}
	return in
}

// admissible says what keeps a served message from the Backend.
func (e *envelope) admissible(h http.Header) *Error {
	if e.id == nil {
		return InvalidRequest(`member "id" is missing`)
	}
	if err := e.agree(h); err != nil {
		return err
	}
	return e.validate()
}

// Buffers that one long message has swollen beyond this, in bytes, are not kept
// for the next.
const mostKept = 64 << 10

// release keeps a parser for the next request.
func (h *handler) release(p *parser) {
	if p.buf.Cap() <= mostKept && cap(p.scratch) <= mostKept {
		h.parsers.Put(p)
	}
}

func (h *handler) serve(ctx context.Context, w http.ResponseWriter, in inbound) {
	ctx = WithTrace(ctx, in.trace)
	switch in.method {
	case methodDiscover:
		writeResult(w, in.id, h.backend.Discover(ctx))
	case methodList:
		writeResult(w, in.id, h.backend.List(ctx))
	default:
		h.call(ctx, w, in)
	}
}

// call has the answer written behind the front of its envelope, in a buffer of
// those before.
func (h *handler) call(ctx context.Context, w http.ResponseWriter, in inbound) {
	buf, _ := h.answers.Get().(*[]byte)
	answer, err := h.backend.Call(ctx, appendFront((*buf)[:0], in.id), in.name, in.arguments, in.call)
	if err != nil {
		if err.retryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(err.retryAfter))
		}
		WriteError(w, err.Status(), in.id, err)
	} else {
		answer = append(answer, tail...)
		announce(w, len(answer))
		if _, err := w.Write(answer); err != nil {
			return // a client that has gone needs no answer; HTTP/2 may still be reading it
		}
	}
	if cap(answer) <= mostKept {
		*buf = answer
		h.answers.Put(buf)
	}
}

// pass leaves a message to the fallback.
func (h *handler) pass(w http.ResponseWriter, in inbound) {
	out := &held{ResponseWriter: w, listens: in.listens}
	if in.listens {
		h.listen(out, in.onward)
	} else {
		h.fallback.ServeHTTP(out, in.onward)
	}
	out.release(in.id)
}

// listen keeps a subscriber's stream alive until its client leaves or the server
// closes.
func (h *handler) listen(out *held, r *http.Request) {
	ctx, hangUp := context.WithCancel(r.Context())
	var beats sync.WaitGroup
	defer beats.Wait()
	defer hangUp()
	if h.opts.Closing != nil {
		stop := context.AfterFunc(h.opts.Closing, hangUp)
		defer stop()
	}
	beats.Go(func() { out.keepAlive(ctx) })
	h.fallback.ServeHTTP(out, r.WithContext(ctx))
}

// RequestID returns the id of the request in body as it is written there, nil
// where the body has none that can be trusted.
func RequestID(body []byte) jsontext.Value {
	var p parser
	p.buf.Write(body)
	_ = p.parse(len(body)) // a body that is no good may still name its id
	return p.env.replyID()
}
