package asixto

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// slowClients are 2,000 connections that never get to an answer, of each kind a
// fifth: that say nothing, stop within the header, stop within the body, leave a
// half of the connection, and never read what they asked for.
const slowClients = 2000

func slowClient(addr string, kind int, body string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMcp-Method: tools/call\r\nMcp-Name: leer_texto\r\n"
	whole := fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(body), body)
	switch kind {
	case 0:
	case 1:
		_, err = io.WriteString(conn, head)
	case 2:
		_, err = io.WriteString(conn, whole[:len(whole)-10])
	case 3:
		_, err = io.WriteString(conn, whole[:len(whole)-10])
		if half, ok := conn.(*net.TCPConn); ok {
			err = errors.Join(err, half.CloseWrite())
		}
	default:
		_, err = io.WriteString(conn, strings.Repeat(whole, 4))
	}
	return conn, err
}

func TestSlowClientsDoNotStopAGoodOne(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, echoTool("leer_texto", Read), func(_ context.Context, in echoIn) (echoOut, error) { return echoOut{in.Texto}, nil })
	addr, stop := serving(t, s)
	body := callBody(t, "leer_texto", map[string]any{"texto": "hola"}, metaOf(nil))
	conns := make([]net.Conn, slowClients)
	for i := range conns {
		conn, err := slowClient(addr, i%5, body)
		if err != nil {
			t.Fatalf("slow client %d: %v", i, err)
		}
		conns[i] = conn
	}
	var clients sync.WaitGroup
	times := make([][]time.Duration, 4)
	for i := range times {
		clients.Go(func() {
			for range 250 {
				begin := time.Now()
				if err := goodCall(t.Context(), addr, body); err != nil {
					t.Errorf("a good call beside %d slow ones: %v", slowClients, err)
					return
				}
				times[i] = append(times[i], time.Since(begin))
			}
		})
	}
	clients.Wait()
	all := slices.Concat(times...)
	slices.Sort(all)
	if len(all) > 0 {
		t.Logf("%d calls, median %v, slowest %v", len(all), all[len(all)/2], all[len(all)-1])
	}
	for _, conn := range conns {
		_ = conn.Close()
	}
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// serving runs Serve on a free port until stop is called.
func serving(t *testing.T, s *Server) (addr string, stop func() error) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free := ln.Addr().String()
	_ = ln.Close()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, free, nil) }()
	for range 200 {
		conn, err := net.Dial("tcp", free)
		if err == nil {
			_ = conn.Close()
			break
		}
		<-time.After(10 * time.Millisecond)
	}
	return free, func() error { cancel(); return <-ended }
}

// goodCall makes one call on a connection of its own.
func goodCall(ctx context.Context, addr, body string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	return soakCall(ctx, client, addr, "leer_texto", body)
}
