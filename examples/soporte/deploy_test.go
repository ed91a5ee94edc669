package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
)

const publicHost = "herramientas.example.com"

// The program as the Dockerfile builds it, with the arguments and the environment of
// the unit, behind nginx with the configuration beside them: it is well, wants its
// token, takes a new one from the file while it serves, and ends in time.
func TestDeployment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	unit, bin := unitFile(t), builtByDockerfile(t, dir)
	checkUnit(t, dir, bin)

	tokens := filepath.Join(dir, "tokens")
	replaceFile(t, tokens, "gateway:"+testToken)
	args := strings.Fields(unit["ExecStart"])[1:]
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, strings.Fields(strings.ReplaceAll(strings.Join(args, " "), ":8080", ":0"))...)
	cmd.Env = strings.Fields(strings.ReplaceAll(unit["Environment"], "/etc/soporte/tokens", tokens))
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	addr, _ := waitServing(t, lines)
	log := make(chan []byte)
	go func() {
		rest, _ := io.ReadAll(lines)
		log <- rest
	}()

	front := behindNginx(t, dir, addr)
	for _, path := range []string{asixto.HealthPath, asixto.ReadyPath} {
		if got := front.status(t, http.MethodGet, path, ""); got != http.StatusOK {
			t.Errorf("%s: %d, want 200", path, got)
		}
	}
	asixtotest.Through(t, front, "/mcp", testToken).Contract(t, asixtotest.ReadsOnly())

	replaceFile(t, tokens, "gateway:tk-nuevo")
	waitFor(t, "the new token", func() bool { return front.status(t, http.MethodPost, "/mcp", "tk-nuevo") != http.StatusUnauthorized })
	if got := front.status(t, http.MethodPost, "/mcp", testToken); got != http.StatusUnauthorized {
		t.Errorf("with the token that was replaced: %d, want 401", got)
	}

	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest := <-log
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v, want exit 0; log:\n%s", err, rest)
	}
	if bytes.Contains(rest, []byte("tk-nuevo")) {
		t.Error("the log holds the token")
	}
	told := regexp.MustCompile(`grace=(\S+)`).FindSubmatch(rest)
	if told == nil {
		t.Fatalf("the log does not tell the grace:\n%s", rest)
	}
	grace, err := time.ParseDuration(string(told[1]))
	stop, other := time.ParseDuration(unit["TimeoutStopSec"] + "s")
	if err != nil || other != nil || stop < grace+5*time.Second {
		t.Errorf("the unit kills after %v, and calls have %v to end: want five seconds more", stop, grace)
	}
}

// A file of tokens that is not there opens nothing.
func TestTokensFileMustBeThere(t *testing.T) {
	t.Setenv("ASIXTO_TOKENS_FILE", filepath.Join(t.TempDir(), "tokens"))
	if err := run(t.Context(), "127.0.0.1:0", false, false); err == nil {
		t.Error("the program serves without its tokens")
	}
}

// unitFile is the unit's settings; Environment, of which there are several, is joined.
func unitFile(t *testing.T) map[string]string {
	t.Helper()
	settings := map[string]string{}
	for line := range strings.Lines(readFile(t, "deploy/soporte.service")) {
		name, value, found := strings.Cut(strings.TrimSpace(line), "=")
		if found && !strings.HasPrefix(line, "#") {
			settings[name] = strings.TrimSpace(settings[name] + " " + value)
		}
	}
	return settings
}

// checkUnit asks systemd, where it is, about the unit.
func checkUnit(t *testing.T, dir, bin string) {
	t.Helper()
	systemd, err := exec.LookPath("systemd-analyze")
	if err != nil {
		return
	}
	file := filepath.Join(dir, "soporte.service")
	replaceFile(t, file, strings.Replace(readFile(t, "deploy/soporte.service"), "/usr/local/bin/soporte", bin, 1))
	if out, err := exec.CommandContext(t.Context(), systemd, "verify", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}

// builtByDockerfile runs the command by which the image gets its program.
func builtByDockerfile(t *testing.T, dir string) string {
	t.Helper()
	file := readFile(t, "deploy/Dockerfile")
	run := regexp.MustCompile(`(?m)^RUN (.*go build.*)$`).FindStringSubmatch(file)
	const out = "/out/soporte"
	if run == nil || !strings.Contains(file, "COPY --from=build "+out+" /soporte\n") || !strings.Contains(file, `ENTRYPOINT ["/soporte", `) {
		t.Fatalf("the Dockerfile does not build %s, copy it and start it", out)
	}
	bin := filepath.Join(dir, "soporte")
	cmd := exec.CommandContext(t.Context(), "sh", "-c", strings.Replace(run[1], out, bin, 1))
	cmd.Dir = "../.."
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", run[1], err, said)
	}
	return bin
}

