package asixto

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/asixto/go-sdk/idem"
)

// A ledger is a store of keys whose transactions add rows to it: all of them at
// the commit, together with the key.
type ledger struct {
	*idem.Memory
	mu   sync.Mutex
	rows []string
}

func newLedger() *ledger { return &ledger{Memory: idem.NewMemory(nil)} }

type ledgerTx struct {
	ledger *ledger
	claim  idem.Claim
	rows   []string
}

type ledgerKey struct{}

func (l *ledger) Begin(ctx context.Context, c idem.Claim) (context.Context, idem.Tx, error) {
	tx := &ledgerTx{ledger: l, claim: c}
	return context.WithValue(ctx, ledgerKey{}, tx), tx, nil
}

func (tx *ledgerTx) Commit(ctx context.Context, r idem.Result) error {
	tx.ledger.mu.Lock()
	defer tx.ledger.mu.Unlock()
	err := tx.ledger.Complete(ctx, tx.claim, r)
	if err == nil {
		tx.ledger.rows = append(tx.ledger.rows, tx.rows...)
	}
	return err
}

func (tx *ledgerTx) Rollback(context.Context) error { return nil }
func (tx *ledgerTx) Exclusive() bool                { return false }

// write is a handler whose effect is a row; it fails after it for one text.
func (l *ledger) write(ctx context.Context, in echoIn) (echoOut, error) {
	tx, ok := ctx.Value(ledgerKey{}).(*ledgerTx)
	if !ok {
		return echoOut{}, errors.New("the context carries no transaction")
	}
	tx.rows = append(tx.rows, in.Texto)
	if in.Texto == "falla" {
		return echoOut{}, errors.New("the rest of the work failed")
	}
	return echoOut{in.Texto}, nil
}

func (l *ledger) has(t *testing.T, when, want string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if got := strings.Join(l.rows, " "); got != want {
		t.Errorf("%s the rows are %q, want %q", when, got, want)
	}
}

func TestEffectAndKeyCommitTogether(t *testing.T) {
	t.Parallel()
	l := newLedger()
	s := testServer(t, &ServerOptions{Store: l})
	tool := echoTool("guardar_texto", Write)
	tool.InTx = true
	mustAdd(t, s, tool, l.write)
	h := handlerOf(t, s, nil)
	call := func(texto, key string) *reply {
		md := metaOf(nil)
		if key != "" {
			md = withKey(key)
		}
		return callTool(t, h, tool.Name, map[string]any{"texto": texto}, md)
	}

	if got := call("falla", "k1"); !got.Result.IsError {
		t.Errorf("a handler that fails: %s", got.Body)
	}
	l.has(t, "after a failure", "")
	for _, when := range []string{"the first call", "its replay"} {
		if got := call("uno", "k2"); got.Result.IsError {
			t.Errorf("%s: %s", when, got.Body)
		}
		l.has(t, "after "+when, "uno")
	}
	if got := call("dos", ""); got.Result.IsError {
		t.Errorf("a call without a key: %s", got.Body)
	}
	l.has(t, "after a call without a key", "uno dos")
}

func TestInTxWhereItCannotBe(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		store  idem.Store
		access Access
		want   string
	}{
		"a store without transactions": {idem.NewMemory(nil), Write, "InTx needs a store that shares a database"},
		"no keys at all":               {idem.Disabled, Write, "InTx needs a store that shares a database"},
		"a read":                       {newLedger(), Read, "drop InTx"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := NewServer("prueba", "1.0.0", &ServerOptions{Store: tt.store})
			tool := echoTool("guardar_texto", tt.access)
			tool.InTx = true
			if err := AddTool(s, tool, echo); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("AddTool: %v, want an error with %q", err, tt.want)
			}
		})
	}
}
