package certify

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// each is a list of n texts made from their number.
func each(n int, format string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.ReplaceAll(format, "N", fmt.Sprint(i))
	}
	return strings.Join(all, ",")
}

// schemed is the search with another input schema, and with more in its _meta.
func schemed(input, notes string) string {
	from, to := strings.Index(searchTool, `"inputSchema":`)+len(`"inputSchema":`), strings.Index(searchTool, `"outputSchema"`)
	def := searchTool[:from] + input + "," + searchTool[to:]
	return strings.Replace(def, `"_meta":{`, `"_meta":{`+notes, 1)
}

// Whatever a definition makes the examiner compute, the time limit is kept, the
// report can be read, and memory is not filled.
//
//nolint:paralleltest,tparallel // it takes the processor from those that measure time
func TestDefinitionsThatCostMuch(t *testing.T) {
	closed := func(required, properties string) string {
		return `{"type":"object","additionalProperties":false,"required":[` + required + `],"properties":{` + properties + `}}`
	}
	const itself = `{"allOf":[{"$ref":"#"},{"type":"string"}]}`
	tests := map[string]struct {
		n           int // how many tools
		input, meta string
	}{
		"very many properties":     {1, closed(each(150_000, `"bN"`), each(150_000, `"aN":{}`)), ""},
		"many properties each":     {15, closed(each(9_000, `"bN"`), each(9_000, `"aN":{}`)), ""},
		"many notes":               {15, closed("", each(5_000, `"aN":{}`)), `"com.asixto.sdk/notes":{"input":{` + each(5_000, `"aN":{"from":"abrir_caso.x"}`) + `}},`},
		"references to themselves": {15, closed("", each(2_000, `"aN":{"anyOf":[`+itself+`,`+itself+`]}`)), ""},
		"long references":          {15, closed(`"a"`, `"a":{"anyOf":[`+each(500, `{"$ref":"#/`+strings.Repeat("x/", 200)+`N"}`)+`]}`), ""},
		"long texts":               {9, closed(each(3_000, `"aN"`), each(3_000, `"aN":{"type":"string","minLength":1e18,"maxLength":1e18}`)), ""},
		"costly patterns":          {9, closed(each(400, `"aN"`), each(400, `"aN":{"type":"string","minLength":9999,"maxLength":9999,"pattern":"`+strings.Repeat(`(x?y){0,499}`, 20)+`z"}`)), ""},
		"many names":               {200, closed("", each(900, `"aN":{}`)), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defs := make([]string, tt.n)
			for i := range defs {
				defs[i] = strings.Replace(schemed(tt.input, tt.meta), "buscar_planes", fmt.Sprintf("buscar_%d", i), 1)
			}
			s := newStation()
			s.tools = func() []string { return defs }
			// The slack is for the race detector and for a machine that is busy: what is
			// without a bound takes minutes.
			const limit, slack = 4 * time.Second, 15 * time.Second
			start := time.Now()
			r := examined(t, s, func(o *Options) { o.Timeout = limit })
			if took := time.Since(start); took > limit+slack {
				t.Errorf("took %v", took)
			}
			var report bytes.Buffer
			if err := WriteJSON(&report, r); err != nil {
				t.Fatal(err)
			}
			if r.Verdict == Certifiable || report.Len() > 16<<20 {
				t.Errorf("%s, a report of %d KiB", r.Verdict, report.Len()>>10)
			}
		})
	}
}

// Of one rule about one tool a report tells as much as somebody reads, and how
// much more there is.
func TestManyFindingsOfOneRule(t *testing.T) {
	t.Parallel()
	s := newStation()
	s.tools = func() []string {
		return []string{openTool, cancelTool, schemed(`{"type":"object","additionalProperties":false,"properties":{`+each(80, `"aN":{"type":"string","maxLength":9}`)+`}}`, "")}
	}
	s.answers["buscar_planes"] = func(visit) string { return success("Encontré el Plan 300.", plans) }
	r := examined(t, s, nil)
	n, last := 0, ""
	for _, f := range r.Findings {
		if f.Rule.ID == "optional-nullable" {
			n, last = n+1, f.Detail
		}
	}
	if n != maxAlike || last != "+60" {
		t.Errorf("%d findings, the last with %q", n, last)
	}
}

// A catalogue that is longer than what is looked at is not called certifiable.
func TestCatalogueThatIsTooLong(t *testing.T) {
	t.Parallel()
	for name, n := range map[string]int{"just fits": maxTools, "too long": maxTools + 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStation()
			s.tools = func() []string {
				defs := make([]string, n)
				for i := range defs {
					defs[i] = strings.Replace(openTool, "abrir_caso", fmt.Sprintf("abrir_caso_%d", i), 1)
				}
				return defs
			}
			s.discover = strings.Replace(s.discover, "Primero buscar_planes.", "", 1)
			r := examined(t, s, func(o *Options) { o.AllowWrites, o.AllowDestructive = false, false })
			want := Unfinished
			if n == maxTools {
				want = Certifiable
			}
			var es bytes.Buffer
			if err := WriteText(&es, r, "es"); err != nil {
				t.Fatal(err)
			}
			if r.Verdict != want || len(r.Tools) != maxTools || strings.Contains(es.String(), "las primeras 500") != (n > maxTools) {
				t.Errorf("%s, %d tools, want %s:\n%s", r.Verdict, len(r.Tools), want, es.String())
			}
		})
	}
}

// The token is in no report, however an answer is cut up to be shown: no piece
// of it either.
func TestNoPieceOfTheToken(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	s := newStation()
	s.hasty = true
	s.answers["abrir_caso"] = func(visit) string {
		return success("Quedó.", fmt.Sprintf(`{"radicado":"%s-caso-%d","estado":"abierto"}`, stationToken, n.Add(1)))
	}
	r := examined(t, s, nil)
	var b bytes.Buffer
	if err := WriteJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "idempotent-same") {
		t.Errorf("the difference was not seen: %v", r.Findings)
	}
	for at := range len(stationToken) - 8 {
		if piece := stationToken[at : at+8]; strings.Contains(b.String(), piece) {
			t.Fatalf("%q of the token is in the report", piece)
		}
	}
}

// A number beyond all others hides nothing else of an answer.
func TestNumbersBeyondAllOthers(t *testing.T) {
	t.Parallel()
	got, err := json.Marshal(decoded(jsontext.Value(`{"a":[1e400,-1e400,1],"b":"x"}`)), json.Deterministic(true))
	if want := `{"a":[1.7976931348623157e+308,-1.7976931348623157e+308,1],"b":"x"}`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
