package certify

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// nonconforming says where a value is at odds with a schema: the path and what
// is wrong there; ok is whether there is nothing. It knows the keywords that say
// what a value is; others it leaves to the server.
func nonconforming(schema, value any) (path, why string, ok bool) {
	steps := maxComparisons
	c := conformance{root: schema, steps: &steps}
	ok = c.check(schema, value, "", maxDepth)
	return c.path, c.why, ok
}

type conformance struct {
	root      any
	steps     *int // left to all branches together; what comes after is satisfied
	path, why string
}

func (c *conformance) fail(path, why string) bool {
	c.path, c.why = strings.TrimPrefix(path, "."), why
	return false
}

func (c *conformance) check(schema, value any, path string, depth int) bool {
	if allowed, ok := schema.(bool); ok && !allowed {
		return c.fail(path, "not declared")
	}
	s := object(schema)
	if *c.steps--; s == nil || depth == 0 || *c.steps < 0 {
		return true
	}
	if ref := text(s["$ref"]); ref != "" {
		c.pay(ref)
		return c.check(c.resolve(ref), value, path, depth-1)
	}
	return c.checkType(s, value, path) && c.checkClosed(s, value, path) && c.checkBounds(s, value, path) &&
		c.checkMembers(s, value, path, depth) && c.checkItems(s, value, path, depth) && c.checkBranches(s, value, path, depth)
}

// pay is for a comparison: a long text costs as much as many.
func (c *conformance) pay(text string) { *c.steps -= 1 + len(text)/stepText }

// resolve follows a reference within the schema; any other is satisfied.
func (c *conformance) resolve(ref string) any {
	at := c.root
	rest, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return true
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(rest, "/"), "/") {
		if name != "" {
			at = object(at)[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
		}
	}
	return at
}

func (c *conformance) checkType(s map[string]any, value any, path string) bool {
	wanted := texts(s["type"])
	if t := text(s["type"]); t != "" {
		wanted = []string{t}
	}
	if len(wanted) == 0 || slices.ContainsFunc(wanted, func(t string) bool { return isType(value, t) }) {
		return true
	}
	return c.fail(path, typeOf(value)+" ≠ "+strings.Join(wanted, "|"))
}

func isType(value any, name string) bool {
	n, isNumber := number(value)
	return typeOf(value) == name || name == "integer" && isNumber && n == math.Trunc(n)
}

func typeOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func (c *conformance) checkClosed(s map[string]any, value any, path string) bool {
	shown := ""
	if s["const"] != nil || s["enum"] != nil {
		shown = asText(value)
		c.pay(shown)
	}
	same := func(other any) bool {
		written := asText(other)
		c.pay(written)
		return *c.steps < 0 || written == shown
	}
	if want, ok := s["const"]; ok && !same(want) {
		return c.fail(path, shown+" ≠ "+asText(want))
	}
	if values, ok := s["enum"].([]any); ok {
		return slices.ContainsFunc(values, same) || c.fail(path, shown+" ∉ enum")
	}
	return true
}

// asText is a decoded value as JSON, members by name, to compare it.
func asText(value any) string {
	data, err := json.Marshal(value, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(data)
}

func (c *conformance) checkBounds(s map[string]any, value any, path string) bool {
	var size float64
	var least, most string
	switch v := value.(type) {
	case string:
		size, least, most = float64(utf8.RuneCountInString(v)), "minLength", "maxLength"
	case float64:
		size, least, most = v, "minimum", "maximum"
	case []any:
		size, least, most = float64(len(v)), "minItems", "maxItems"
	default:
		return true
	}
	show := func(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }
	if n, ok := number(s[least]); ok && size < n {
		return c.fail(path, least+": "+show(size)+" < "+show(n))
	}
	if n, ok := number(s[most]); ok && size > n {
		return c.fail(path, most+": "+show(size)+" > "+show(n))
	}
	return true
}

func (c *conformance) checkMembers(s map[string]any, value any, path string, depth int) bool {
	members, ok := value.(map[string]any)
	if !ok {
		return true
	}
	for _, name := range texts(s["required"]) {
		if _, there := members[name]; !there {
			return c.fail(path+"."+name, "absent")
		}
	}
	properties := object(s["properties"])
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member := members[name]
		if schema, declared := properties[name]; declared {
			if !c.check(schema, member, path+"."+name, depth-1) {
				return false
			}
		} else if s["patternProperties"] == nil && s["additionalProperties"] != nil &&
			!c.check(s["additionalProperties"], member, path+"."+name, depth-1) {
			return false
		}
	}
	return true
}

func (c *conformance) checkItems(s map[string]any, value any, path string, depth int) bool {
	if s["items"] == nil || s["prefixItems"] != nil {
		return true
	}
	for _, item := range list(value) {
		if !c.check(s["items"], item, path+"[]", depth-1) {
			return false
		}
	}
	return true
}

func (c *conformance) checkBranches(s map[string]any, value any, path string, depth int) bool {
	for _, branch := range list(s["allOf"]) {
		if !c.check(branch, value, path, depth-1) {
			return false
		}
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		branches := list(s[keyword])
		fits := len(branches) == 0
		for _, branch := range branches {
			fits = fits || (&conformance{root: c.root, steps: c.steps}).check(branch, value, path, depth-1)
		}
		if !fits {
			return c.fail(path, keyword)
		}
	}
	return true
}
