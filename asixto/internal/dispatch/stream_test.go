package dispatch

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A socket notes what is done to a connection, in its order.
type socket struct {
	*httptest.ResponseRecorder
	done []string
}

func (w *socket) SetWriteDeadline(t time.Time) error {
	if t.IsZero() {
		w.done = append(w.done, "lifted")
	} else {
		w.done = append(w.done, "limited")
	}
	return nil
}

func (w *socket) WriteHeader(status int) {
	w.done = append(w.done, "head")
	w.ResponseRecorder.WriteHeader(status)
}

func (w *socket) Write(p []byte) (int, error) {
	w.done = append(w.done, "write")
	return w.ResponseRecorder.Write(p)
}

func (w *socket) FlushError() error {
	w.done = append(w.done, "flush")
	return nil
}

// A stream lasts, but none of its events may wait for a client that does not read;
// any other answer has the time that the server around gives it.
func TestDeadlinesOfAStream(t *testing.T) {
	t.Parallel()
	const event = "event: message\ndata: {}\n\n"
	answer := func(media string, events int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", media)
			for range events {
				_, _ = io.WriteString(w, event)
				_ = http.NewResponseController(w).Flush()
			}
		}
	}
	for _, c := range []struct {
		name   string
		media  string
		events int
		want   []string
	}{
		{"an event", "text/event-stream", 1, []string{
			"head", "lifted", "limited", "write", "lifted", "limited", "flush", "lifted", "limited", "write",
		}},
		{"ended before its first event", "text/event-stream", 0, []string{"head", "lifted", "limited", "write"}},
		{"no stream", "application/json", 1, []string{"head", "write"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := &socket{ResponseRecorder: httptest.NewRecorder()}
			Handler(desk{}, answer(c.media, c.events), nil).ServeHTTP(w, post(t, message(methodListen, "")))
			if diff := cmp.Diff(c.want, w.done); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if ended := strings.Contains(w.Body.String(), `"resultType":"complete"`); ended != (c.media == "text/event-stream") {
				t.Errorf("body %s", w.Body)
			}
		})
	}
}

// Closing ends the streams of subscribers, and nothing else.
func TestClosingEndsStreams(t *testing.T) {
	t.Parallel()
	closing, closeAll := context.WithCancel(t.Context())
	entered := make(chan struct{}, 2)
	h := Handler(desk{}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entered <- struct{}{}
		<-r.Context().Done()
		w.WriteHeader(http.StatusAccepted)
	}), &Options{Closing: closing})
	ended := make(chan string, 2)
	ctx, leave := context.WithCancel(t.Context())
	for method, ctx := range map[string]context.Context{methodListen: t.Context(), "ping": ctx} {
		r := post(t, message(method, "")).WithContext(ctx)
		go func() {
			h.ServeHTTP(httptest.NewRecorder(), r)
			ended <- method
		}()
		<-entered
	}
	closeAll()
	if got := <-ended; got != methodListen {
		t.Errorf("%s ended", got)
	}
	select {
	case got := <-ended:
		t.Errorf("%s ended too", got)
	default:
	}
	leave()
	<-ended
}

// A stream lives by a comment in each pause; an answer that is none, and a stream
// that has ended, stay as they are.
func TestQuietStreams(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, method, media string
		beats               int
	}{
		{"a subscriber", methodListen, "text/event-stream", 4},
		{"a subscriber that is refused", methodListen, "application/json", 0},
		{"another method", "ping", "text/event-stream", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := httptest.NewRecorder()
				Handler(desk{}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", c.media)
					w.WriteHeader(http.StatusOK)
					time.Sleep(4*heartbeat + time.Second)
				}), nil).ServeHTTP(w, post(t, message(c.method, "")))
				before := w.Body.String()
				time.Sleep(heartbeat)
				if got := strings.Count(before, ":\n\n"); got != c.beats || w.Body.String() != before {
					t.Errorf("%d comments, want %d: %q", got, c.beats, w.Body)
				}
			})
		})
	}
}
