package rules

import "slices"

// types are the names under "type", one or a list.
func types(n *node) []string {
	t := n.get("type")
	if t.isString() {
		return []string{t.text}
	}
	names, _ := t.texts()
	return names
}

var jsonTypes = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// typed reports whether a schema says what its values are: by type, by listing
// them, or by branches that do.
func typed(n *node) bool {
	if names := types(n); len(names) > 0 {
		return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(jsonTypes, name) })
	}
	if len(n.get("enum").items) > 0 || n.has("const") {
		return true
	}
	for _, keyword := range unions {
		if branches := n.get(keyword).items; len(branches) > 0 {
			return !slices.ContainsFunc(branches, func(b *node) bool { return !typed(b) })
		}
	}
	return slices.ContainsFunc(n.get("allOf").items, typed)
}

// saysType reports whether a schema names a type itself or in a branch of a
// union.
func saysType(n *node, name string) bool {
	if slices.Contains(types(n), name) {
		return true
	}
	return slices.ContainsFunc(conditionLists, func(keyword string) bool {
		return slices.ContainsFunc(n.get(keyword).items, func(b *node) bool { return saysType(b, name) })
	})
}

// acceptsNull reports whether null satisfies a schema. What stands behind a
// reference is not known and counts as refusing it.
func acceptsNull(n *node) bool {
	switch {
	case n.isBool():
		return n.isTrue()
	case !n.isObject(), n.has("$ref"), n.has("$dynamicRef"):
		return false
	case n.has("type") && !slices.Contains(types(n), "null"):
		return false
	case n.has("enum") && !slices.ContainsFunc(n.get("enum").items, (*node).isNull):
		return false
	case n.has("const") && !n.get("const").isNull():
		return false
	case n.has("not") && acceptsNull(n.get("not")):
		return false
	}
	return branchesAcceptNull(n)
}

func branchesAcceptNull(n *node) bool {
	count := func(keyword string) (accepting, all int) {
		branches := n.get(keyword).items
		for _, b := range branches {
			if acceptsNull(b) {
				accepting++
			}
		}
		return accepting, len(branches)
	}
	if some, _ := count("anyOf"); n.has("anyOf") && some == 0 {
		return false
	}
	if one, _ := count("oneOf"); n.has("oneOf") && one != 1 {
		return false
	}
	if some, all := count("allOf"); some != all {
		return false
	}
	if !n.has("if") {
		return true
	}
	then := "then"
	if !acceptsNull(n.get("if")) {
		then = "else"
	}
	return !n.has(then) || acceptsNull(n.get(then))
}

// boundedFormats have values of a bounded length.
var boundedFormats = []string{"date", "date-time", "time", "uuid", "ipv4", "ipv6"}

// freeText reports whether a schema takes a string of any length.
func freeText(n *node) bool {
	switch {
	case n.isFalse():
		return false
	case len(types(n)) > 0 && !slices.Contains(types(n), "string"):
		return false
	case n.has("enum"), n.has("const"), n.get("maxLength").isCount():
		return false
	case slices.Contains(boundedFormats, n.get("format").text):
		return false
	}
	for _, keyword := range unions {
		if branches := n.get(keyword).items; len(branches) > 0 && !slices.ContainsFunc(branches, freeText) {
			return false
		}
	}
	return !slices.ContainsFunc(n.get("allOf").items, func(b *node) bool { return !freeText(b) })
}

// enumerated are the values a schema lists, by itself and in its branches: a
// union of constants is how some libraries write an enum.
func enumerated(n *node) []*node {
	values := slices.Clone(n.get("enum").items)
	if n.has("const") {
		values = append(values, n.get("const"))
	}
	for _, keyword := range conditionLists {
		for _, b := range n.get(keyword).items {
			values = append(values, enumerated(b)...)
		}
	}
	return values
}

// uuid reports whether a schema's strings are UUIDs, by format or by pattern.
func uuid(n *node) bool {
	if n.get("format").text == "uuid" || uuidPattern.MatchString(n.get("pattern").text) {
		return true
	}
	return slices.ContainsFunc(conditionLists, func(keyword string) bool {
		return slices.ContainsFunc(n.get(keyword).items, uuid)
	})
}
