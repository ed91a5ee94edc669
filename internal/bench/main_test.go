package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := parse([]string{"-scenarios", "read", "-peers", "this,bare", "-rounds", "1", "-time", "1s", "-connections", "2"}, io.Discard)
	want := options{[]string{"read"}, []string{"this", "bare"}, 1, time.Second, 2}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(options{})); err != nil || diff != "" {
		t.Errorf("error %v, options (-want +got):\n%s", err, diff)
	}
	for _, bad := range [][]string{{"-rounds", "0"}, {"-time", "-1s"}, {"-connections", "0"}, {"more"}, {"-unknown"}} {
		if _, err := parse(bad, io.Discard); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	rows := []row{
		medians("this", []measure{
			{rate: 300, p50: time.Millisecond, p99: 3 * time.Millisecond},
			{rate: 100, p50: 2 * time.Millisecond, p99: 9 * time.Millisecond, bad: 1},
			{rate: 200, p50: 3 * time.Millisecond, p99: 6 * time.Millisecond, bad: 2},
		}),
		medians("bare", []measure{{rate: 400, p50: time.Millisecond, p99: 2 * time.Millisecond}}),
	}
	var out bytes.Buffer
	report(&out, "read", rows)
	want := `
**read**

| server | answers/s | p50 ms | p99 ms | not 200 | rate of this to it | p99 of this to its |
|---|---|---|---|---|---|---|
| this | 200 | 2.00 | 6.00 | 3 | | |
| bare | 400 | 1.00 | 2.00 | 0 | 0.50 | 3.00 |
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

// TestRun starts the Go servers and measures them for a moment. The TypeScript
// peer is tried by make load.
func TestRun(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	args := []string{"-peers", "this,go-sdk,bare", "-rounds", "1", "-time", "100ms", "-connections", "2"}
	if err := run(t.Context(), args, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, heading := range []string{"**write**", "**replay**", "**read**", "**list**"} {
		if !strings.Contains(out.String(), heading) {
			t.Errorf("no %s in\n%s", heading, out.String())
		}
	}
	if err := run(t.Context(), []string{"-peers", "nobody"}, io.Discard, io.Discard); err == nil {
		t.Error("a peer that is none was started")
	}
	if err := run(t.Context(), []string{"-peers", "bare", "-scenarios", "sing", "-time", "10ms"}, io.Discard, io.Discard); err == nil {
		t.Error("a scenario that is none was measured")
	}
}
