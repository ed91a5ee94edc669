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
	cross []rule   // those that speak of other fields
	keys  []rule   // between keys and endkeys, of a map
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
	for i, item := range items {
		switch item {
		case "":
			b.fault(validateTag(tag), "a rule is empty; drop the comma")
		case "dive":
			inner := b.parseRules(strings.Join(items[i+1:], ","))
			set.items = &inner
			b.takeKeys(&set, tag)
			return set
		case "structonly", "nostructlevel", "-":
			b.fault(validateTag(tag), quote(item)+" would leave values unchecked; drop it")
		default:
			if r := parseRule(item); crossRulebook[r.name] != notCross {
				set.cross = append(set.cross, r)
			} else {
				set.rules = append(set.rules, r)
			}
		}
	}
	return set
}

// takeKeys moves what stands between keys and endkeys, right after dive, to where
// it belongs.
func (b *builder) takeKeys(set *ruleSet, tag string) {
	inner := set.items.rules
	if len(inner) == 0 || inner[0].name != "keys" {
		return
	}
	for i, r := range inner {
		if r.name == "endkeys" {
			set.keys, set.items.rules = inner[1:i], inner[i+1:]
			return
		}
	}
	b.fault(validateTag(tag), `"keys" has no "endkeys"; close it`)
	set.items.rules = nil
}

func parseRule(item string) rule {
	name, param, hasParam := strings.Cut(item, "=")
	if strings.Contains(item, "|") { // alternatives: the validator takes them whole
		name, param, hasParam = item, "", false
	}
	param = strings.ReplaceAll(strings.ReplaceAll(param, "0x2C", ","), "0x7C", "|")
	return rule{name: name, param: param, hasParam: hasParam, raw: item}
}

func validateTag(rules string) string { return "validate:" + quote(rules) }

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
