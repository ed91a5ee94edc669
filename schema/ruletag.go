package schema

import (
	"regexp"
	"strings"
)

// A rule is one item of a validate tag.
type rule struct {
	name     string
	param    string
	hasParam bool
	raw      string // as written, for messages and for the validator
}

// ruleSet is a validate tag taken apart at dive and keys.
type ruleSet struct {
	rules []rule
	keys  []rule   // between keys and endkeys
	items *ruleSet // after dive; nil without one
}

// parseRules splits a tag as validator/v10 does: commas between rules, 0x2C and
// 0x7C for a comma and a bar inside a parameter.
func (b *builder) parseRules(tag string) ruleSet {
	var set ruleSet
	if tag == "" {
		return set
	}
	items := strings.Split(tag, ",")
	for i := 0; i < len(items); i++ {
		switch item := items[i]; item {
		case "":
			b.fault(validateTag(tag), "a rule is empty; drop the comma")
		case "dive":
			inner := b.parseRules(strings.Join(items[i+1:], ","))
			set.items = &inner
			return set.withKeys(b, tag)
		case "structonly", "nostructlevel", "-":
			b.fault(validateTag(tag), quote(item)+" would leave values unchecked; drop it")
		default:
			set.rules = append(set.rules, parseRule(item))
		}
	}
	return set
}

// withKeys moves what stands between keys and endkeys to where it belongs.
func (s ruleSet) withKeys(b *builder, tag string) ruleSet {
	inner := s.items.rules
	if len(inner) == 0 || inner[0].name != "keys" {
		return s
	}
	for i, r := range inner {
		if r.name == "endkeys" {
			s.keys, s.items.rules = inner[1:i], inner[i+1:]
			return s
		}
	}
	b.fault(validateTag(tag), `"keys" has no "endkeys"; close it`)
	s.items.rules = nil
	return s
}

func parseRule(item string) rule {
	name, param, hasParam := strings.Cut(item, "=")
	if strings.Contains(item, "|") { // alternatives: the validator takes them whole
		name, param, hasParam = item, "", false
	}
	param = strings.ReplaceAll(strings.ReplaceAll(param, "0x2C", ","), "0x7C", "|")
	return rule{name: name, param: param, hasParam: hasParam, raw: item}
}

func validateTag(rules string) string { return `validate:"` + rules + `"` }

var listedValue = regexp.MustCompile(`'[^']*'|\S+`)

// listed splits the parameter of oneof: values between spaces, quoted with ' where
// they hold a space.
func listed(param string) []string {
	values := listedValue.FindAllString(param, -1)
	for i, v := range values {
		values[i] = strings.ReplaceAll(v, "'", "")
	}
	return values
}
