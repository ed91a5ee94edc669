package asixto

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// makePair makes a pair that signs itself, for 127.0.0.1.
func makePair(t *testing.T, name string) (cert, key []byte) {
	t.Helper()
	return makePairFrom(t, name, time.Now().Add(-time.Hour))
}

// makePairFrom makes one that is valid for two hours.
func makePairFrom(t *testing.T, name string, begin time.Time) (cert, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: begin, NotAfter: begin.Add(2 * time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8})
}

// serveFor runs Serve until the test ends and returns where.
func serveFor(t *testing.T, s *Server, lines *syncBuffer, opts *ServeOptions) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, "127.0.0.1:0", opts) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return waitForAddress(t, lines)
}

// handshake connects and returns the certificate's name and the protocol.
func handshake(t *testing.T, addr string, config *tls.Config) (name, proto string, err error) {
	t.Helper()
	config.InsecureSkipVerify = true
	d := tls.Dialer{Config: config}
	conn, err := d.DialContext(t.Context(), "tcp", addr)
	if err != nil {
		return "", "", err
	}
	defer func() { _ = conn.Close() }()
	state := conn.(*tls.Conn).ConnectionState()
	return state.PeerCertificates[0].Subject.CommonName, state.NegotiatedProtocol, nil
}

func TestServeTLSFromFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
	put := func(path string, content []byte) {
		t.Helper()
		next := path + ".next"
		if err := errors.Join(os.WriteFile(next, content, 0o600), os.Rename(next, path)); err != nil {
			t.Fatal(err)
		}
	}
	cert, key := makePair(t, "primero")
	put(certFile, cert)
	put(keyFile, key)
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log})
	mustAdd(t, s, echoTool("consultar_texto", Read), echo)
	addr := serveFor(t, s, lines, &ServeOptions{CertFile: certFile, KeyFile: keyFile})

	if name, proto, err := handshake(t, addr, &tls.Config{NextProtos: []string{"h2", "http/1.1"}}); name != "primero" || proto != "h2" || err != nil {
		t.Errorf("certificate %q, protocol %q, %v", name, proto, err)
	}
	if _, _, err := handshake(t, addr, &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	for _, http2 := range []bool{true, false} {
		protocols := new(http.Protocols)
		protocols.SetHTTP1(!http2)
		protocols.SetHTTP2(http2)
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(cert)
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, Protocols: protocols}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+addr+"/mcp", strings.NewReader(listBody))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		res, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK || res.ProtoMajor == 2 != http2 {
			t.Errorf("status %d over %s", res.StatusCode, res.Proto)
		}
		transport.CloseIdleConnections()
	}

	cert, key = makePair(t, "segundo")
	put(certFile, cert) // the key follows later: the pair does not belong together meanwhile
	waitFor(t, func() bool { return strings.Contains(lines.String(), "stays in force") }, func() {
		if name, _, err := handshake(t, addr, &tls.Config{}); name != "primero" || err != nil {
			t.Errorf("half replaced: certificate %q, %v", name, err)
		}
	})
	put(keyFile, key)
	var name string
	waitFor(t, func() bool { return name == "segundo" }, func() {
		var err error
		if name, _, err = handshake(t, addr, &tls.Config{}); err != nil {
			t.Errorf("replaced: %v", err)
		}
	})
	if n := strings.Count(lines.String(), `msg="loaded anew"`); n != 1 || strings.Contains(lines.String(), "PRIVATE") {
		t.Errorf("log:\n%s", lines)
	}

	// One that has expired takes nothing from one that has not.
	cert, key = makePairFrom(t, "vencido", time.Now().Add(-3*time.Hour))
	put(certFile, cert)
	put(keyFile, key)
	waitFor(t, func() bool { return strings.Contains(lines.String(), "it expired at") }, func() {
		if name, _, err := handshake(t, addr, &tls.Config{}); name != "segundo" || err != nil {
			t.Errorf("replaced by an expired one: certificate %q, %v", name, err)
		}
	})
}

