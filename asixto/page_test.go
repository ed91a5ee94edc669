package asixto

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/asixto/go-sdk/meta"
)

type planesIn struct {
	Texto string `json:"texto" validate:"max=20" doc:"Texto que se busca"`
	PageIn
}

type planesOut struct {
	PageOut

	Planes []planOut `json:"planes_encontrados"`
}

type planOut struct {
	Nombre string `json:"nombre"`
}

func (o planesOut) Spoken(call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	nombres := make([]string, len(o.Planes))
	for i, p := range o.Planes {
		nombres[i] = p.Nombre
	}
	return o.Say("plan", "planes", nombres...)
}

func planesDe(p Page[string]) planesOut {
	out := planesOut{PageOut: p.PageOut}
	for _, nombre := range p.Items {
		out.Planes = append(out.Planes, planOut{nombre})
	}
	return out
}

func planesTool() Tool {
	return Tool{
		Name: "buscar_planes", Title: "Buscar planes",
		Description:  "Busca planes por texto. No la use para consultar lo que un cliente ya tiene.",
		Verb:         "buscar planes",
		Capabilities: []meta.Capability{meta.Ventas},
		Access:       Read,
	}
}

func calling(v meta.Values) context.Context {
	return meta.NewContext(context.Background(), meta.New(v))
}

func TestPagedTakesWhatTheChannelTakes(t *testing.T) {
	t.Parallel()
	all := strings.Fields(strings.Repeat("plan ", 40))
	tests := []struct {
		name    string
		channel meta.Channel
		in      PageIn
		n, next int
	}{
		{"chat", meta.Chat, PageIn{}, 10, 10},
		{"no channel", "", PageIn{}, 10, 10},
		{"limit", meta.Chat, PageIn{Limit: new(4), Offset: new(8)}, 4, 12},
		{"largest limit", meta.Chat, PageIn{Limit: new(25), Offset: new(20)}, 20, 0},
		{"voice", meta.Voice, PageIn{Limit: new(25)}, 3, 3},
		{"voice, fewer", meta.Voice, PageIn{Limit: new(1), Offset: new(39)}, 1, 0},
		{"beyond the end", meta.Chat, PageIn{Offset: new(100_000)}, 0, 0},
		{"what no schema lets through", meta.Chat, PageIn{Limit: new(-1), Offset: new(-1)}, 1, 1},
		{"too many", meta.Chat, PageIn{Limit: new(26)}, 25, 25},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sources := map[string]Source[string]{"slice": FromSlice(all), "sequence": FromSeq(slices.Values(all))}
			for name, from := range sources {
				out, err := Paged(calling(meta.Values{Channel: tt.channel}), tt.in, from, planesDe)
				if err != nil {
					t.Fatal(err)
				}
				if len(out.Planes) != tt.n || out.Total != len(all) || Or(out.Next, 0) != tt.next {
					t.Errorf("%s: %d of %d, next %d; want %d, next %d", name, len(out.Planes), out.Total, Or(out.Next, 0), tt.n, tt.next)
				}
			}
		})
	}
}

func TestPagedSourceThatIsWrongOrFails(t *testing.T) {
	t.Parallel()
	down := errors.New("the database is down")
	_, err := Paged(t.Context(), PageIn{}, func(context.Context, int, int) ([]string, int, error) { return nil, 0, down }, planesDe)
	if !errors.Is(err, down) {
		t.Errorf("error %v, want that of the source", err)
	}
	// More rows than asked for, and a total that is too small.
	out, err := Paged(t.Context(), PageIn{}, func(context.Context, int, int) ([]string, int, error) {
		return strings.Fields(strings.Repeat("x ", 30)), 2, nil
	}, planesDe)
	if err != nil || len(out.Planes) != 10 || out.Total != 10 || out.Next != nil {
		t.Errorf("%d of %d, next %v, error %v", len(out.Planes), out.Total, out.Next, err)
	}
	// Nothing, where the total promises more: the next page would be this one.
	out, err = Paged(t.Context(), PageIn{}, func(context.Context, int, int) ([]string, int, error) { return nil, 7, nil }, planesDe)
	if err != nil || out.Next != nil {
		t.Errorf("next %v, error %v", out.Next, err)
	}
	// A total that means nothing, as -1 for unknown.
	out, err = Paged(t.Context(), PageIn{}, func(context.Context, int, int) ([]string, int, error) { return nil, -1, nil }, planesDe)
	if err != nil || out.Total != 0 || out.Say("plan", "planes") != "No encontré planes." {
		t.Errorf("total %d, error %v", out.Total, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Paged(ctx, PageIn{}, FromSeq(slices.Values([]string{"a"})), planesDe); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that the call has ended", err)
	}
}

// longNames are names of any length up to one that alone is too long to send,
// of letters that take one, two or three bytes and one or two units.
func longNames(t *rapid.T) []string {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		letter := rapid.SampledFrom([]string{"a", "ñ", "€", "😀", `"`, "<", "\n"}).Draw(t, "letter")
		return strings.Repeat(letter, rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(0, 1200)).Draw(t, "times"))
	}), 0, 60).Draw(t, "names")
}

