package certify

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// what differs from run to run.
var (
	unsteadyURL  = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	unsteadyTime = regexp.MustCompile(`\d+(\.\d+)? ms|(_ms": )[\d.]+|( time=")[\d.]+`)
	runs         = regexp.MustCompile(` {2,}T`)
)

func steady(report string) string {
	report = unsteadyURL.ReplaceAllString(report, "HOST")
	report = unsteadyTime.ReplaceAllString(report, "${2}${3}T")
	return runs.ReplaceAllString(report, "  T")
}

// reports are one examination in every form.
func reports(t *testing.T, r *Report) *txtar.Archive {
	t.Helper()
	var a txtar.Archive
	add := func(name string, write func(*bytes.Buffer) error) {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(steady(b.String()))})
	}
	add("es.txt", func(b *bytes.Buffer) error { return WriteText(b, r, "es") })
	add("en.txt", func(b *bytes.Buffer) error { return WriteText(b, r, "en") })
	add("report.json", func(b *bytes.Buffer) error { return WriteJSON(b, r) })
	add("report.xml", func(b *bytes.Buffer) error { return WriteJUnit(b, r, "es") })
	return &a
}

// broken is a station with faults of every kind of report.
func broken() *station {
	s := newStation()
	notes := `"_meta":{"com.asixto.sdk/notes":{"input":{"cita_id":{"allow":{"required-identifier":"el cliente lo lee de su recibo"}}}},`
	s.tools = func() []string {
		return []string{
			openTool, strings.Replace(searchTool, `"type":["integer","null"],"minimum"`, `"type":"integer","minimum"`, 1),
			strings.NewReplacer(`"radicado":{`, `"cita_id":{`, `["radicado"`, `["cita_id"`, `"_meta":{`, notes).Replace(cancelTool),
		}
	}
	s.answers["buscar_planes"] = func(visit) string { return success("Está en https://planes.example", plans) }
	s.discover = strings.Replace(s.discover, "Primero buscar_planes", "Primero buscar_nada", 1)
	s.open = true
	return s
}

// mute is a station that has nothing to say of itself.
func mute() *station {
	s := newStation()
	onMethod("server/discover", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") })(s)
	return s
}

func TestReports(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*station{"clean": newStation(), "broken": broken(), "stopped": mute()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := examined(t, s, func(o *Options) { o.AllowDestructive = false })
			golden := "testdata/" + name + ".txtar"
			got := txtar.Format(reports(t, r))
			if *update {
				if err := os.WriteFile(golden, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s differs; run go test -update and look at the change (-want +got):\n%s", golden, diff)
			}
		})
	}
}

// Reports for programs are well-formed whatever a server said.
func TestReportsOfOddTexts(t *testing.T) {
	t.Parallel()
	s := newStation()
	s.answers["buscar_planes"] = func(visit) string { return success("]]> <&\"' \u0000\x1b[31m \u202e https://x.example/<a>", plans) }
	s.discover = `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"\u001b[2J<x>","version":"\u0007"}}`
	r := examined(t, s, nil)
	var asJSON, asXML bytes.Buffer
	if err := WriteJSON(&asJSON, r); err != nil {
		t.Fatal(err)
	}
	if err := WriteJUnit(&asXML, r, "en"); err != nil {
		t.Fatal(err)
	}
	var any1 any
	if err := json.Unmarshal(asJSON.Bytes(), &any1); err != nil {
		t.Errorf("%v in %s", err, asJSON.String())
	}
	var suites struct{}
	if err := xml.Unmarshal(asXML.Bytes(), &suites); err != nil {
		t.Errorf("%v in %s", err, asXML.String())
	}
	if strings.ContainsAny(asJSON.String()+asXML.String(), "\x1b\x07") {
		t.Error("a control character of the server is in a report")
	}
}

// A station that answers as event streams, with notifications before, is as
// good as one that answers JSON.
func TestEventStreams(t *testing.T) {
	t.Parallel()
	s := newStation()
	s.wrap = streaming
	r := examined(t, s, func(o *Options) { o.Timeout = 20 * time.Second })
	if len(r.Findings) > 0 {
		t.Errorf("findings %v", r.Findings)
	}
}
