package schema

import (
	"maps"
	"slices"
	"strings"
)

// unknownRule refuses a rule that is none for such a value, and says what was
// probably meant; otherwise is what to do where nobody knows.
func unknownRule(r rule, what, otherwise string) string {
	if fix, ok := misplaced[r.name]; ok {
		return quote(r.name) + " " + fix
	}
	return "unknown rule " + quote(r.name) + " for " + what + "; " + meant(r.name, otherwise)
}

// meant guesses what a rule was to say.
func meant(name, otherwise string) string {
	if fix, ok := otherTongues[strings.ToLower(name)]; ok {
		return fix
	}
	known := slices.Concat(limitRules, slices.Sorted(maps.Keys(textRulebook())), slices.Sorted(maps.Keys(crossRulebook)))
	if slices.Contains(known, name) {
		return otherwise
	}
	for _, rule := range known {
		if near(name, rule) || len(rule) == 3 && len(name) == 4 && strings.HasPrefix(name, rule) {
			return "write " + rule
		}
	}
	return otherwise
}

// limitRules are those that have a meaning of their own for each kind of value.
var limitRules = strings.Fields("required min max len eq gt gte lt lte oneof unique dive")

// otherTongues are rules of other libraries, and what says the same here.
var otherTongues = map[string]string{
	"date": "write datetime=2006-01-02", "time": "write datetime=15:04", "date-time": "make the field a time.Time",
	"phone": "write e164", "tel": "write e164", "telephone": "write e164",
	"regexp": statePattern, "regex": statePattern, "pattern": statePattern, "match": statePattern, "matches": statePattern,
	"enum": "write oneof=…", "in": "write oneof=…", "values": "write oneof=…",
	"minlength": "write min", "min_length": "write min", "minimum": "write min", "minitems": "write min",
	"maxlength": "write max", "max_length": "write max", "maximum": "write max", "maxitems": "write max",
	"positive": "write gt=0", "nonnegative": "write min=0", "notblank": "write required",
	"optional": usePointer, "nullable": usePointer, "default": "set it in Normalize or in the handler",
}

const (
	statePattern = "give the field a type of its own, with JSONSchema() that states the pattern"
	usePointer   = "make the field a pointer"
)

// Where nobody knows what a rule of a value was to say.
const notOfValidator = "use one of validator/v10 for such a value; the values of oneof stand between spaces, and a comma inside one is 0x2C"

const (
	readsDisk   = "reads the disk of the server; check in the handler"
	asksNetwork = "asks the network; check in the handler"
	reachesOut  = "reaches into another struct; compare in the handler"
)

// misplaced are rules the validator has and this package refuses.
var misplaced = map[string]string{
	"file": readsDisk, "filepath": readsDisk, "dir": readsDisk, "dirpath": readsDisk, "image": readsDisk, "uds_exists": readsDisk,
	"tcp_addr": asksNetwork, "tcp4_addr": asksNetwork, "tcp6_addr": asksNetwork, "udp_addr": asksNetwork, "udp4_addr": asksNetwork,
	"udp6_addr": asksNetwork, "ip_addr": asksNetwork, "ip4_addr": asksNetwork, "ip6_addr": asksNetwork, "unix_addr": asksNetwork,
	"eqcsfield": reachesOut, "necsfield": reachesOut, "gtcsfield": reachesOut, "gtecsfield": reachesOut, "ltcsfield": reachesOut,
	"ltecsfield": reachesOut, "postcode_iso3166_alpha2_field": reachesOut,
	"validateFn": "hides what it asks for from the schema; use Normalize and rules, or check in the handler",
	"keys":       "stands right after dive, and on a map", "endkeys": "stands after dive and keys",
}
