package asixto

import (
	"bytes"
	"context"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
	"github.com/asixto/go-sdk/schema"
)

// A Leak is a sort of thing that an answer seems to hold and should not. Under
// [ServerOptions].Development each is a warning in the log with the sort and the
// path of the field, and never with the value. A field that is tagged
// asixto:"internal" may hold a UUID, and what the call's arguments said may be
// said back (contract, "Errores" and "Límites y canal").
type Leak string

// The sorts of leaks.
const (
	LeakUUID     Leak = "uuid"     // an internal identifier
	LeakToken    Leak = "token"    // a token, a key or a hash
	LeakTrace    Leak = "trace"    // a stack trace or a place in source code
	LeakEmail    Leak = "email"    // an address that the call did not name
	LeakAddress  Leak = "address"  // a link, which does not reach the customer
	LeakCurrency Leak = "currency" // an amount in another currency than the call's
	LeakOffset   Leak = "offset"   // a moment in another zone than the call's
)

var uuidForm = regexp.MustCompile(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)

var leakForms = []struct {
	leak Leak
	form *regexp.Regexp
}{
	{LeakUUID, uuidForm},
	{LeakToken, regexp.MustCompile(`\beyJ[\w-]{8,}\.[\w-]{8,}|(?i:\bbearer\s+[\w.~+/-]{8,})|` +
		`\b(?:sk|pk|rk|gh[opsu]|xox[abpr])[-_][A-Za-z0-9_-]{16,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\b[0-9a-fA-F]{32,}\b`)},
	{LeakTrace, regexp.MustCompile(`\bgoroutine \d+ \[|\.(?:go|py|js|ts|rb|php|cs|java):\d+|Traceback \(most recent|` +
		`\bat [\w$.<>]+\([\w$.]*(?::\d+)?\)|File "[^"]+", line \d+|\bpanic: `)},
	{LeakEmail, regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+`)},
	{LeakAddress, regexp.MustCompile(`(?i)\bhttps?://\S+|\bwww\.[a-z0-9-]+\.`)},
}

// inspect warns of what an answer seems to leak, in development.
func (c *call) inspect(ctx context.Context, a answer) {
	if !c.server.opts.Development {
		return
	}
	s := search{call: c.meta, args: strings.ToLower(string(c.args)), isError: a.isError}
	_, s.fields = c.tool.op.fields()
	s.value("", a.structured)
	if a.text != "" && !jsontext.Value(a.text).IsValid() {
		s.text("the text", a.text)
	}
	for _, f := range s.found {
		c.tell(ctx, slog.LevelWarn, "the answer seems to leak", slog.String("leak", string(f.leak)), slog.String("field", f.path))
	}
}

// A search goes through one answer.
type search struct {
	call    meta.Call
	args    string // in lower case
	fields  []schema.Field
	isError bool
	found   []finding
}

type finding struct {
	leak Leak
	path string
}

// declares reports whether a path is made of names that the author wrote.
func (s *search) declares(path string) bool {
	return s.isError || s.has(path, func(schema.Field) bool { return true })
}

func (s *search) has(path string, what func(schema.Field) bool) bool {
	return slices.ContainsFunc(s.fields, func(f schema.Field) bool { return f.Path == path && what(f) })
}

func (s *search) add(leak Leak, path string) {
	if f := (finding{leak, path}); !slices.Contains(s.found, f) {
		s.found = append(s.found, f)
	}
}

// value goes through JSON that the codec wrote, with paths as [schema.Field] has
// them.
func (s *search) value(path string, value jsontext.Value) {
	switch value.Kind() {
	case '{':
		var amount speak.Money
		if json.Unmarshal(value, &amount) == nil && s.call.Currency() != "" && amount.Currency() != s.call.Currency() {
			s.add(LeakCurrency, path)
		}
		for key, inner := range membersOf(value) {
			name := key
			if !s.declares(join(path, name)) {
				name = "*" // the key of a map is a value, and no path for a log
				s.text(join(path, name), key)
			}
			s.value(join(path, name), inner)
		}
	case '[':
		for _, item := range itemsOf(value) {
			s.value(path+"[]", item)
		}
	case '"':
		var text string
		if json.Unmarshal(value, &text) == nil {
			s.text(path, text)
			s.moment(path, text)
		}
	}
}

func (s *search) text(path, text string) {
	for _, f := range leakForms {
		if f.leak == LeakUUID && s.has(path, func(f schema.Field) bool { return f.Internal }) {
			continue
		}
		for _, match := range f.form.FindAllString(text, -1) {
			if !strings.Contains(s.args, strings.ToLower(match)) {
				s.add(f.leak, path)
			}
		}
	}
}

// moment compares the offset of a moment with that of the call's zone at it.
func (s *search) moment(path, text string) {
	moment, ok := momentOf(text)
	if !ok || s.call.State(meta.KeyTimezone) != meta.Present {
		return
	}
	_, said := moment.Zone()
	if _, offset := moment.In(s.call.Location()).Zone(); said != offset {
		s.add(LeakOffset, path)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// itemsOf is the list of a list's items.
func itemsOf(list jsontext.Value) []jsontext.Value {
	var items []jsontext.Value
	d := jsontext.NewDecoder(bytes.NewBuffer(list))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		var item jsontext.Value
		if item, err = d.ReadValue(); err == nil {
			items = append(items, item.Clone())
		}
	}
	return items
}