// front is what stands before the program, and hands requests on to it.
type front struct {
	*httputil.ReverseProxy

	base *url.URL
}

func newFront(t *testing.T, base url.URL, transport *http.Transport) *front {
	t.Helper()
	t.Cleanup(transport.CloseIdleConnections)
	return &front{base: &base, ReverseProxy: &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(&base) },
		Transport: transport,
	}}
}

// status is that of the answer to a request without a call in it.
func (f *front) status(t *testing.T, method, path, token string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, f.base.JoinPath(path).String(), strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := f.Transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}

// behindNginx starts nginx before a server, and asks it by the public name. Where
// there is none, which CI does not let pass, the server itself is asked.
func behindNginx(t *testing.T, dir, upstream string) *front {
	t.Helper()
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Log("there is no nginx; the server is asked without it")
		return newFront(t, url.URL{Scheme: "http", Host: upstream}, &http.Transport{})
	}
	trusted, listen := certify(t, dir), freeAddress(t)
	conf := []string{"-p", dir, "-c", nginxConf(t, dir, upstream, listen), "-e", "stderr"}
	if out, err := exec.CommandContext(t.Context(), nginx, append(conf, "-t")...).CombinedOutput(); err != nil {
		t.Fatalf("nginx -t: %v\n%s", err, out)
	}
	cmd := exec.Command(nginx, conf...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil || t.Failed() {
			t.Logf("nginx: %v\n%s", err, said.String())
		}
	})
	var dialer net.Dialer
	waitFor(t, "nginx", func() bool {
		conn, err := dialer.DialContext(t.Context(), "tcp", listen)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return newFront(t, url.URL{Scheme: "https", Host: publicHost}, &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, listen)
		},
	})
}

// nginxConf writes a configuration around that of the site, with the places of the test.
func nginxConf(t *testing.T, dir, upstream, listen string) string {
	t.Helper()
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	site := strings.NewReplacer("127.0.0.1:8080", upstream, "listen 443", "listen "+listen, "/etc/nginx/tls/", dir+"/").
		Replace(readFile(t, "deploy/nginx.conf"))
	replaceFile(t, filepath.Join(dir, "site.conf"), site)
	main := filepath.Join(dir, "nginx.conf")
	replaceFile(t, main, strings.NewReplacer("{user}", me.Username, "{dir}", dir).Replace(`
daemon off; user {user}; pid {dir}/nginx.pid; error_log stderr warn; worker_processes 1;
events { worker_connections 64; }
http {
    access_log off;
    client_body_temp_path {dir}/body; proxy_temp_path {dir}/proxy;
    fastcgi_temp_path {dir}/fastcgi; uwsgi_temp_path {dir}/uwsgi; scgi_temp_path {dir}/scgi;
    include {dir}/site.conf;
}
`))
	return main
}

// certify writes a certificate of the public name that signed itself.
func certify(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{publicHost}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	encoded := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})
	replaceFile(t, filepath.Join(dir, publicHost+".pem"), string(encoded))
	replaceFile(t, filepath.Join(dir, publicHost+".key"), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(encoded)
	return pool
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// replaceFile puts a file in the place of another at once, as an operator should.
func replaceFile(t *testing.T, name, text string) {
	t.Helper()
	next := name + ".next"
	if err := os.WriteFile(next, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, name); err != nil {
		t.Fatal(err)
	}
}

// waitFor asks until something has happened.
func waitFor(t *testing.T, what string, happened func() bool) {
	t.Helper()
	end := time.NewTimer(20 * time.Second)
	defer end.Stop()
	every := time.NewTicker(50 * time.Millisecond)
	defer every.Stop()
	for !happened() {
		select {
		case <-every.C:
		case <-end.C:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
