//go:build clients

package clients

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const publicHost = "herramientas.example.com"

// behindNginx puts nginx in front of a server and returns a client of the public name, which trusts its certificate.
func behindNginx(t *testing.T, upstream string) *http.Client {
	t.Helper()
	dir, listen := t.TempDir(), freeAddress(t)
	trusted := certify(t, dir)
	conf, err := os.ReadFile(filepath.Join("testdata", "nginx.conf"))
	if err != nil {
		t.Fatal(err)
	}
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	filled := strings.NewReplacer("{user}", me.Username, "{dir}", dir, "{upstream}", upstream, "{listen}", listen, "{host}", publicHost).Replace(string(conf))
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(filled), 0o600); err != nil {
		t.Fatal(err)
	}
	log := &lines{}
	cmd := exec.Command("nginx", "-p", dir, "-c", filepath.Join(dir, "nginx.conf"), "-e", "stderr")
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	dialer := &net.Dialer{}
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, listen)
		},
	}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		stop(t, cmd, ended, log)
	})
	wait(t, "nginx listens", func() bool {
		conn, err := dialer.DialContext(t.Context(), "tcp", listen)
		if err == nil {
			err = conn.Close()
		}
		return err == nil
	}, log)
	return &http.Client{Transport: transport}
}

// certify writes a certificate of the public name that signed itself.
func certify(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{publicHost},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	encodedCert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})
	for name, data := range map[string][]byte{
		"cert.pem": encodedCert,
		"key.pem":  pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(encodedCert)
	return pool
}

func throughProxy(client *http.Client) gateway {
	return gateway{client: client, url: "https://" + publicHost + "/mcp"}
}

// The Gateway's own requests and a whole client, under the public name.
func TestProxy(t *testing.T) {
	t.Parallel()
	client := behindNginx(t, soporte(t, "ASIXTO_HOSTS="+publicHost))
	g := throughProxy(client)
	anonymous := g
	anonymous.noAuth = true
	if got := anonymous.send(t, "tools/list", nil); got.status != 401 || !strings.HasPrefix(got.header.Get("WWW-Authenticate"), "Bearer") {
		t.Errorf("without a token: %d %v", got.status, got.header)
	}
	if got := g.send(t, "server/discover", nil); got.status != 200 || !bytes.Contains(got.body, []byte(modern)) {
		t.Errorf("server/discover: %d %s", got.status, got.body)
	}
	args := map[string]any{"documento": "CC1032456789", "tipo": "cobro", "descripcion": "Me cobraron dos veces este mes."}
	first, again := g.call(t, "abrir_caso_soporte", args, "p-1"), g.call(t, "abrir_caso_soporte", args, "p-1")
	if first.status != 200 || !bytes.Contains(first.body, []byte("SOP-1001")) || !bytes.Equal(first.body, again.body) {
		t.Errorf("%d %s, and the same key again %d %s", first.status, first.body, again.status, again.body)
	}
	for _, version := range []string{modern, older} {
		client := behindNginx(t, soporte(t, "ASIXTO_HOSTS="+publicHost))
		plan := newTour(g.url, version)
		plan.client = client
		judge(t, plan, goSDKOver(t, plan, client.Transport))
	}
}

func TestProxyWithoutPublicHosts(t *testing.T) {
	t.Parallel()
	got := throughProxy(behindNginx(t, soporte(t))).send(t, "tools/list", nil)
	var refusal struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(got.body, &refusal); err != nil || got.status != 403 || !strings.Contains(refusal.Error.Message, "HandlerOptions.PublicHosts") {
		t.Errorf("%d %s, want 403 and what to set", got.status, got.body)
	}
}

// One connection on each side of nginx serves many calls.
func TestProxyKeepsConnections(t *testing.T) {
	t.Parallel()
	relay := newRelay(t, soporte(t, "ASIXTO_HOSTS="+publicHost))
	g := throughProxy(behindNginx(t, relay.addr))
	const calls = 50
	opened := 0
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
		if !info.Reused {
			opened++
		}
	}})
	g.ctx = ctx
	for range calls {
		if got := g.call(t, "consultar_cliente", map[string]any{"documento": "CC1032456789"}, ""); got.status != 200 {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	if behind := relay.accepted.Load(); opened != 1 || behind != 1 {
		t.Errorf("%d calls took %d connections to nginx and %d behind it, want one each", calls, opened, behind)
	}
}

// A body below the server's limit passes; one above it is refused by the server, in JSON-RPC.
func TestProxyLargeBodies(t *testing.T) {
	t.Parallel()
	g := throughProxy(behindNginx(t, soporte(t, "ASIXTO_HOSTS="+publicHost)))
	args := func(size int) map[string]any {
		return map[string]any{"documento": "CC1032456789", "sobra": strings.Repeat("x", size)}
	}
	for _, c := range []struct {
		size, status int
		says         string
	}{
		{3 << 20, 200, "VALIDATION"},
		{5 << 20, 413, "-32600"},
	} {
		for range 5 {
			if got := g.call(t, "consultar_cliente", args(c.size), ""); got.status != c.status || !bytes.Contains(got.body, []byte(c.says)) {
				t.Errorf("%d bytes: %d %.200s, want %d with %s", c.size, got.status, got.body, c.status, c.says)
			}
		}
	}
}

// A subscriber hears at once that it is one, and of each change, though nginx holds answers back where nobody says not to.
func TestProxyStreams(t *testing.T) {
	t.Parallel()
	g := throughProxy(behindNginx(t, serveWith(t, built(t, ".", "./conformance"), []string{"-hosts", publicHost})))
	var hangUp context.CancelFunc
	g.ctx, hangUp = context.WithTimeout(t.Context(), time.Minute) // nginx would wait longer
	defer hangUp()
	res := g.open(t, "subscriptions/listen", map[string]any{"notifications": map[string]any{"toolsListChanged": true}}) //nolint:bodyclose // closed in the next line
	defer res.Body.Close()
	if kind := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
		t.Fatalf("%d %s", res.StatusCode, kind)
	}
	heard := make(chan string)
	go func() {
		defer close(heard)
		for scanner := bufio.NewScanner(res.Body); scanner.Scan(); {
			if data, ok := strings.CutPrefix(scanner.Text(), "data: "); ok {
				heard <- data
			}
		}
	}()
	var methods []string
	next := func() {
		t.Helper()
		select {
		case data, open := <-heard:
			if !open {
				t.Fatalf("the stream ended after %v", methods)
			}
			var message struct {
				Method string `json:"method"`
			}
			if err := json.Unmarshal([]byte(data), &message); err != nil {
				t.Fatalf("%v in %q", err, data)
			}
			methods = append(methods, message.Method)
		case <-time.After(10 * time.Second):
			t.Fatalf("nothing was heard for 10 s after %v", methods)
		}
	}
	next()
	for range 3 {
		if got := g.call(t, "test_trigger_tool_change", map[string]any{}, ""); got.status != 200 {
			t.Fatalf("%d %s", got.status, got.body)
		}
		next()
	}
	const changed = "notifications/tools/list_changed"
	if diff := cmp.Diff([]string{"notifications/subscriptions/acknowledged", changed, changed, changed}, methods); diff != "" {
		t.Errorf("(-want +heard):\n%s", diff)
	}
}
