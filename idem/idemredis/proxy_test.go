package idemredis_test

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/asixto/go-sdk/idem/idemredis"
)

// verdict is what a proxy does with a request and its reply.
type verdict uint8

const (
	pass  verdict = iota
	fail          // the connection breaks before the server sees the request
	drop          // the server acts, and the connection breaks in place of the reply
	stall         // the server acts, and no reply ever comes
)

// proxy stands between clients and a server. It counts the round trips, and makes of each what its judge says.
type proxy struct {
	addr   string
	server string
	trips  atomic.Int64
	judge  atomic.Pointer[func(request []byte) verdict]
	broken func() // called before a connection breaks, if it is set

	mu     sync.Mutex
	closed bool
	conns  map[net.Conn]bool
	pumps  sync.WaitGroup
}

func startProxy(tb testing.TB, server string) *proxy {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	p := &proxy{addr: listener.Addr().String(), server: server, conns: map[net.Conn]bool{}}
	p.pumps.Go(func() { p.accept(listener) })
	tb.Cleanup(func() {
		closes(listener)
		p.cut()
		p.pumps.Wait()
	})
	return p
}

// judgeBy sets the judge, nil for one that lets everything pass.
func (p *proxy) judgeBy(judge func(request []byte) verdict) {
	if judge == nil {
		judge = func([]byte) verdict { return pass }
	}
	p.judge.Store(&judge)
}

// cut breaks all connections for good.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for conn := range p.conns {
		closes(conn)
	}
}

// keep remembers a connection, unless all are cut already.
func (p *proxy) keep(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		closes(conn)
		return false
	}
	p.conns[conn] = true
	return true
}

func (p *proxy) forget(conn net.Conn) {
	closes(conn)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, conn)
}

func (p *proxy) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.server)
		if err != nil {
			closes(client)
			continue
		}
		if l := (&link{proxy: p, client: client, server: server}); p.keep(client) && p.keep(server) {
			p.pumps.Go(l.up)
			p.pumps.Go(l.down)
		}
	}
}

// link is one connection through a proxy. Its client waits for each reply before it goes on.
type link struct {
	*proxy
	client, server net.Conn

	mu      sync.Mutex
	asked   bool
	verdict verdict
}

func (l *link) up() {
	defer l.forget(l.server)
	defer l.forget(l.client)
	buffer := make([]byte, 64<<10)
	for {
		n, err := l.client.Read(buffer)
		if err != nil {
			return
		}
		if l.begin(buffer[:n]) == fail {
			l.breaks()
			return
		}
		if _, err := l.server.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// begin judges a request by its first bytes.
func (l *link) begin(data []byte) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.asked {
		l.asked, l.verdict = true, pass
		l.trips.Add(1)
		if judge := l.judge.Load(); judge != nil {
			l.verdict = (*judge)(data)
		}
	}
	return l.verdict
}

func (l *link) down() {
	defer l.forget(l.server)
	defer l.forget(l.client)
	buffer := make([]byte, 64<<10)
	for {
		n, err := l.server.Read(buffer)
		if err != nil {
			return
		}
		v := l.end()
		if v == stall {
			continue
		}
		if v == drop {
			l.breaks()
			return
		}
		if _, err := l.client.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (l *link) breaks() {
	if l.broken != nil {
		l.broken()
	}
}

func (l *link) end() verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked = l.verdict == stall
	return l.verdict
}

// calls reports whether a request is that of a call of the store: "claim", "renew", "complete", "hold" or "release".
func calls(request []byte, name string) bool {
	return bytes.Contains(request, []byte(idemredis.Digest(name)))
}

// isCall reports whether a request is that of any call of the store.
func isCall(request []byte) bool {
	return bytes.Contains(request, []byte("evalsha\r\n")) || bytes.Contains(request, []byte("eval\r\n"))
}
