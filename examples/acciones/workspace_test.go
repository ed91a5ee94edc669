package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/idem"
)

// childEnv makes the test binary be the program itself.
const childEnv = "ACCIONES_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		main()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// A clock stands still until it is moved.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

const (
	adminToken = "tk-reviewer-9"
	agentToken = "tk-agent-1"
)

var providerKey = []byte("the provider signs with this key")

// A workspace is a running server, the backend behind it, a clock, and the
// listener on which people decide.
type workspace struct {
	*backend

	clock           *clock
	url, adminURL   string
	client          *http.Client
	agent, executor *caller
	store           idem.Store
}

// newWorkspace serves a fresh backend to three clients: agente, otro and
// maetra-executor. capabilities is as the flag has it.
func newWorkspace(t *testing.T, capabilities string) *workspace {
	t.Helper()
	w := &workspace{clock: &clock{now: time.Date(2026, time.May, 4, 14, 0, 0, 0, time.UTC)}, store: idem.NewMemory(nil)}
	enabled, err := parseCapabilities(capabilities)
	if err != nil {
		t.Fatal(err)
	}
	w.backend = newBackend(&backendOptions{
		Now: w.clock.Now, Key: []byte("a key that tests sign with, 32 b"), ProviderKey: providerKey, Capabilities: enabled,
	})
	w.serve(t)
	w.agent, w.executor = w.as(t, agentToken), w.as(t, "tk-executor-3")
	return w
}

