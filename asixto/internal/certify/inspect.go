package certify

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of the contract on what is said.
const (
	maxResult  = 3000 // UTF-16 units of the text, and of structuredContent
	maxMessage = 200  // UTF-16 units of a sentence that can be read aloud
	maxItems   = 25
)

// outcome is what a call came to.
type outcome struct {
	kind       string // "ok", the error type, "rpc -32602", "HTTP 500"
	structured jsontext.Value
	text       string
}

// validation is the error type of refused arguments.
const validation = "VALIDATION"

// errorTypes are the six of the contract.
func errorTypes() []string {
	return []string{"BLOCKER", "NOT_FOUND", validation, "PERMISSION", "SYSTEM", "UNKNOWN"}
}

// result is the answer of a call, taken apart.
type result struct {
	IsError    bool
	Content    []any
	Structured jsontext.Value
	value      any // of Structured
}

func (r *reply) result() result {
	members := rawMembers(r.Result)
	return result{
		IsError:    decoded(members["isError"]) == true,
		Content:    list(decoded(members["content"])),
		Structured: members["structuredContent"],
		value:      decoded(members["structuredContent"]),
	}
}

// text is the first text of a result.
func (r result) text() string {
	if len(r.Content) == 0 {
		return ""
	}
	return text(object(r.Content[0])["text"])
}

// said is all text of a result: it reaches the model as one.
func (r result) said() string {
	all := make([]string, len(r.Content))
	for i, c := range r.Content {
		all[i] = text(object(c)["text"])
	}
	return strings.Join(all, "\n")
}

// failure is the error object of a result.
func (r result) failure() map[string]any { return object(object(r.value)["error"]) }

// outcome sums a reply up.
func (r *reply) outcome() outcome {
	switch {
	case r.Error != nil:
		return outcome{kind: fmt.Sprintf("rpc %d", r.Error.code()), structured: r.Error.Message}
	case r.Result == nil:
		return outcome{kind: fmt.Sprintf("HTTP %d", r.status)}
	}
	res := r.result()
	o := outcome{kind: "ok", structured: res.Structured, text: res.text()}
	if res.value == nil {
		o.structured = rawMembers(r.Result)["content"] // as the certification compares
	}
	if res.IsError {
		o.kind = text(res.failure()["error_type"])
		if o.kind == "" {
			o.kind = "isError"
		}
	}
	return o
}

// inspect holds the result of a call with good arguments against what the
// contract says about results and errors.
func (e *examination) inspect(s Step, t *tool, rep *reply, channel string) {
	if rep.Result == nil {
		e.observe(s, "error-shape", t.name, refusal(rep))
		return
	}
	if rep.status >= http.StatusBadRequest {
		e.observe(s, "transport-answer", t.name, fmt.Sprintf("HTTP %d", rep.status))
	}
	res := rep.result()
	if strings.TrimSpace(res.text()) == "" || text(object(res.Content[0])["type"]) != "text" {
		e.observe(s, "answer-content", t.name, "content[0].text: –")
	}
	e.inspectSize(s, t, res)
	if res.IsError {
		e.inspectFailure(s, t, res)
		return
	}
	e.inspectData(s, t, res)
	if channel == "voice" {
		if mark := markup.FindString(res.said()); mark != "" {
			e.observe(s, "voice-plain", t.name, fmt.Sprintf("%q", mark))
		}
	}
}

func (e *examination) inspectSize(s Step, t *tool, res result) {
	if n := units(res.said()); n > maxResult {
		e.observe(s, "answer-size", t.name, fmt.Sprintf("text: %d > %d", n, maxResult))
	}
	if n := units(written(res.Structured)); n > maxResult {
		e.observe(s, "answer-size", t.name, fmt.Sprintf("structuredContent: %d > %d", n, maxResult))
	}
	for _, said := range []string{res.said(), written(res.Structured)} {
		if mark := trace.FindString(said); mark != "" {
			e.observe(s, "answer-trace", t.name, fmt.Sprintf("%q", mark))
		}
		if secret.MatchString(said) && !t.parsed.Excepts("output-secret") {
			e.observe(s, "answer-secret", t.name, "")
		}
	}
}

// inspectData looks at a success.
func (e *examination) inspectData(s Step, t *tool, res result) {
	if t.out != nil {
		if res.Structured == nil {
			e.observe(s, "answer-structured", t.name, "structuredContent: –")
		} else if path, why, ok := nonconforming(t.out, res.value); !ok {
			e.observe(s, "answer-structured", t.name, strings.TrimPrefix(path+": "+why, ": "))
		}
	}
	e.inspectWords(s, t, res)
	if path, n := longest("", res.value); n > maxItems {
		e.observe(s, "answer-items", t.name, fmt.Sprintf("%s: %d > %d", path, n, maxItems))
	}
}

