package dispatch

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A proxy that holds answers back is asked not to hold back a stream.
func TestStreamsAreNotHeldBack(t *testing.T) {
	t.Parallel()
	for media, want := range map[string]string{"text/event-stream": "no", "application/json": ""} {
		h := Handler(desk{}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", media)
			w.WriteHeader(http.StatusOK)
		}), nil)
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, post(t, message(methodListen, "")))
		if got := rec.Header().Get("X-Accel-Buffering"); got != want {
			t.Errorf("%s: X-Accel-Buffering %q, want %q", media, got, want)
		}
	}
}
