package asixtotest_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asixto/go-sdk/asixto"
	"github.com/asixto/go-sdk/asixto/asixtotest"
)

// update is what a test of an author may have.
var update = flag.Bool("update", false, "write the golden files anew")

// It sets a variable of the process, so it runs alone.
func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "testdata", "catalogue.json")
	c := newCourier()
	check := func(tb testing.TB) { asixtotest.Golden(tb, server(tb, c, nil), path) }
	mustFail(t, check, "does not exist", "UPDATE_GOLDEN=1")
	t.Setenv(asixtotest.UpdateVariable, "0")
	mustFail(t, check, "does not exist")
	t.Setenv(asixtotest.UpdateVariable, "1")
	mustPass(t, check)
	t.Setenv(asixtotest.UpdateVariable, "")
	mustPass(t, check)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	*update = true // as go test -update
	mustPass(t, check)
	*update = false
	mustPass(t, check)

	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var seen map[string]map[string]any
	if err := json.Unmarshal(raw, &seen); err != nil || seen["tools/list"]["tools"] == nil || seen["server/discover"]["capabilities"] == nil {
		t.Errorf("%v; the file holds\n%s", err, raw)
	}
	mustFail(t, func(tb testing.TB) {
		s := quiet(nil)
		changed := lookTool()
		changed.Verb = "consultar el estado de una recogida"
		if err := asixto.AddTool(s, changed, c.look); err != nil {
			tb.Fatal(err)
		}
		asixtotest.Golden(tb, s, path)
	}, "differs", "\n- ", "\n+ ", "consultar el estado de una recogida", "more lines")
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, raw) {
		t.Errorf("a comparison wrote the file, or %v", err)
	}
}

// A small change is shown as one.
func TestGoldenShowsTheLinesThatDiffer(t *testing.T) {
	t.Parallel()
	c := asixtotest.New(t, server(t, newCourier(), nil))
	conv := asixtotest.NewConversation(c)
	asixtotest.Call[consultaOut](t, conv, look, consultaIn{"123456"})
	asixtotest.Call[consultaOut](t, conv, look, consultaIn{"654321"})
	path := filepath.Join(t.TempDir(), "conv.txt")
	other := strings.Replace(conv.Transcript(), "123456", "123457", 1)
	if err := os.WriteFile(path, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	r := try(t, func(tb testing.TB) { conv.Golden(tb, path) })
	want := "line 1:\n- → consultar_recogida {\"guia\":\"123457\"}\n+ → consultar_recogida {\"guia\":\"123456\"}\n"
	if !r.failed || !strings.HasSuffix(r.said(), want) {
		t.Errorf("said\n%s\nwant the end\n%s", r.said(), want)
	}
}