// waitFor does something over and over until it has come true.
func waitFor(t *testing.T, ok func() bool, do func()) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	late := time.After(10 * time.Second)
	for {
		do()
		if ok() {
			return
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatal("it did not come true")
		}
	}
}

func TestServeTLSByAFunction(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	cert, key := makePair(t, "funcion")
	log, lines := logBuffer()
	opts := &ServeOptions{TLSConfig: &tls.Config{GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		asked.Add(1)
		pair, err := tls.X509KeyPair(cert, key)
		return &pair, err
	}}}
	addr := serveFor(t, testServer(t, &ServerOptions{Logger: log}), lines, opts)
	if name, proto, err := handshake(t, addr, &tls.Config{NextProtos: []string{"h2"}}); name != "funcion" || proto != "h2" || err != nil {
		t.Errorf("certificate %q, protocol %q, %v", name, proto, err)
	}
	if _, _, err := handshake(t, addr, &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
	if asked.Load() == 0 || opts.TLSConfig.MinVersion != 0 {
		t.Errorf("asked %d times, the author's configuration was changed: %d", asked.Load(), opts.TLSConfig.MinVersion)
	}
}

func TestServeOptionsAreChecked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := makePair(t, "uno")
	_, other := makePair(t, "dos")
	past, pastKey := makePairFrom(t, "tres", time.Now().Add(-3*time.Hour))
	soon, soonKey := makePairFrom(t, "cuatro", time.Now().Add(time.Hour))
	for name, content := range map[string][]byte{
		"crt": cert, "key": key, "other": other, "text": []byte("hunter2"),
		"past": past, "past.key": pastKey, "soon": soon, "soon.key": soonKey,
	} {
		write(t, filepath.Join(dir, name), string(content))
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	for name, opts := range map[string]*ServeOptions{
		"a certificate alone":    {CertFile: file("crt")},
		"a key alone":            {KeyFile: file("key")},
		"no such file":           {CertFile: file("none"), KeyFile: file("key")},
		"no certificate inside":  {CertFile: file("text"), KeyFile: file("key")},
		"another key":            {CertFile: file("crt"), KeyFile: file("other")},
		"one that has expired":   {CertFile: file("past"), KeyFile: file("past.key")},
		"one of tomorrow":        {CertFile: file("soon"), KeyFile: file("soon.key")},
		"no certificate at all":  {TLSConfig: &tls.Config{}},
		"two certificates":       {CertFile: file("crt"), KeyFile: file("key"), TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}}},
		"an old version":         {TLSConfig: &tls.Config{MinVersion: tls.VersionTLS11, Certificates: []tls.Certificate{pair}}},
		"a negative read time":   {ReadTimeout: -1},
		"a negative header time": {ReadHeaderTimeout: -1},
		"a negative idle time":   {IdleTimeout: -1},
		"a negative grace":       {Grace: -1},
	} {
		err := testServer(t, nil).Serve(t.Context(), "127.0.0.1:0", opts)
		if err == nil || !strings.HasPrefix(err.Error(), "asixto: ") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A client that does not end its header is cut off, and so is one that rests.
func TestServeTimeouts(t *testing.T) {
	t.Parallel()
	log, lines := logBuffer()
	var opened atomic.Int64
	addr := serveFor(t, testServer(t, &ServerOptions{Logger: log}), lines, &ServeOptions{
		ReadHeaderTimeout: 50 * time.Millisecond, ReadTimeout: 100 * time.Millisecond, IdleTimeout: 50 * time.Millisecond,
		Listen: &net.ListenConfig{Control: func(string, string, syscall.RawConn) error { opened.Add(1); return nil }},
	})
	if opened.Load() != 1 {
		t.Errorf("the author's socket options were asked for %d times", opened.Load())
	}
	for name, sent := range map[string]string{
		"header": "POST /mcp HTTP/1.1\r\nHost: localhost\r\n",
		"body":   "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{",
		"idle":   "GET /salud HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte(sent)); err != nil {
			t.Fatal(err)
		}
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		buf := make([]byte, 4096)
		for err == nil {
			_, err = conn.Read(buf)
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: the connection is still open", name)
		}
		_ = conn.Close()
	}
}
