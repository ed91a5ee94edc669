package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// A scenario is a call that is sent again and again.
type scenario struct {
	name   string
	method string
	tool   string // empty for tools/list
	params string // JSON members before _meta
	key    func(run string, conn, n int) string
	want   string // what a good answer contains
	same   bool   // every answer is the same
	peers  []string
}

const (
	openCase = `"name":"abrir_caso_soporte","arguments":{"documento":"CC1032456789","tipo":"falla",` +
		`"descripcion":"No funciona el internet desde ayer","prioridad":null},`
	lookUp = `"name":"consultar_cliente","arguments":{"documento":"CC1032456789"},`
)

func scenarios() []scenario {
	everybody := []string{peerThis, peerGoSDK, peerTypeScript, peerBare}
	fresh := func(run string, conn, n int) string { return run + "-" + strconv.Itoa(conn) + "-" + strconv.Itoa(n) }
	one := func(run string, _, _ int) string { return run }
	none := func(string, int, int) string { return "" }
	write := scenario{
		name: "write", method: "tools/call", tool: "abrir_caso_soporte", params: openCase, key: fresh, want: `"radicado"`, peers: everybody,
	}
	replay := write
	replay.name, replay.key, replay.same = "replay", one, true
	return []scenario{
		write,
		replay,
		{
			name: "read", method: "tools/call", tool: "consultar_cliente", params: lookUp, key: none, want: `"nombre"`,
			same: true, peers: everybody,
		},
		{name: "list", method: "tools/list", key: none, want: `"inputSchema"`, same: true, peers: everybody[:3]},
	}
}

// requests gives the bytes of each request of a run.
func (s scenario) requests(addr, token, run string) func(conn, n int) []byte {
	head := "POST /mcp HTTP/1.1\r\nHost: " + addr + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" +
		"Mcp-Protocol-Version: 2026-07-28\r\nMcp-Method: " + s.method + "\r\n"
	if s.tool != "" {
		head += "Mcp-Name: " + s.tool + "\r\n"
	}
	head += "Authorization: Bearer " + token + "\r\nContent-Length: "
	before := `{"jsonrpc":"2.0","id":"1","method":"` + s.method + `","params":{` + s.params +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"load","version":"1"},`
	const after = `"com.asixto/conversationId":"cnv_1","com.asixto/requestId":"req_1","com.asixto/channel":"chat",` +
		`"com.asixto/companyId":"cmp_1","com.asixto/priceListId":null,"com.asixto/currency":"COP","com.asixto/timezone":"America/Bogota"}}}`
	return func(conn, n int) []byte {
		key := s.key(run, conn, n)
		if key != "" {
			key = `"com.asixto/idempotencyKey":"` + key + `",`
		}
		b := make([]byte, 0, 2<<10)
		b = append(b, head...)
		b = strconv.AppendInt(b, int64(len(before)+len(key)+len(after)), 10)
		b = append(b, "\r\n\r\n"...)
		b = append(b, before...)
		b = append(b, key...)
		return append(b, after...)
	}
}

// probe sends one request and checks the answer, so that no fast error counts as
// a result.
func (s scenario) probe(ctx context.Context, addr string, request []byte) (answer []byte, err error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return nil, err
	}
	if _, err := conn.Write(request); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	status, err := readAnswer(bufio.NewReader(conn), &body)
	switch {
	case err != nil:
		return nil, err
	case status != http.StatusOK || !bytes.Contains(body.Bytes(), []byte(s.want)) || bytes.Contains(body.Bytes(), []byte(`"isError":true`)):
		return nil, fmt.Errorf("%s at %s: no good answer: status %d, %.300s", s.name, addr, status, body.Bytes())
	}
	return body.Bytes(), nil
}

// measure drives one server between two checked calls.
func (s scenario) measure(ctx context.Context, addr, token string, connections int, d time.Duration) (measure, error) {
	run := strconv.FormatInt(time.Now().UnixNano(), 36)
	next := s.requests(addr, token, run)
	first, err := s.probe(ctx, addr, next(connections, 0))
	if err != nil {
		return measure{}, err
	}
	m, err := drive(ctx, addr, connections, d, next)
	if err != nil {
		return measure{}, err
	}
	last, err := s.probe(ctx, addr, next(connections, 1))
	if err != nil {
		return measure{}, err
	}
	if s.same && !bytes.Equal(first, last) {
		return measure{}, fmt.Errorf("%s at %s: the last answer is not the first: %.300s, %.300s", s.name, addr, first, last)
	}
	return m, nil
}
