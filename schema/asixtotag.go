package schema

import (
	"reflect"
	"strings"
)

// asixtoTag is what the `asixto` tag of a field says: items separated by ";",
// each a word or word=value.
type asixtoTag struct {
	from     string            // from=tool.field: where the model gets the value
	internal bool              // an internal identifier, on purpose
	free     string            // free=reason: why the object may be of any form
	unit     string            // unit=seconds: how a time.Duration is counted
	allow    map[string]string // allow=rule-id: reason
}

func (b *builder) readAsixtoTag(f *goField) asixtoTag {
	var t asixtoTag
	raw := f.Tag.Get("asixto")
	if raw == "" {
		return t
	}
	fault := func(text string) { b.fault("asixto:"+quote(raw), text) }
	for item := range strings.SplitSeq(raw, ";") {
		key, value, hasValue := strings.Cut(item, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch key {
		case "internal":
			if hasValue {
				fault(quote(key) + " takes no value")
			}
			t.internal = true
		case "free":
			if t.free = value; value == "" {
				fault("write free=the reason in words")
				t.free = "…" // said, if badly: one fault is enough
			}
		case "strip":
			fault("strip takes a field out of an answer; in arguments write json:\"-\"")
		case "from":
			if tool, field, ok := strings.Cut(value, "."); !ok || tool == "" || field == "" {
				fault("write from=tool.field, the tool and the field of its answer that give the value")
			}
			t.from = value
		case "unit":
			if _, known := units[value]; !known {
				fault("write unit=millis, seconds, minutes, hours or days")
			}
			t.unit = value
		case "allow":
			rule, reason, _ := strings.Cut(value, ":")
			rule, reason = strings.TrimSpace(rule), strings.TrimSpace(reason)
			if rule == "" || reason == "" {
				fault("write allow=rule-id: the reason in words")
				continue
			}
			if t.allow == nil {
				t.allow = make(map[string]string)
			}
			t.allow[rule] = reason
		default:
			fault("unknown item " + quote(key) + "; known are from=tool.field, internal, strip, free=reason, unit=… and allow=rule-id: reason")
		}
	}
	return t
}

// stripped reports whether a field is the author's alone: it is in no answer and in
// no schema of one, whatever its other tags say.
func stripped(tag reflect.StructTag) bool {
	for item := range strings.SplitSeq(tag.Get("asixto"), ";") {
		if strings.TrimSpace(item) == "strip" {
			return true
		}
	}
	return false
}
