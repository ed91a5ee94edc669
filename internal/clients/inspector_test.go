//go:build clients

package clients

import (
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// hidden stands for an error that the Inspector does not show.
var hidden = outcome{IsError: true}

const inspectorCLI = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"

// inspector runs the Inspector's command line once for each step: every call is a connection of its own. It does not say
// which revision was spoken; the era it is told to speak has no way out into the other.
//
// In the era where tools have an outputSchema it holds errors to it too, and shows nothing but that they do not fit. The
// contract wants an error as structured content, which the other clients do not hold to the schema.
func inspector(t *testing.T, plan tour) report {
	t.Helper()
	era := "legacy"
	if plan.Version == modern {
		era = "modern"
	}
	run := func(args ...string) ([]byte, error) {
		t.Helper()
		return script(t, nil, append([]string{
			inspectorCLI, "--cli", "--server-url", plan.URL, "--transport", "http", "--protocol-era", era,
			"--header", "Authorization: Bearer " + plan.Token, "--format", "json", "--quiet", "--stored-auth-only",
			"--connect-timeout", "60000",
		}, args...)...)
	}
	var list struct {
		Tools []struct{ Name string }
	}
	seen := report{Version: plan.Version}
	out, err := run("--method", "tools/list", "--strict") // fails where a schema is not portable
	if err != nil {
		t.Fatal(err)
	}
	inspected(t, out, err, &list)
	for _, tool := range list.Tools {
		seen.Tools = append(seen.Tools, tool.Name)
	}
	for _, c := range plan.Calls {
		args := []string{"--method", "tools/call", "--tool-name", c.Name, "--tool-args-json", string(encoded(t, c.Arguments))}
		for key, value := range c.Meta {
			args = append(args, "--tool-metadata", key+"="+value.(string))
		}
		out, err := run(args...)
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) { // it exits with a failure where the tool refused
			t.Fatal(err)
		}
		if err != nil && strings.Contains(err.Error(), "data must have required property") {
			seen.Calls = append(seen.Calls, hidden)
			continue
		}
		var res struct {
			IsError           bool
			StructuredContent any
			Content           []struct{ Text string }
		}
		inspected(t, out, err, &res)
		if len(res.Content) != 1 {
			t.Fatalf("%s: %v\n%s", c.Name, err, out)
		}
		seen.Calls = append(seen.Calls, outcome{res.IsError, res.StructuredContent, res.Content[0].Text})
	}
	if _, err := run("--method", "tools/call", "--tool-name", "no_existe"); err != nil {
		seen.Unknown = err.Error()
	}
	return seen
}

// inspected reads a result, which the Inspector puts into an envelope or not.
func inspected(t *testing.T, out []byte, exit error, into any) {
	t.Helper()
	var envelope struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(out, &envelope); err != nil {
		t.Fatalf("%v in %q, after %v", err, out, exit)
	}
	if envelope.Result != nil {
		out = envelope.Result
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatalf("%v in %q, after %v", err, out, exit)
	}
}
