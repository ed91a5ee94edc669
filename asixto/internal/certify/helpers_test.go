package certify

import (
	"context"
	"io"
	"log"
	"net"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// dialTo reaches addr under whatever name.
func dialTo(dial func(context.Context, string, string) (net.Conn, error), addr string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, _ string) (net.Conn, error) { return dial(ctx, network, addr) }
}

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
