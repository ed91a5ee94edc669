package asixtotest

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
)

// Tool returns a client of a server that has one tool alone, so that a tool can
// be tested which no server offers. It fails tb for every violation of the
// contract, and shows the server's log where the test fails. A tool whose
// arguments come from the answers of another (from=tool.field) needs that one
// beside it: add both to a server of the test, and give that to [New].
func Tool[In, Out any](
	tb testing.TB, tool asixto.Tool, h func(ctx context.Context, in In) (Out, error), opts ...asixto.ToolOption[In, Out],
) *Client {
	tb.Helper()
	log := new(serverLog)
	srv := asixto.NewServer("prueba", "1.0.0", &asixto.ServerOptions{
		Store:       idem.NewMemory(nil),
		Development: true,
		Logger:      slog.New(slog.NewTextHandler(log, nil)),
	})
	if err := asixto.AddTool(srv, tool, h, opts...); err != nil {
		tb.Fatalf("asixtotest: the tool is refused:\n%v", err)
	}
	tb.Cleanup(func() {
		if tb.Failed() {
			tb.Logf("asixtotest: the log of the server:\n%s", log)
		}
	})
	endpoint, token, err := guarded(srv)
	if err != nil {
		tb.Fatalf("asixtotest: the tool is refused%s:\n%v", remedy(err), err)
	}
	return Through(tb, endpoint, "/mcp", token)
}

// remedy says what to do about the one rule that a tool alone cannot keep.
func remedy(err error) string {
	refused, ok := errors.AsType[*asixto.RegistrationError](err)
	if ok && slices.ContainsFunc(refused.Violations, func(v asixto.Violation) bool { return v.Rule == "from-resolves" }) {
		return ", since it takes values from another's answers: add both to a server of the test, and give that to New"
	}
	return ""
}

// serverLog is written by goroutines while a test reads.
type serverLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write adds to the log.
func (l *serverLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String is the log so far.
func (l *serverLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
