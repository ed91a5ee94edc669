//go:build clients

package clients

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// A relay stands between two programs and counts the connections from one to the other.
type relay struct {
	addr     string
	accepted atomic.Int64
}

func newRelay(t *testing.T, upstream string) *relay {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{addr: l.Addr().String()}
	var running sync.WaitGroup
	t.Cleanup(func() {
		_ = l.Close()
		running.Wait()
	})
	running.Go(func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", upstream)
			if err != nil {
				_ = from.Close()
				continue
			}
			r.accepted.Add(1)
			running.Go(func() { pipe(from, to) })
		}
	})
	return r
}

// pipe passes bytes on until either side has ended.
func pipe(a, b net.Conn) {
	ended := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
		go func() {
			_, _ = io.Copy(way[0], way[1])
			ended <- struct{}{}
		}()
	}
	<-ended
	_, _ = a.Close(), b.Close()
	<-ended
}
