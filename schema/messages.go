package schema

import (
	"cmp"
	"maps"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Messages are the words for what is wrong with a value: clauses that a person
// hears, joined into one sentence. What is left empty is taken from [Spanish], so
// replacing one clause takes one entry; a translation fills in everything.
//
// A clause may hold {field}, {limit}, {allowed}, {type}, {got}, {format} and {peer},
// which stand for the label of the value and the parts of its [Problem].
type Messages struct {
	// Clauses by code. "min_length:1" is preferred to "min_length" where the
	// limit is 1, "format:startswith" to "format" where that rule is broken, and so
	// on.
	Clauses map[string]string
	// Types are the words for the JSON types: "string", "integer", "number",
	// "boolean", "array", "object".
	Types map[string]string
	// Formats are the words for the validator's rules on texts, such as "email";
	// "date:example" is preferred to "date" where there is an example. They may
	// hold {limit}. A rule without a word uses the one under "".
	Formats map[string]string
	// Item is what an element of a list is called beside the label of the list;
	// {number} counts from one.
	Item string
	// Whole is the label of the arguments as a whole.
	Whole string
	// Or joins the last two of the allowed values: "a, b o c".
	Or string
	// And joins the last two of several names: "a, b y c".
	And string
	// Check introduces the bare names where the clauses do not fit:
	// "Revise estos datos: a, b y c.".
	Check string
	// More ends a sentence that leaves problems out; {count} is their number.
	More string
}

// orSpanish fills what is empty with the built-in words.
func (m *Messages) orSpanish() *Messages {
	es := Spanish()
	maps.Copy(es.Clauses, m.Clauses)
	maps.Copy(es.Types, m.Types)
	maps.Copy(es.Formats, m.Formats)
	for _, s := range []struct {
		spanish *string
		own     string
	}{
		{&es.Item, m.Item}, {&es.Whole, m.Whole}, {&es.Or, m.Or}, {&es.And, m.And}, {&es.Check, m.Check}, {&es.More, m.More},
	} {
		*s.spanish = cmp.Or(s.own, *s.spanish)
	}
	return &es
}

// clause is one problem in words, without a capital or a full stop.
func (m *Messages) clause(p Problem, allowed int) string {
	label := p.Label
	if label == "" {
		label = m.Whole
	}
	return strings.NewReplacer(
		"{field}", label, "{limit}", p.Limit, "{allowed}", m.list(p.Allowed, m.Or, allowed),
		"{type}", m.Types[p.Type], "{got}", m.Types[p.Got], "{format}", m.format(p), "{peer}", p.Peer,
	).Replace(m.template(p))
}

// template is the clause for a problem, before its parts are filled in.
func (m *Messages) template(p Problem) string {
	nearer := p.Limit
	switch {
	case p.Code == Unknown && p.Peer != "":
		nearer = "peer"
	case p.Code == NotAllowed:
		nearer = p.Type
	case p.Code == BadFormat && p.Format == "" && p.Limit != "":
		nearer = "example"
	case p.Code == BadFormat:
		nearer = p.Format
	}
	if template, ok := m.Clauses[string(p.Code)+":"+nearer]; ok {
		return template
	}
	return m.Clauses[string(p.Code)]
}

// format is the word for a rule, or for each of its alternatives.
func (m *Messages) format(p Problem) string {
	if !strings.Contains(p.Format, "|") {
		word, _ := m.word(p.Format, p.Limit)
		return word
	}
	var words []string
	for alternative := range strings.SplitSeq(p.Format, "|") {
		one := parseRule(alternative).problem(m)
		if one.Code == NotAllowed {
			words = append(words, one.Allowed...)
			continue
		}
		word, known := m.word(one.Format, one.Limit)
		if !known {
			return word
		}
		words = append(words, word)
	}
	return m.list(words, m.Or, len(words))
}

func (m *Messages) word(format, limit string) (word string, known bool) {
	if limit != "" {
		word, known = m.Formats[format+":example"]
	}
	if !known {
		word, known = m.Formats[format]
	}
	if !known {
		word = m.Formats[""]
	}
	return strings.ReplaceAll(word, "{limit}", limit), known
}

// list joins values as a person says them; beyond the limit it ends in "…".
func (m *Messages) list(values []string, last string, limit int) string {
	switch {
	case len(values) == 0:
		return ""
	case len(values) > limit:
		return strings.Join(values[:limit], ", ") + "…"
	case len(values) == 1:
		return values[0]
	}
	return strings.Join(values[:len(values)-1], ", ") + last + values[len(values)-1]
}

func (m *Messages) more(count int) string {
	return strings.ReplaceAll(m.More, "{count}", strconv.Itoa(count))
}

// How many allowed values are worth hearing, and worth reading.
const (
	spokenValues  = 6
	writtenValues = 40
)

// sentence says the problems aloud: as clauses while they fit, else by name.
func (m *Messages) sentence(problems []Problem) string {
	named := firstOfEachLabel(problems)
	rest := ""
	if n := len(problems) - len(named); n > 0 {
		rest = m.more(n)
	}
	clauses := make([]string, len(named))
	labels := make([]string, len(named))
	for i, p := range named {
		clauses[i], labels[i] = m.clause(p, spokenValues), p.Label
	}
	if s := capital(strings.Join(clauses, "; ")) + "." + rest; utf16Len(s) <= maxMessage {
		return s
	}
	s := m.Check + m.list(labels, m.And, maxNamed) + "." + rest
	if utf16Len(s) <= maxMessage {
		return s
	}
	return shorten(s, maxMessage-1) + "…"
}

func firstOfEachLabel(problems []Problem) []Problem {
	var named []Problem
	seen := make(map[string]bool, maxNamed)
	for _, p := range problems {
		if len(named) == maxNamed {
			break
		}
		if !seen[p.Label] {
			seen[p.Label] = true
			named = append(named, p)
		}
	}
	return named
}

// detail is a problem for the trace: its path and its clause.
func (m *Messages) detail(p Problem) string {
	clause := m.clause(p, writtenValues)
	if p.Path == "" {
		return clause
	}
	return p.Path + ": " + clause
}

// maxLabel is how long a label may be, in characters, to be said aloud.
const maxLabel = 40

// labelOf is what a person calls a field: the first clause of its description
// where that is short, else its name.
func labelOf(name, description string) string {
	first := description
	if i := strings.IndexAny(description, ",.;:("); i >= 0 {
		first = description[:i]
	}
	first = strings.TrimSpace(first)
	if first == "" || utf8.RuneCountInString(first) > maxLabel {
		return speakable(name)
	}
	return small(first)
}

// speakable turns a name, maybe one that a stranger sent, into words.
func speakable(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r == '_' || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, name)
	if utf8.RuneCountInString(clean) > maxLabel {
		clean = shorten(clean, maxLabel-1) + "…"
	}
	return strings.TrimSpace(clean)
}

// shorten keeps the first n UTF-16 units, whole characters only.
func shorten(s string, n int) string {
	for i, r := range s {
		if n -= utf16Len(string(r)); n < 0 {
			return s[:i]
		}
	}
	return s
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// small lowers a leading capital, unless the word is all capitals ("NIT").
func small(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[size:])
	if unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[size:]
}
