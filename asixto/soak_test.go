package asixto

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asixto/go-sdk/idem"
)

var soakTime = flag.Duration("soak", time.Second, "how long TestSoak loads a server with each kind of call")

const (
	soakClients = 16
	// What reads and replays may add: buffers and connections at their largest.
	soakSlack = 4 << 20
	// What a stored key may take: 240 bytes of the store's own, and soak's key and
	// record.
	soakKeyBytes = 240 + 80
)

// TestSoak loads a server on a socket and weighs the heap: reads and replays
// leave nothing behind, a write what its key costs. It runs alone, as other
// tests would be weighed too.
func TestSoak(t *testing.T) { //nolint:paralleltest // see above
	// Room for the keys of a long soak: at its limit the store would rightly refuse.
	s := testServer(t, &ServerOptions{Store: idem.NewMemory(&idem.MemoryOptions{MaxKeys: 20_000_000, MaxBytes: 8 << 30})})
	answer := func(_ context.Context, in echoIn) (echoOut, error) { return echoOut{in.Texto}, nil }
	mustAdd(t, s, echoTool("leer_texto", Read), answer)
	mustAdd(t, s, echoTool("crear_texto", Write), answer)
	addr, stop := serving(t, s)
	next := func(tool string, key func(n int64) string) func(n int64) string {
		head, tail, _ := strings.Cut(callBody(t, tool, map[string]any{"texto": "hola"}, withKey("KEY")), "KEY")
		return func(n int64) string { return head + key(n) + tail }
	}
	fresh := func(n int64) string { return "k" + strconv.FormatInt(n, 10) }
	same := func(int64) string { return "same" }
	for _, load := range []struct {
		name, tool string
		body       func(n int64) string
		perCall    int64
	}{
		{"reads", "leer_texto", next("leer_texto", same), 0},
		{"replays", "crear_texto", next("crear_texto", same), 0},
		{"writes", "crear_texto", next("crear_texto", fresh), soakKeyBytes},
	} {
		var calls atomic.Int64
		soak(t, addr, load.tool, load.body, &calls, *soakTime/4)
		before, warm := heap(), calls.Load()
		soak(t, addr, load.tool, load.body, &calls, *soakTime)
		grown, made := heap()-before, calls.Load()-warm
		t.Logf("%s: %d calls, heap %+d bytes", load.name, made, grown)
		if most := soakSlack + load.perCall*made; grown > most {
			t.Errorf("%s: %d calls left %d bytes, at most %d are theirs", load.name, made, grown, most)
		}
		if made == 0 {
			t.Errorf("%s: no call was answered", load.name)
		}
	}
	if err := stop(); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

func heap() int64 {
	http.DefaultClient.CloseIdleConnections()
	for range 2 { // the second frees what the first one finalised
		runtime.GC() //nolint:revive // the heap is weighed
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func soak(t *testing.T, addr, tool string, body func(n int64) string, calls *atomic.Int64, d time.Duration) {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: soakClients}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	end := time.Now().Add(d)
	var clients sync.WaitGroup
	for range soakClients {
		clients.Go(func() {
			for time.Now().Before(end) && !t.Failed() {
				if err := soakCall(t.Context(), client, addr, tool, body(calls.Add(1))); err != nil {
					t.Errorf("%s: %v", tool, err)
				}
			}
		})
	}
	clients.Wait()
}

func soakCall(ctx context.Context, client *http.Client, addr, tool, body string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+"/mcp", strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Mcp-Method", "tools/call")
	r.Header.Set("Mcp-Name", tool)
	res, err := client.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return expectEcho(res)
}

func expectEcho(res *http.Response) error {
	answer, err := io.ReadAll(res.Body)
	if err == nil && (res.StatusCode != http.StatusOK || !strings.Contains(string(answer), `"structuredContent":{"texto":"hola"}`)) {
		err = fmt.Errorf("status %d: %s", res.StatusCode, answer)
	}
	return err
}
