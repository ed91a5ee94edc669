package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A measure is what one server did under one load.
type measure struct {
	rate float64       // answers per second
	p50  time.Duration // of the time from the request's first byte to the answer's last
	p99  time.Duration
	bad  int // answers with a status other than 200
}

// drive sends requests over so many connections, each waiting for its answer
// before it sends the next, for the given time. next gives the bytes of the n-th
// request; it is called by all connections at once.
func drive(ctx context.Context, addr string, connections int, d time.Duration, next func(conn, n int) []byte) (measure, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	start := time.Now()
	clients := make([]client, connections)
	var running sync.WaitGroup
	for i := range clients {
		running.Go(func() { clients[i].err = clients[i].run(ctx, addr, func(n int) []byte { return next(i, n) }) })
	}
	running.Wait()
	elapsed := time.Since(start)

	var all []time.Duration
	var failed error
	m := measure{}
	for _, c := range clients {
		all = append(all, c.times...)
		m.bad += c.bad
		failed = errors.Join(failed, c.err)
	}
	if failed != nil {
		return measure{}, failed
	}
	if len(all) == 0 {
		return measure{}, fmt.Errorf("%s gave no answer within %v", addr, d)
	}
	slices.Sort(all)
	m.rate = float64(len(all)) / elapsed.Seconds()
	m.p50, m.p99 = all[len(all)/2], all[len(all)*99/100]
	return m, nil
}

// A client is one connection. It reads no more of an answer than it has to: what
// it costs is taken from the server on the same machine.
type client struct {
	times []time.Duration
	bad   int
	err   error
}

func (c *client) run(ctx context.Context, addr string, next func(n int) []byte) error {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("connecting to %s: %w", addr, err)
	}
	defer func() { _ = conn.Close() }()
	r := bufio.NewReaderSize(conn, 64<<10)
	for n := 0; ctx.Err() == nil; n++ {
		begin := time.Now()
		if _, err := conn.Write(next(n)); err != nil {
			return fmt.Errorf("sending to %s: %w", addr, err)
		}
		status, err := readAnswer(r, io.Discard)
		if err != nil {
			return fmt.Errorf("reading from %s: %w", addr, err)
		}
		c.times = append(c.times, time.Since(begin))
		if status != http.StatusOK {
			c.bad++
		}
	}
	return nil
}

// readAnswer reads one HTTP/1.1 answer and writes its body to body.
func readAnswer(r *bufio.Reader, body io.Writer) (status int, err error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	fields := bytes.Fields(line)
	if len(fields) < 2 || !bytes.Equal(fields[0], []byte("HTTP/1.1")) {
		return 0, fmt.Errorf("no status line: %.40q", line)
	}
	if status, err = strconv.Atoi(string(fields[1])); err != nil {
		return 0, fmt.Errorf("no status: %.40q", line)
	}
	length, chunked, err := readHeader(r)
	switch {
	case err != nil:
		return 0, err
	case chunked:
		return status, readChunks(r, body)
	default:
		_, err = io.CopyN(body, r, length)
		return status, err
	}
}

func readHeader(r *bufio.Reader) (length int64, chunked bool, err error) {
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return 0, false, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			return length, chunked, nil
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.ParseInt(string(value), 10, 64); err != nil {
				return 0, false, fmt.Errorf("no length: %.40q", line)
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = bytes.EqualFold(value, []byte("chunked"))
		}
	}
}

func readChunks(r *bufio.Reader, body io.Writer) error {
	if _, err := io.Copy(body, httputil.NewChunkedReader(r)); err != nil {
		return err
	}
	_, err := r.ReadSlice('\n') // the empty line after the last chunk
	return err
}
