package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestRendered(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/whole":
			_, _ = w.Write([]byte(`<a id="pkg-overview"></a><h4 id="F"></h4><h4 id="T.M"></h4>`))
		case "/bare":
			_, _ = w.Write([]byte(`<h4 id="F"></h4>`))
		default:
			w.WriteHeader(http.StatusFailedDependency)
		}
	}))
	t.Cleanup(srv.Close)
	tests := []struct{ path, names, want string }{
		{"/whole", "F T.M", ""},
		{"/whole", "F G T.M T.N", "the page does not show G, T.N"},
		{"/bare", "F", "the page has no overview"},
		{"/none", "F", "the page has status 424"},
	}
	for _, tt := range tests {
		got := ""
		if err := rendered(t.Context(), srv.URL+tt.path, strings.Fields(tt.names)); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s with %s: %q, want %q", tt.path, tt.names, got, tt.want)
		}
	}
}

func TestRunTellsWhyItDoesNotStart(t *testing.T) {
	t.Parallel()
	if err := run(t.Context(), "./no-such-program", "../..", nil); err == nil || !strings.Contains(err.Error(), "starting it") {
		t.Errorf("error %v", err)
	}
}
