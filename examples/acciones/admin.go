package main

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// adminHandler is where people decide:
//
//	GET  /checkpoints                 what is asked, and how each was decided
//	POST /checkpoints/{id}/approve
//	POST /checkpoints/{id}/reject
//	POST /checkpoints/{id}/revoke
//	GET  /journal                     every write that succeeded
//
// It is no part of /mcp, so no tool reaches it, and it takes a token of its own,
// which no agent has.
func adminHandler(b *backend, token string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /checkpoints", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"checkpoints": b.questions()})
	})
	mux.HandleFunc("GET /journal", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{"journal": b.entries()})
	})
	for verb, decide := range map[string]func(string) error{"approve": b.approve, "reject": b.reject, "revoke": b.revoke} {
		mux.HandleFunc("POST /checkpoints/{id}/"+verb, func(w http.ResponseWriter, r *http.Request) {
			switch err := decide(r.PathValue("id")); {
			case errors.Is(err, errUnknown):
				writeJSON(w, http.StatusNotFound, map[string]any{"error": err.Error()})
			case errors.Is(err, errUndecided):
				writeJSON(w, http.StatusConflict, map[string]any{"error": err.Error()})
			case err != nil:
				slog.Error("a decision failed", "error", err)
				writeJSON(w, http.StatusInternalServerError, map[string]any{"error": "see the log"})
			default:
				writeJSON(w, http.StatusOK, map[string]any{"checkpoint_id": r.PathValue("id"), "done": verb})
			}
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := []byte(r.Header.Get("Authorization"))
		if subtle.ConstantTimeCompare(given, []byte("Bearer "+token)) != 1 {
			w.Header().Set("WWW-Authenticate", `Bearer realm="admin"`)
			writeJSON(w, http.StatusUnauthorized, map[string]any{"error": "the admin token is needed"})
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		slog.Warn("an answer to a reviewer was cut", "error", err)
	}
}

// serveAdmin serves adminHandler on addr until ctx is done. Without a token it
// listens nowhere: nobody decides, rather than everybody.
func serveAdmin(ctx context.Context, addr, token string, b *backend) error {
	if token == "" {
		slog.Warn("ACCIONES_ADMIN_TOKEN is empty, so nobody can approve, reject or revoke")
		<-ctx.Done()
		return nil
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("acciones: admin listener: %w", err)
	}
	hs := &http.Server{
		Handler: adminHandler(b, token), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second,
	}
	slog.Info("deciding", "admin", ln.Addr().String())
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if hs.Shutdown(grace) != nil {
			_ = hs.Close()
		}
	})
	defer stop()
	if err := hs.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("acciones: admin listener: %w", err)
	}
	return nil
}
