package dispatch

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A stream has no end of its own, but a client that does not read it has: each
// event must leave within this time.
const eventTimeout = 30 * time.Second

// A quiet stream says so often that it lives; proxies end what is silent for a
// minute.
const heartbeat = 25 * time.Second

// held keeps an answer of the fallback until it is whole and fit to be sent:
// go-sdk refuses some requests in plain text, and names its Go types in some
// errors. A stream is not held.
type held struct {
	http.ResponseWriter
	mu     sync.Mutex // go-sdk writes, and so does keepAlive
	status int        // 0 until it is known
	stream bool
	body   bytes.Buffer

	listens  bool // for changes: its stream ends with a result
	answered bool // that result, or an error, is on the stream
}

// WriteHeader decides whether the answer is a stream.
func (w *held) WriteHeader(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begin(status)
}

func (w *held) begin(status int) {
	if w.status != 0 {
		return
	}
	w.status = status
	if w.stream = w.is("text/event-stream"); w.stream {
		w.Header().Set("X-Accel-Buffering", "no") // nginx holds answers back otherwise
		w.ResponseWriter.WriteHeader(status)
		w.limit(0) // the answer's own
	}
}

// Write holds the body of anything but a stream.
func (w *held) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begin(http.StatusOK)
	if w.stream {
		w.answered = w.answered || bytes.Contains(p, []byte("data: "+head))
		w.limit(eventTimeout)
		defer w.limit(0)
		return w.ResponseWriter.Write(p)
	}
	return w.body.Write(p)
}

// FlushError flushes a stream.
func (w *held) FlushError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.stream {
		return nil
	}
	w.limit(eventTimeout)
	defer w.limit(0)
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// keepAlive writes a comment in each pause, until ctx is done. Where the client
// has gone unseen, as one that sent a further request before, the writing fails,
// and with it ends the request.
func (w *held) keepAlive(ctx context.Context) {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			w.comment()
		case <-ctx.Done():
			return
		}
	}
}

func (w *held) comment() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.stream || w.answered {
		return
	}
	w.limit(eventTimeout)
	defer w.limit(0)
	_, _ = w.ResponseWriter.Write([]byte(":\n\n"))
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

// limit bounds the writing from now on; zero lifts the bound.
func (w *held) limit(d time.Duration) {
	var deadline time.Time
	if d > 0 {
		deadline = time.Now().Add(d)
	}
	// A connection without deadlines is none of http.Server's.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(deadline)
}

// Unwrap leads [http.ResponseController] to the connection's deadlines.
func (w *held) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// release sends what was held.
func (w *held) release(id jsontext.Value) {
	w.WriteHeader(http.StatusOK)
	if w.stream {
		w.limit(eventTimeout) // also for what http.Server writes at the end
		w.conclude(id)
		return
	}
	if err := w.unfit(); err != nil {
		WriteError(w.ResponseWriter, w.status, id, err)
		return
	}
	w.ResponseWriter.WriteHeader(w.status)
	_, _ = w.ResponseWriter.Write(w.body.Bytes()) // a client that has gone needs no answer
}

// conclude ends the stream of a subscriber with the result that go-sdk leaves out
// when the server closes the session.
func (w *held) conclude(id jsontext.Value) {
	if !w.listens || w.answered {
		return
	}
	event := append([]byte("event: message\ndata: "+head), id...)
	event = append(event, mid+`{"_meta":{"io.modelcontextprotocol/subscriptionId":`...)
	event = append(event, id...)
	event = append(event, `},"resultType":"complete"}`+tail+"\n\n"...)
	_, _ = w.ResponseWriter.Write(event) // a client that has gone needs no answer
}

// unfit is the error to send in place of an answer that cannot be sent.
func (w *held) unfit() *Error {
	if w.status >= http.StatusBadRequest && w.is("text/plain") {
		return InvalidRequest(strings.TrimSpace(w.body.String()))
	}
	if !bytes.Contains(w.body.Bytes(), []byte("unmarshal")) {
		return nil
	}
	var answer struct {
		Error *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	err := json.Unmarshal(w.body.Bytes(), &answer)
	if err == nil && answer.Error != nil && strings.Contains(answer.Error.Message, "unmarshal") {
		return InvalidParams("a member of params has the wrong type")
	}
	return nil
}

func (w *held) is(media string) bool {
	return strings.HasPrefix(w.Header().Get("Content-Type"), media)
}