func jsonUnits(t interface{ Fatal(args ...any) }, v any) int {
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return len(utf16.Encode([]rune(string(raw))))
}

// Whoever follows siguiente_offset gets every record once and in order, and no
// page is longer than what the Gateway lets through.
func TestPagesAreWholeAndFit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := longNames(t)
		channel := rapid.SampledFrom([]meta.Channel{meta.Chat, meta.Voice}).Draw(t, "channel")
		in := PageIn{Limit: rapid.Ptr(rapid.IntRange(1, 25), true).Draw(t, "limit")}
		ctx := calling(meta.Values{Channel: channel})
		var got []string
		for in.Offset = new(0); ; {
			out, err := Paged(ctx, in, FromSlice(all), planesDe)
			if err != nil {
				t.Fatal(err)
			}
			if size := max(jsonUnits(t, out), len(utf16.Encode([]rune(out.Spoken(meta.From(ctx)))))); size > MaxAnswer {
				t.Fatalf("a page of %d units", size)
			}
			for _, p := range out.Planes {
				got = append(got, p.Nombre)
			}
			if out.Next == nil {
				break
			}
			if *out.Next != *in.Offset+len(out.Planes) || *out.Next <= *in.Offset {
				t.Fatalf("%d records from %d on, next %d", len(out.Planes), *in.Offset, *out.Next)
			}
			in.Offset = out.Next
		}
		if diff := cmp.Diff(append([]string{}, all...), append([]string{}, got...)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// The same over HTTP, where the codec of the tool measures, and what counts is
// what arrives.
func TestPagesOverHTTP(t *testing.T) {
	t.Parallel()
	var all []string
	s := testServer(t, nil)
	mustAdd(t, s, planesTool(), func(ctx context.Context, in planesIn) (planesOut, error) {
		return Paged(ctx, in.PageIn, FromSlice(all), planesDe)
	})
	h := handlerOf(t, s, nil)
	rapid.Check(t, func(rt *rapid.T) {
		all = longNames(rt)
		channel := rapid.SampledFrom([]string{"chat", "voice"}).Draw(rt, "channel")
		limit := rapid.Ptr(rapid.IntRange(1, 25), true).Draw(rt, "limit")
		var got []string
		for offset := new(0); offset != nil; {
			args := map[string]any{"texto": "x", "limit": limit, "offset": *offset}
			r := callTool(t, h, "buscar_planes", args, metaOf(map[string]any{meta.KeyChannel: channel}))
			var out planesOut
			if err := json.Unmarshal(r.Result.Structured, &out); err != nil || r.Result.IsError {
				rt.Fatalf("%v: %s", err, r.Body)
			}
			for _, sent := range []string{string(r.Result.Structured), r.Result.Content[0].Text} {
				if n := len(utf16.Encode([]rune(sent))); n > MaxAnswer {
					rt.Fatalf("a page of %d units", n)
				}
			}
			for _, p := range out.Planes {
				got = append(got, p.Nombre)
			}
			offset = out.Next
		}
		if diff := cmp.Diff(append([]string{}, all...), append([]string{}, got...)); diff != "" {
			rt.Fatal(diff)
		}
	})
}

// What a page costs: one that fits at once, and one that has to be shortened.
func BenchmarkPaged(b *testing.B) {
	for name, size := range map[string]int{"fits": 20, "shortened": 400} {
		all := make([]string, 100)
		for i := range all {
			all[i] = strings.Repeat("x", size)
		}
		s := NewServer("prueba", "1.0.0", &ServerOptions{Logger: slog.New(slog.DiscardHandler)})
		if err := AddTool(s, planesTool(), func(context.Context, planesIn) (planesOut, error) { return planesOut{}, nil }); err != nil {
			b.Fatal(err)
		}
		c := &call{server: s, tool: s.current.Load().byName["buscar_planes"]}
		ctx := context.WithValue(b.Context(), callKey{}, c)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Paged(ctx, PageIn{Limit: new(25)}, FromSlice(all), planesDe); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestRecordThatIsTooLong(t *testing.T) {
	t.Parallel()
	log, lines := logBuffer()
	s := testServer(t, &ServerOptions{Logger: log})
	answer := func(ctx context.Context, in planesIn) (planesOut, error) {
		return Paged(ctx, in.PageIn, FromSlice([]string{"a", strings.Repeat("b", MaxAnswer)}), planesDe)
	}
	mustAdd(t, s, planesTool(), answer)
	write := planesTool()
	write.Name, write.Verb, write.Access = "registrar_planes", "registrar planes", Write
	mustAdd(t, s, write, answer)
	h := handlerOf(t, s, nil)

	r := callTool(t, h, "buscar_planes", map[string]any{"texto": "x", "offset": 1}, metaOf(nil))
	if kind, _, _ := r.failure(t); kind != "SYSTEM" {
		t.Errorf("%s, want SYSTEM", kind)
	}
	if !strings.Contains(lines.String(), "the record at offset 1 alone makes an answer of 3") {
		t.Errorf("the log does not say which record: %s", lines)
	}
	// The one before it is still told, and the next page begins with the long one.
	r = callTool(t, h, "buscar_planes", map[string]any{"texto": "x"}, metaOf(nil))
	if want := `{"total":2,"siguiente_offset":1,"planes_encontrados":[{"nombre":"a"}]}`; string(r.Result.Structured) != want {
		t.Errorf("%s, want %s", r.Result.Structured, want)
	}
	// A write has happened: its answer is sent, and the key kept.
	r = callTool(t, h, "registrar_planes", map[string]any{"texto": "x", "offset": 1}, withKey("k"))
	if r.Result.IsError || !strings.Contains(lines.String(), "answer of a write breaks the contract") {
		t.Errorf("%.200s", r.Body)
	}
}

// verbose says more than it sends.
type verbose struct {
	PageOut

	Planes []string `json:"planes"`
}

func (v verbose) Spoken(meta.Call) string { return strings.Repeat(strings.Join(v.Planes, " "), 3) }

// The spoken text is measured too, as it will be sent.
func TestPagesFitTheTextToo(t *testing.T) {
	t.Parallel()
	all := strings.Fields(strings.Repeat(strings.Repeat("ñ", 200)+" ", 10))
	out, err := Paged(t.Context(), PageIn{}, FromSlice(all), func(p Page[string]) verbose { return verbose{p.PageOut, p.Items} })
	if err != nil || len(out.Planes) != 4 || len([]rune(out.Spoken(meta.Call{}))) > MaxAnswer {
		t.Errorf("%d records, error %v; want 4, whose text is 2,409 characters", len(out.Planes), err)
	}
}

// Exactly what the Gateway lets through passes, and one unit more does not,
// whether all records are weighed or some of them.
func TestPagesAtTheLimit(t *testing.T) {
	t.Parallel()
	const one, two = `{"total":1,"planes_encontrados":[{"nombre":""}]}`, `{"total":3,"siguiente_offset":2,"planes_encontrados":[{"nombre":""},{"nombre":""}]}`
	for over := range 7 {
		size := MaxAnswer - 3 + over
		fits := size <= MaxAnswer
		_, err := Paged(t.Context(), PageIn{}, FromSlice([]string{strings.Repeat("x", size-len(one))}), planesDe)
		if (err == nil) != fits {
			t.Errorf("one record, %d units: error %v", size, err)
		}
		first := strings.Repeat("x", 1000)
		all := []string{first, strings.Repeat("x", size-len(two)-len(first)), first}
		out, err := Paged(t.Context(), PageIn{}, FromSlice(all), planesDe)
		if want := map[bool]int{true: 2, false: 1}[fits]; err != nil || len(out.Planes) != want {
			t.Errorf("two records, %d units: %d are told, error %v; want %d", size, len(out.Planes), err, want)
		}
	}
}

// A page may stand inside a larger answer than the tool's own type says.
func TestPagedOfAnotherType(t *testing.T) {
	t.Parallel()
	type wrapped struct {
		Hallados planesOut `json:"hallados"`
	}
	s := testServer(t, nil)
	mustAdd(t, s, planesTool(), func(ctx context.Context, in planesIn) (wrapped, error) {
		p, err := Paged(ctx, in.PageIn, FromSlice([]string{"a"}), planesDe)
		return wrapped{p}, err
	})
	r := callTool(t, handlerOf(t, s, nil), "buscar_planes", map[string]any{"texto": "x"}, metaOf(nil))
	if want := `{"hallados":{"total":1,"planes_encontrados":[{"nombre":"a"}]}}`; string(r.Result.Structured) != want {
		t.Errorf("%s, want %s", r.Body, want)
	}
}

func TestPagedAnswerThatCannotBeMade(t *testing.T) {
	t.Parallel()
	type bad struct {
		C chan int `json:"c"`
	}
	if _, err := Paged(t.Context(), PageIn{}, FromSlice([]int{1}), func(Page[int]) bad { return bad{} }); err == nil {
		t.Error("a type without a schema passes")
	}
	type endless struct {
		PageOut

		Texto string `json:"texto"`
	}
	_, err := Paged(t.Context(), PageIn{}, FromSlice([]int(nil)), func(p Page[int]) endless {
		return endless{p.PageOut, strings.Repeat("x", MaxAnswer)}
	})
	if err == nil {
		t.Error("an answer that is too long without any record passes")
	}
}

func TestSay(t *testing.T) {
	t.Parallel()
	four := []string{"a", "b", "c", "d"}
	tests := []struct {
		page PageOut
		said []string
		want string
	}{
		{PageOut{}, nil, "No encontré planes."},
		{PageOut{Total: 1}, four[:1], "Encontré 1 plan: a."},
		{PageOut{Total: 3}, four[:3], "Encontré 3 planes: a; b; c."},
		{PageOut{Total: 4}, four, "Encontré 4 planes: a; b; c. Hay 1 más."},
		{PageOut{Total: 9, Offset: 3}, four[:3], "Siguen: a; b; c. Quedan 3 más."},
		{PageOut{Total: 7, Offset: 3}, four[:3], "Siguen: a; b; c. Queda 1 más."},
		{PageOut{Total: 5, Offset: 3}, four[:2], "Siguen: a; b. No hay más."},
		{PageOut{Total: 4, Offset: 3}, four[3:], "Sigue: d. No hay más."},
		{PageOut{Total: 5, Offset: 3}, four[3:], "Sigue: d. Queda 1 más."},
		{PageOut{Total: 5, Offset: 5}, nil, "No hay más planes."},
	}
	for _, tt := range tests {
		if got := tt.page.Say("plan", "planes", tt.said...); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.page, got, tt.want)
		}
	}
}

func TestPageSchemas(t *testing.T) {
	t.Parallel()
	s := testServer(t, nil)
	mustAdd(t, s, planesTool(), func(context.Context, planesIn) (planesOut, error) { return planesOut{}, nil })
	if w := s.Warnings(); len(w) > 0 {
		t.Errorf("warnings %v", w)
	}
	tool := s.current.Load().byName["buscar_planes"]
	for _, want := range []string{
		`"limit":{"type":["integer","null"],"minimum":1,"maximum":25,"description":"Límite de resultados, 10 si no se indica"}`,
		`"offset":{"type":["integer","null"],"minimum":0,"maximum":100000,"description":"Posición del primer resultado: siguiente_offset de la página anterior"}`,
		`"required":["texto"]`,
	} {
		if !strings.Contains(string(tool.inSchema), want) {
			t.Errorf("%s is not in %s", want, tool.inSchema)
		}
	}
	if want := `"required":["total","planes_encontrados"]`; !strings.Contains(string(tool.outSchema), want) {
		t.Errorf("%s is not in %s", want, tool.outSchema)
	}
}

// The next offset is one that the arguments take.
func TestPagedEndsWhereOffsetsDo(t *testing.T) {
	t.Parallel()
	for offset, next := range map[int]int{99_980: 99_990, 99_990: 100_000, 99_991: 0, 100_000: 0} {
		from := func(_ context.Context, limit, _ int) ([]string, int, error) {
			return make([]string, limit), 1_000_000, nil
		}
		out, err := Paged(calling(meta.Values{Channel: meta.Chat}), PageIn{Offset: new(offset)}, from, planesDe)
		if err != nil || Or(out.Next, 0) != next || out.Total != 1_000_000 {
			t.Errorf("offset %d: next %d of %d, error %v; want %d", offset, Or(out.Next, 0), out.Total, err, next)
		}
	}
}
