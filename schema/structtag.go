package schema

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// strangers are the tag keys of other libraries that seem to say something about a
// schema, and what says it here.
var strangers = map[string]string{
	"jsonschema":             "its limits go into validate, its description into doc",
	"jsonschema_extras":      "give the type a method JSONSchemaExtend",
	"jsonschema_description": "write doc",
	"description":            "write doc",
	"desc":                   "write doc",
	"docs":                   "write doc",
	"binding":                "write validate",
	"validation":             "write validate",
	"enum":                   "write validate:\"oneof=…\"",
	"default":                "a default is set in Normalize or in the handler, and said in doc",
	"required":               "write validate:\"required\"",
}

// ours are the tag keys that this package reads.
var ours = []string{"json", "validate", "doc", "asixto"}

// checkTag refuses a tag that would be ignored silently: one that does not parse,
// or whose key is misspelt or belongs to another library of schemas.
func (b *builder) checkTag(tag reflect.StructTag) {
	if !utf8.ValidString(string(tag)) {
		b.fault(quote(string(tag)), "the tag is not UTF-8, as JSON has to be; correct it")
		return
	}
	seen := make(map[string]bool)
	for rest := strings.TrimLeft(string(tag), " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		key, value, ok := strings.Cut(rest, ":")
		quoted, err := strconv.QuotedPrefix(value)
		if !ok || err != nil || key == "" || strings.ContainsAny(key, " \"`\x00\x7f") {
			b.fault(quote(string(tag)), "the tag does not parse from "+quote(rest)+" on; write key:\"value\" pairs separated by spaces")
			return
		}
		if seen[key] {
			b.fault(key+":"+quoted, "the key stands in the tag before, and only the first is read; make them one")
		}
		seen[key] = true
		if text, err := strconv.Unquote(quoted); slices.Contains(ours, key) && (err != nil || !utf8.ValidString(text)) {
			b.fault(key+":"+quoted, "the value is not UTF-8, as JSON has to be; correct it")
		}
		if fix, found := strangers[key]; found {
			b.fault(key+":"+quoted, "the key is not read here; "+fix)
		}
		for _, own := range ours {
			if key != own && key != "bson" && near(key, own) {
				b.fault(key+":"+quoted, "the key "+quote(key)+" looks like "+quote(own)+"; correct it")
			}
		}
		rest = value[len(quoted):]
	}
}

// near reports whether a is b with another case, or with one letter too many, too
// few, changed or swapped.
func near(a, b string) bool {
	a = strings.ToLower(a)
	if a == b {
		return true
	}
	if len(b) < 4 { // "doc" has too many neighbours
		return false
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	x, y := a[i:], b[i:]
	switch len(a) - len(b) {
	case 0:
		return x[1:] == y[1:] || len(x) > 1 && x[0] == y[1] && x[1] == y[0] && x[2:] == y[2:]
	case 1:
		return x[1:] == y
	case -1:
		return x == y[1:]
	}
	return false
}
