//go:build npm

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A server in TypeScript, on the SDK of that language, is examined like any
// other, and the faults seeded in it are found.
func TestTypeScriptServer(t *testing.T) {
	t.Parallel()
	const token, dir = "ts-token-12345678", "testdata/ts"
	install := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	server := exec.CommandContext(ctx, "node", "--import", "tsx", "server.ts", port)
	server.Dir, server.Env, server.Stderr = dir, append(os.Environ(), "TOKEN="+token), os.Stderr
	said, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = server.Wait() // it was killed
	})
	if line, err := bufio.NewReader(said).ReadString('\n'); err != nil {
		t.Fatalf("%q, %v", line, err)
	}
	got := asixto(t, map[string]string{tokenVariable: token}, "check", "--json", "--allow-writes", "http://127.0.0.1:"+port+"/mcp")
	var report struct {
		Findings []struct{ Rule, Tool, Field string }
	}
	if err := json.Unmarshal([]byte(got.out), &report); err != nil || got.code != exitFound {
		t.Fatalf("%v, %+v", err, got)
	}
	var found []string
	for _, f := range report.Findings {
		found = append(found, f.Rule+" "+f.Tool+" "+f.Field)
	}
	slices.Sort(found)
	want := []string{
		"arguments-error abrir_caso ", // as the SDK refuses them
		"arguments-error consultar_caso ",
		"capability-known abrir_caso ",
		"error-type consultar_caso ",
		"idempotent-same abrir_caso ",
		"optional-nullable abrir_caso prioridad",
		"text-max-length abrir_caso nota",
		"version-in-body  ", // as the SDK wants the header
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("faults found (-want +got):\n%s", diff)
	}
}
