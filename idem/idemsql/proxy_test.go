package idemsql

import (
	"bufio"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"testing"
)

// proxy stands between a store and its server. It knows enough of the protocol to count what is asked, and to lose a request or a
// whole reply; a connection ends with what is lost on it.
type proxy struct {
	wire     wire
	target   string
	listener net.Listener

	mu       sync.Mutex
	down     bool
	conns    map[net.Conn]bool
	asked    int // requests so far, those of new connections apart
	requests plan
	replies  plan
	oneOf    int // so many replies one is lost, on the average; 0 for none
}

// plan lets some pass and loses one.
type plan struct {
	armed bool
	pass  int
}

func (p *plan) loses() bool {
	if !p.armed {
		return false
	}
	p.pass--
	p.armed = p.pass >= 0
	return !p.armed
}

// wire is a server's protocol.
type wire struct {
	frame func(r *bufio.Reader, first bool) ([]byte, error) // of a client
	asks  func(frame []byte) bool                           // whether a client's frame awaits a reply
	reply func(r *bufio.Reader, first bool) ([]byte, error) // everything up to the end of one
}

var wires = map[Dialect]wire{
	PostgreSQL: {
		frame: postgresFrame,
		asks:  func(frame []byte) bool { return frame[0] == 'Q' || frame[0] == 'S' },
		reply: func(r *bufio.Reader, _ bool) (all []byte, err error) {
			for {
				frame, err := postgresFrame(r, false)
				if all = append(all, frame...); err != nil || frame[0] == 'Z' {
					return all, err
				}
			}
		},
	},
	MySQL: {
		frame: mysqlFrame,
		asks: func(frame []byte) bool {
			return frame[3] == 0 && frame[4] != mysqlQuit && frame[4] != mysqlCloseStatement
		},
		reply: mysqlFrame, // not the whole: only requests are lost here
	},
}

const mysqlQuit, mysqlCloseStatement = 0x01, 0x19

func postgresFrame(r *bufio.Reader, first bool) ([]byte, error) {
	head := make([]byte, 5)
	if first {
		head = head[:4] // it has no type
	}
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	body := make([]byte, binary.BigEndian.Uint32(head[len(head)-4:])-4)
	_, err := io.ReadFull(r, body)
	return slices.Concat(head, body), err
}

func mysqlFrame(r *bufio.Reader, _ bool) ([]byte, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	body := make([]byte, int(head[0])|int(head[1])<<8|int(head[2])<<16)
	_, err := io.ReadFull(r, body)
	return slices.Concat(head, body), err
}

// throughProxy returns a place that is reached through a proxy.
func (p place) throughProxy(tb testing.TB) (place, *proxy) {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	x := &proxy{wire: wires[p.Dialect], target: p.Addr, listener: l, conns: map[net.Conn]bool{}}
	var serving sync.WaitGroup
	serving.Go(x.serve)
	tb.Cleanup(func() {
		_ = l.Close()
		x.cut()
		serving.Wait()
	})
	p.Addr = l.Addr().String()
	return p, x
}

func (x *proxy) serve() {
	var group sync.WaitGroup
	defer group.Wait()
	for {
		client, err := x.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", x.target)
		if err != nil || !x.admit(client, server) {
			_ = client.Close()
			continue
		}
		group.Go(func() { x.pump(client, server, x.wire.frame, x.losesRequest) })
		group.Go(func() { x.pump(server, client, x.wire.reply, x.losesReply) })
	}
}

func (x *proxy) admit(conns ...net.Conn) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, c := range conns {
		if x.down {
			_ = c.Close()
		} else {
			x.conns[c] = true
		}
	}
	return !x.down
}

// pump carries frames from one end to the other, and closes both when one is lost or closes.
func (x *proxy) pump(from, to net.Conn, read func(*bufio.Reader, bool) ([]byte, error), loses func(frame []byte, first bool) bool) {
	defer x.forget(from, to)
	r := bufio.NewReader(from)
	for first := true; ; first = false {
		frame, err := read(r, first)
		if err != nil || loses(frame, first) {
			return
		}
		if _, err := to.Write(frame); err != nil {
			return
		}
	}
}

func (x *proxy) forget(conns ...net.Conn) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, c := range conns {
		delete(x.conns, c)
		_ = c.Close()
	}
}

func (x *proxy) losesRequest(frame []byte, first bool) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if first || !x.wire.asks(frame) {
		return false
	}
	x.asked++
	return x.requests.loses()
}

func (x *proxy) losesReply(_ []byte, first bool) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if first {
		return false
	}
	return x.oneOf > 0 && rand.N(x.oneOf) == 0 || x.replies.loses()
}

// loseRequest loses a request after some have passed; loseReply a reply, so that the server has done what was asked.
func (x *proxy) loseRequest(pass int) { x.plan(&x.requests, pass) }
func (x *proxy) loseReply(pass int)   { x.plan(&x.replies, pass) }

func (x *proxy) plan(p *plan, pass int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	*p = plan{true, pass}
}

// loseOneOf loses one of n replies from now on, on the average.
func (x *proxy) loseOneOf(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.oneOf = n
}

// cut ends all connections and lets no new ones through.
func (x *proxy) cut() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.down = true
	for c := range x.conns {
		_ = c.Close()
	}
}

func (x *proxy) mend() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.down = false
}

// count returns how many requests there were, those of new connections apart.
func (x *proxy) count() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.asked
}
