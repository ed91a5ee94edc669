package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// The program serves the tools and the decisions at addresses of their own, and
// ends on SIGTERM with 0; its log holds no token.
func TestProgram(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-addr", "127.0.0.1:0", "-admin-addr", "127.0.0.1:0", "-capabilities", "agente=govern")
	cmd.Env = append(os.Environ(), childEnv+"=1", "ASIXTO_TOKENS=agente:"+agentToken, "ACCIONES_ADMIN_TOKEN="+adminToken,
		"ACCIONES_KEY="+strings.Repeat("ab", 32), "ACCIONES_PROVIDER_KEY="+strings.Repeat("cd", 32))
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	log := ""
	admin := waitFor(t, lines, &log, regexp.MustCompile(`admin=(\S+)`))
	addr := waitFor(t, lines, &log, regexp.MustCompile(`address=(127\S+)`))
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	w := &workspace{url: "http://" + addr + "/mcp", adminURL: "http://" + admin, client: client}
	agent := w.as(t, agentToken)
	id := ok[CheckpointOut](t, agent, requestApproval, theRequest).CheckpointID
	w.decides(t, "approve", id)
	if out := ok[CheckpointOut](t, agent, getApprovalStatus, args{"checkpoint_id": id}); out.Status != statusApproved {
		t.Errorf("%+v", out)
	}
	if n := len(agent.catalogue(t)); n != 7 {
		t.Errorf("%d tools, want the six of Govern and the access", n)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(lines)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v, want exit 0; log:\n%s%s", err, log, rest)
	}
	for _, secret := range []string{agentToken, adminToken, agent.access, strings.Repeat("ab", 32), strings.Repeat("cd", 32)} {
		if strings.Contains(log+string(rest), secret) {
			t.Error("the log holds a secret")
		}
	}
}

// waitFor reads on in the log until it says what is waited for, or has said so.
func waitFor(t *testing.T, lines *bufio.Reader, log *string, what *regexp.Regexp) string {
	t.Helper()
	for {
		if m := what.FindStringSubmatch(*log); m != nil {
			return m[1]
		}
		line, err := lines.ReadString('\n')
		*log += line
		if err != nil {
			t.Fatalf("the program ended: %v; log:\n%s", err, *log)
		}
	}
}

// What cannot be meant does not start, and the error shows no key.
func TestProgramRefusesBadSettings(t *testing.T) {
	for name, env := range map[string][2]string{
		"a short key": {"ACCIONES_KEY", "abcd"}, "no hexadecimal": {"ACCIONES_PROVIDER_KEY", strings.Repeat("zz", 32)}, "a bad token": {"ASIXTO_TOKENS", "agente:"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(env[0], env[1])
			if err := run(t.Context(), "127.0.0.1:0", "127.0.0.1:0", ""); err == nil || strings.Contains(err.Error(), env[1]) {
				t.Errorf("%v, want an error without the value", err)
			}
		})
	}
	t.Run("an agent that decides", func(t *testing.T) {
		t.Setenv("ASIXTO_TOKENS", "agente:"+agentToken)
		t.Setenv("ACCIONES_ADMIN_TOKEN", agentToken)
		if err := run(t.Context(), "127.0.0.1:0", "127.0.0.1:0", ""); err == nil || strings.Contains(err.Error(), agentToken) {
			t.Errorf("%v, want an error without the token", err)
		}
	})
	if err := run(t.Context(), "127.0.0.1:0", "127.0.0.1:0", "agente=todo"); err == nil {
		t.Error("an unknown capability is taken")
	}
}