// inspectWords looks for what a customer cannot do anything with. An author's
// reason for it in the definition speaks for the answers too.
func (e *examination) inspectWords(s Step, t *tool, res result) {
	for _, c := range res.Content {
		if kind := text(object(c)["type"]); kind != "text" {
			e.observe(s, "answer-media", t.name, fmt.Sprintf("type: %q", kind))
		}
	}
	said := res.said() + "\n" + written(res.Structured)
	if address := media.FindString(said); address != "" && !t.parsed.Excepts("output-media") {
		e.observe(s, "answer-media", t.name, address)
	}
	if id := identifier.FindString(said); id != "" && !t.parsed.Excepts("output-identifier") && !e.isSource(t) {
		e.observe(s, "answer-identifier", t.name, id)
	}
	if moment := floating.FindStringSubmatch(said); moment != nil {
		e.observe(s, "answer-offset", t.name, moment[1])
	} else if moment := elsewhere(said, e.zone); moment != "" {
		e.observe(s, "answer-offset", t.name, fmt.Sprintf("%s, %s", moment, e.zone))
	}
}

// elsewhere is the first moment in a text whose offset is not that of a zone.
func elsewhere(said string, zone *time.Location) string {
	for _, moment := range zoned.FindAllString(said, -1) {
		at, err := time.Parse(time.RFC3339, moment)
		if err != nil {
			continue
		}
		_, offset := at.Zone()
		if _, want := at.In(zone).Zone(); offset != want {
			return moment
		}
	}
	return ""
}

// isSource reports whether another tool takes an argument from the answers of t.
func (e *examination) isSource(t *tool) bool {
	return slices.ContainsFunc(e.tools, func(other *tool) bool {
		return other != t && slices.Contains(other.parsed.Sources(), t.name)
	})
}

// longest is the longest list in a value.
func longest(path string, v any) (where string, n int) {
	where, n = path, 0
	consider := func(p string, child any) {
		if w, m := longest(p, child); m > n {
			where, n = w, m
		}
	}
	switch v := v.(type) {
	case []any:
		n = len(v)
		for _, item := range v {
			consider(path+"[]", item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			consider(strings.TrimPrefix(path+"."+name, "."), v[name])
		}
	}
	return where, n
}

// inspectFailure looks at a business failure.
func (e *examination) inspectFailure(s Step, t *tool, res result) {
	failure := res.failure()
	if failure == nil {
		e.observe(s, "error-shape", t.name, "structuredContent.error: –")
		return
	}
	if extra := others(object(res.value), "error"); extra != "" {
		e.observe(s, "error-shape", t.name, extra)
	}
	if extra := others(failure, "error_type", "user_message", "details"); extra != "" {
		e.observe(s, "error-shape", t.name, "error."+extra)
	}
	if kind := text(failure["error_type"]); !slices.Contains(errorTypes(), kind) {
		e.observe(s, "error-type", t.name, fmt.Sprintf("%q", kind))
	}
	message := text(failure["user_message"])
	switch {
	case strings.TrimSpace(message) == "":
		e.observe(s, "error-message", t.name, "user_message: –")
	case units(message) > maxMessage:
		e.observe(s, "error-message-plain", t.name, fmt.Sprintf("%d > %d", units(message), maxMessage))
	case unspeakable.MatchString(message):
		e.observe(s, "error-message-plain", t.name, fmt.Sprintf("%q", unspeakable.FindString(message)))
	}
	said := jsontext.Value(res.text())
	if !said.IsValid(lenient) || sorted(said) != sorted(res.Structured) {
		e.observe(s, "error-text", t.name, "content[0].text ≠ structuredContent")
	}
}

// others is the first member that is not one of known.
func others(m map[string]any, known ...string) string {
	extra := ""
	for name := range m {
		if !slices.Contains(known, name) && (extra == "" || name < extra) {
			extra = name
		}
	}
	return extra
}

// What a text is searched for.
var (
	// trace is a stack of Go, Node, Python, Java or .NET, or an error of a
	// database or of a language's run-time.
	trace = regexp.MustCompile(`goroutine \d+ \[|\bpanic: |runtime error:|Traceback \(most recent call` +
		`|\bat [\w.$<>]+ ?\([^()\s]+:\d+(:\d+)?\)|\bat (/|file://)\S+:\d+:\d+|\bECONNREFUSED\b|\bSQLSTATE\b|\bORA-\d{5}` +
		`|(Type|Reference|Syntax)Error: |NullPointerException|\bpq: |dial tcp `)

	// secret is a JSON web token or a key of a well-known form.
	secret = regexp.MustCompile(`\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}|\bBearer [\w.~+/-]{16,}|\b(sk|pk|ghp|xox[bp])[-_][\w-]{16,}`)

	media       = regexp.MustCompile(`https?://[^\s"\\]+|\bwww\.[\w.-]+`)
	identifier  = regexp.MustCompile(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
	floating    = regexp.MustCompile(`\b(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?)("|\s|,|\.|;|\)|$)`)
	zoned       = regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`)
	markup      = regexp.MustCompile(marks)
	unspeakable = regexp.MustCompile(marks + `|https?://|www\.|(?i)[0-9a-f]{8}-[0-9a-f]{4}-|\w+_\w+_\w+`)
)

// marks are those of JSON, Markdown and markup.
const marks = `[{}\[\]<>|]|\*\*|` + "`" + `|^#|\n[-*] `
