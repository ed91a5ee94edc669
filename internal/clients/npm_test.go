//go:build clients

package clients

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

const npmProject = "testdata/npm"

// installed installs the pinned npm packages, unless they are there; their install scripts are not run.
var installed = sync.OnceValue(func() error {
	stamp := filepath.Join(npmProject, "node_modules", ".installed")
	lock, err := os.ReadFile(filepath.Join(npmProject, "package-lock.json"))
	if err != nil {
		return err
	}
	if done, err := os.ReadFile(stamp); err == nil && bytes.Equal(done, lock) {
		return nil
	}
	cmd := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = npmProject
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	return os.WriteFile(stamp, lock, 0o644)
})

// node is the Node.js that npm brought, newer than a machine's may be; where there is none for the platform, the machine's.
func node(t *testing.T) string {
	t.Helper()
	if err := installed(); err != nil {
		t.Fatal(err)
	}
	arch := strings.NewReplacer("amd64", "x64").Replace(runtime.GOARCH)
	bin, err := filepath.Abs(filepath.Join(npmProject, "node_modules", "node-"+runtime.GOOS+"-"+arch, "bin", "node"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(bin); err != nil {
		return "node"
	}
	return bin
}

// script runs a script of the npm project and returns what it wrote on standard output.
func script(t *testing.T, stdin []byte, args ...string) ([]byte, error) {
	t.Helper()
	cmd := exec.CommandContext(limited(t), node(t), args...)
	cmd.Dir = npmProject
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "NO_COLOR=1")
	cmd.Stdin = bytes.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return stdout.Bytes(), fmt.Errorf("%s: %w\n%s%s", strings.Join(args, " "), err, stdout.Bytes(), stderr.Bytes())
	}
	return stdout.Bytes(), nil
}