func (w *workspace) serve(t *testing.T) {
	t.Helper()
	keys, err := idem.New(w.store, nil)
	if err != nil {
		t.Fatal(err)
	}
	srv, err := newServer(w.backend, keys, &asixto.ServerOptions{Store: w.store, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := asixto.Tokens("agente:" + agentToken + ",otro:tk-other-2,maetra-executor:tk-executor-3")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	if err := srv.Mount(mux, "/mcp", &asixto.HandlerOptions{Verifier: verifier}); err != nil {
		t.Fatal(err)
	}
	ts, admin := httptest.NewServer(mux), httptest.NewServer(adminHandler(w.backend, adminToken))
	t.Cleanup(ts.Close)
	t.Cleanup(admin.Close)
	w.url, w.adminURL, w.client = ts.URL+"/mcp", admin.URL, ts.Client()
}

// as is the client of a token, with an access.
func (w *workspace) as(t *testing.T, token string) *caller {
	t.Helper()
	c := &caller{url: w.url, token: token, client: w.client}
	c.access = ok[GetMCPAccessOut](t, c, getMCPAccess, nil).Token
	return c
}

// admin asks the admin listener and returns the status and the body.
func (w *workspace) admin(t *testing.T, method, path, token string) (status int, body string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, w.adminURL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := w.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(raw)
}

// decides lets a person decide: approve, reject or revoke.
func (w *workspace) decides(t *testing.T, verb, checkpoint string) {
	t.Helper()
	if status, body := w.admin(t, http.MethodPost, "/checkpoints/"+checkpoint+"/"+verb, adminToken); status != http.StatusOK {
		t.Fatalf("%s: %d %s", verb, status, body)
	}
}

// The arguments of one action, a refund, at each control. Each may be changed by
// the test that uses it.
var (
	refund  = args{"charge": "ch_1", "amount": 4590000}
	theTask = args{
		"session_ref": "ses-1", "objective": "Devolver el cobro repetido", "idempotency_key": "tarea-1",
		"confirmation_capable": true, "effect_reporting_capable": true,
	}
	theCheck = args{
		"session_ref": "ses-1", "action": "Devolver el cobro ch_1", "external_action_id": "act-1", "effect": "TRANSFER",
		"effects": []string{"Se devuelve el cobro"}, "claimed_relationship": "DIRECT", "reversible": false, "provenance": "HOST_VERIFIED",
	}
	theScan    = args{"content": `{"amount": 4590000, "charge": "ch_1"}`, "scan_type": "tool_call", "tool_name": "refunds.create"}
	theRequest = args{
		"action": "refunds.create", "payload": refund, "target": args{"provider": "pagos", "account": "acc-7"},
		"runtime": args{"tool": "refunds", "version": "2.1"}, "context": "Cobro repetido", "reasoning": "El extracto lo muestra dos veces",
		"autonomy_level": "L2",
	}
	theOrder = args{"idempotency_key": "orden-1", "provider": "pagos", "operation": "refunds.create", "request": refund}
	theTry   = args{"attempt_number": 1, "request": refund, "status": "succeeded", "started_at": "2026-05-04T09:00:00-05:00"}
	theState = args{
		"observation": args{"charge": "ch_1", "state": "refunded"}, "observed_at": "2026-05-04T14:00:00Z", "verification_method": "self_reported",
	}
)

// aligned takes an action up to Task Guard's consent.
func (w *workspace) aligned(t *testing.T) (authorization args, check string) {
	t.Helper()
	task := ok[StartTaskOut](t, w.agent, startTask, theTask).Task
	checked := ok[AlignmentOut](t, w.agent, checkTaskAlignment, theCheck)
	if checked.Verdict != aligned {
		t.Fatalf("%+v, want ALIGNED", checked)
	}
	return args{"task_id": task.ID, "revision_id": task.RevisionID, "external_action_id": checked.ExternalActionID}, checked.CheckID
}

// asked takes an action up to the question for a person.
func (w *workspace) asked(t *testing.T) (checkpoint, check string) {
	t.Helper()
	authorization, check := w.aligned(t)
	ok[CheckActionOut](t, w.agent, checkAction, theScan)
	out := ok[CheckpointOut](t, w.agent, requestApproval, theRequest.with(args{"task_authorization": authorization}))
	if out.Status != statusPending {
		t.Fatalf("%+v, want pending", out)
	}
	return out.CheckpointID, check
}

// approved takes an action up to a person's consent.
func (w *workspace) approved(t *testing.T) (checkpoint, check string) {
	t.Helper()
	checkpoint, check = w.asked(t)
	w.decides(t, "approve", checkpoint)
	return checkpoint, check
}

// authorised takes an action up to the provider's door.
func (w *workspace) authorised(t *testing.T) (execution, check string) {
	t.Helper()
	checkpoint, check := w.approved(t)
	return ok[AuthorizeExecutionOut](t, w.executor, authorizeExecution, theOrder.with(args{"checkpoint_id": checkpoint})).ExecutionID, check
}

// attempted takes an action past the provider.
func (w *workspace) attempted(t *testing.T) (execution, check string) {
	t.Helper()
	execution, check = w.authorised(t)
	ok[RecordExecutionAttemptOut](t, w.executor, recordExecutionAttempt, theTry.with(args{"execution_id": execution}))
	return execution, check
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// The admin listener takes its own token, knows no tool, and tells what it cannot do.
func TestAdminListener(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	id, _ := w.asked(t)
	for _, token := range []string{"", agentToken} {
		if status, _ := w.admin(t, http.MethodPost, "/checkpoints/"+id+"/approve", token); status != http.StatusUnauthorized {
			t.Errorf("token %q: %d, want 401", token, status)
		}
	}
	if status, body := w.admin(t, http.MethodGet, "/checkpoints", adminToken); status != http.StatusOK || !strings.Contains(body, "Cobro repetido") ||
		!strings.Contains(body, "El extracto lo muestra dos veces") || !strings.Contains(body, `"amount":4590000`) {
		t.Errorf("a reviewer sees %d %s", status, body)
	}
	if status, _ := w.admin(t, http.MethodPost, "/checkpoints/ctl-9/approve", adminToken); status != http.StatusNotFound {
		t.Errorf("unknown: %d, want 404", status)
	}
	if status, _ := w.admin(t, http.MethodPost, "/checkpoints/"+id+"/revoke", adminToken); status != http.StatusConflict {
		t.Errorf("revoke what is pending: %d, want 409", status)
	}
	w.decides(t, "reject", id)
	if status, _ := w.admin(t, http.MethodPost, "/checkpoints/"+id+"/approve", adminToken); status != http.StatusConflict {
		t.Errorf("approve what is rejected: %d, want 409", status)
	}
	if status, _ := w.admin(t, http.MethodPost, "/mcp", adminToken); status != http.StatusNotFound {
		t.Errorf("a tool on the admin listener: %d, want 404", status)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, strings.TrimSuffix(w.url, "/mcp")+"/checkpoints/"+id+"/approve", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+adminToken)
	res, err := w.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("a decision on the tools' listener: %d, want 404", res.StatusCode)
	}
}

// The journal keeps what no rule looks at, and no access.
func TestJournal(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "")
	w.aligned(t)
	ok[AlignmentOut](t, w.agent, checkTaskAlignment, theCheck.with(args{"rationale": "lo pidió el cliente", "estimated_cost": 12.5}))
	status, body := w.admin(t, http.MethodGet, "/journal", adminToken)
	for _, want := range []string{`"rationale":"lo pidió el cliente"`, `"estimated_cost":12.5`, `"client":"agente"`, `"tool":"start_task"`} {
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%d, no %s in %s", status, want, body)
		}
	}
	if strings.Contains(body, "mcp_access_token") || strings.Contains(body, w.agent.access) {
		t.Error("the journal holds an access")
	}
}

// Nobody decides where there is no token for it; otherwise the listener ends with
// its context.
func TestServeAdmin(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"", adminToken} {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- serveAdmin(ctx, "127.0.0.1:0", token, newBackend(&backendOptions{Key: providerKey})) }()
		cancel()
		if err := <-done; err != nil && !strings.Contains(err.Error(), "cancel") {
			t.Errorf("token %q: %v", token, err)
		}
	}
	if err := serveAdmin(t.Context(), "256.0.0.1:1", adminToken, nil); err == nil {
		t.Error("an address that is none was listened on")
	}
}
