package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
)

var update = flag.Bool("update", false, "write the golden files and the tables of README.md anew")

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name string, got *txtar.Archive) {
	t.Helper()
	path := filepath.Join("testdata", name+".txtar")
	raw := txtar.Format(got)
	if *update {
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), string(raw)); diff != "" {
		t.Errorf("%s differs; run go test -update and look at the change (-want +got):\n%s", path, diff)
	}
}

// The catalogue as the Gateway gets it, and the rules of the contract that it
// lifts, with the reasons.
func TestGoldenCatalogue(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	var a txtar.Archive
	for _, method := range []string{"server/discover", "tools/list"} {
		raw, problem := w.agent.rpc(t, method, "-", map[string]any{"_meta": gatewayMeta(nil)})
		if problem != "" {
			t.Fatal(problem)
		}
		var b bytes.Buffer
		if err := json.Indent(&b, raw, "", "  "); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
		a.Files = append(a.Files, txtar.File{Name: method + ".json", Data: b.Bytes()})
	}
	a.Files = append(a.Files, txtar.File{Name: "exceptions.txt", Data: []byte(exceptions(t, w.agent.catalogue(t)))})
	golden(t, "catalogue", &a)
}

// notes is where a definition says what was lifted, and why.
type notes struct {
	Allow  map[string]string `json:"allow"`
	Input  map[string]note   `json:"input"`
	Output map[string]note   `json:"output"`
}

type note struct {
	Allow map[string]string `json:"allow"`
	Free  string            `json:"free"`
	From  string            `json:"from"`
}

// exceptions are the rules that the tools lift, one on each line.
func exceptions(t *testing.T, tools []definition) string {
	t.Helper()
	var lines []string
	for _, d := range tools {
		raw, err := json.Marshal(d.Meta["com.asixto.sdk/notes"])
		if err != nil {
			t.Fatal(err)
		}
		n := decode[notes](t, raw)
		lines = append(lines, lifted(d.Name, n.Allow)...)
		for side, fields := range map[string]map[string]note{"": n.Input, "answer": n.Output} {
			for field, f := range fields {
				at := strings.Join(strings.Fields(d.Name+" "+side+" "+field), " ")
				lines = append(lines, lifted(at, f.Allow)...)
				if f.Free != "" {
					lines = append(lines, at+": free: "+f.Free)
				}
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}

func lifted(at string, allow map[string]string) []string {
	var lines []string
	for id, reason := range maps.All(allow) {
		lines = append(lines, fmt.Sprintf("%s: %s: %s", at, id, reason))
	}
	return lines
}

// Nothing that certification would refuse, and of what it advises against only
// what the size and the freedom of this catalogue bring with them.
func TestNoViolations(t *testing.T) {
	t.Parallel()
	store := idem.NewMemory(nil)
	keys, err := idem.New(store, nil)
	if err != nil {
		t.Fatal(err)
	}
	srv, err := newServer(newBackend(&backendOptions{Key: providerKey}), keys, &asixto.ServerOptions{
		Store: store, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := srv.Handler(nil); err != nil {
		t.Fatal(err)
	}
	expected := map[string]string{
		"null-in-enum": "the contract's own spelling of what is optional",
		"free-object":  "each is tagged free, with its reason",
	}
	for _, v := range srv.Warnings() {
		if expected[v.Rule] == "" {
			t.Error(v)
		}
	}
}

// Identifiers and tokens that a tool takes say whose answer gives them.
func TestEveryIdentifierHasASource(t *testing.T) {
	t.Parallel()
	for _, d := range newWorkspace(t, "").agent.catalogue(t) {
		raw, err := json.Marshal(d.Meta["com.asixto.sdk/notes"])
		if err != nil {
			t.Fatal(err)
		}
		n := decode[notes](t, raw)
		for _, name := range d.Input.names("") {
			if _, required := d.Input.find(name); !required || !strings.HasSuffix(name, "_id") && !strings.HasSuffix(name, "_token") && name != "id" {
				continue
			}
			if note := n.Input[name]; note.From == "" && note.Allow["required-identifier"] == "" {
				t.Errorf("%s.%s comes from nowhere", d.Name, name)
			}
		}
	}
}

// What each tool is filed as.
func TestAccessLevels(t *testing.T) {
	t.Parallel()
	reads := []string{getMCPAccess, getTaskContext, listActiveRules, getApprovalStatus, listActivePolicies}
	for _, d := range newWorkspace(t, "").agent.catalogue(t) {
		want := map[string]any{
			"readOnlyHint": slices.Contains(reads, d.Name), "destructiveHint": d.Name == authorizeExecution, "idempotentHint": true,
		}
		for hint, value := range want {
			if d.Annotations[hint] != value {
				t.Errorf("%s: %s is %v, want %v", d.Name, hint, d.Annotations[hint], value)
			}
		}
	}
}

// Reads are never replayed, even under one key of the Gateway: a token and a
// status are as of now.
func TestReadsAreNotReplayed(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	id, _ := w.asked(t)
	key := map[string]any{"idempotencyKey": "una"}
	status := func() approvalStatus {
		return decode[CheckpointOut](t, w.agent.call(t, getApprovalStatus, args{"checkpoint_id": id}, key).Structured).Status
	}
	access := func() string {
		return decode[GetMCPAccessOut](t, w.agent.call(t, getMCPAccess, nil, key).Structured).Token
	}
	first := access()
	if got := status(); got != statusPending {
		t.Errorf("%s, want pending", got)
	}
	w.decides(t, "approve", id)
	w.clock.advance(time.Second)
	if got := status(); got != statusApproved {
		t.Errorf("%s, want approved", got)
	}
	if access() == first {
		t.Error("an access was replayed")
	}
}
