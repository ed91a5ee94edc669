package schema

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// time compiles a time.Time, whose rules may only speak of other fields.
func (b *builder) time(in slot) (node, *shape) {
	s := newShape("string")
	s.Format = "date-time"
	rest := ruleSet{items: in.rules.items}
	for _, r := range in.rules.rules {
		if readsClock[r.name] {
			b.ruleFault(r, "the rule reads the clock, so the retry of a call that worked would fail it; "+
				"compare in the handler, or use gtfield with another field")
			continue
		}
		rest.rules = append(rest.rules, r)
	}
	b.noRules(rest, "a time")
	return timeNode{}, s
}

var readsClock = map[string]bool{"min": true, "max": true, "gt": true, "gte": true, "lt": true, "lte": true}

// timeNode is time.Time, as an RFC 3339 text.
type timeNode struct{}

func (timeNode) decode(d *decoder, v reflect.Value) {
	if !d.expect('"', "string") {
		return
	}
	raw, ok := d.raw()
	if !ok {
		return
	}
	t, ok := readMoment(text(raw))
	if !ok {
		d.add(Problem{Code: BadFormat, Format: "date-time"})
		return
	}
	v.Set(reflect.ValueOf(t))
}

// strictMoment reports whether a text that package time reads is one of RFC 3339:
// time also takes a comma before the fraction and offsets that no zone has.
func strictMoment(s string) bool {
	if strings.Contains(s, ",") || len(s) < len("2026-07-28T09:00:00Z") {
		return false
	}
	if s[len(s)-1] == 'Z' {
		return true
	}
	zone := s[len(s)-len("+05:00"):]
	return zone[1:3] <= "23" && zone[4:] <= "59"
}

func (timeNode) check(*walk, reflect.Value) {}

func (timeNode) encode(e *encoder, v reflect.Value) {
	t, _ := reflect.TypeAssert[time.Time](v)
	text, err := t.MarshalText()
	if err != nil {
		e.fail("the time cannot be written as RFC 3339: the year or the offset is out of range")
		return
	}
	e.buf = appendText(e.buf, string(text))
}

// units are how a time.Duration may be counted, by the word in unit=….
var units = map[string]time.Duration{
	"millis":  time.Millisecond,
	"seconds": time.Second,
	"minutes": time.Minute,
	"hours":   time.Hour,
	"days":    24 * time.Hour,
}

// duration compiles a time.Duration: a whole number of the unit that its tag
// states. Its rules are durations, such as min=5m.
func (b *builder) duration(in slot) (node, *shape) {
	s := newShape("integer")
	n := &durationNode{unit: units[in.tag.unit]}
	if n.unit == 0 {
		b.fault("", "a time.Duration does not say its unit; tag it asixto:\"unit=seconds\" (millis, minutes, hours, days), "+
			"or use an integer named after the unit")
		n.unit = time.Second
	}
	counted := ruleSet{items: in.rules.items}
	for _, r := range in.rules.rules {
		if r.hasParam {
			d, err := time.ParseDuration(r.param)
			if err != nil || d%n.unit != 0 {
				b.ruleFault(r, "write a duration of whole "+in.tag.unit+", such as "+(5*n.unit).String())
				continue
			}
			r.param = formatInt(int64(d / n.unit))
		}
		counted.rules = append(counted.rules, r)
	}
	limit, parse := n.limit(), parseInt(64)
	parse.least, parse.most = -limit, limit
	n.rules = numberRules(b, counted, s, "a duration", parse)
	if b.opts.Direction == Input && s.Enum == nil {
		s.Minimum = cmp.Or(s.Minimum, formatInt(-limit))
		s.Maximum = cmp.Or(s.Maximum, formatInt(limit))
	}
	return n, s
}

// durationNode is time.Duration as a whole number of its unit.
type durationNode struct {
	unit  time.Duration
	rules bounds[int64] // in units
}

func (n *durationNode) decode(d *decoder, v reflect.Value) {
	raw, ok := d.number(false)
	if !ok {
		return
	}
	limit := n.limit()
	count, err := strconv.ParseInt(string(raw), 10, 64)
	switch {
	case raw[0] == '-' && (err != nil || count < -limit):
		d.add(Problem{Code: TooSmall, Limit: formatInt(-limit)})
		return
	case err != nil || count > limit:
		d.add(Problem{Code: TooLarge, Limit: formatInt(limit)})
		return
	}
	v.SetInt(count * int64(n.unit))
}

// limit is the largest count of the unit that a time.Duration holds.
func (n *durationNode) limit() int64 { return int64((1<<63 - 1) / n.unit) }

// count rounds to whole units, halves away from zero.
func (n *durationNode) count(v reflect.Value) int64 {
	return int64(time.Duration(v.Int()).Round(n.unit) / n.unit)
}

func (n *durationNode) check(w *walk, v reflect.Value) {
	n.rules.hold(w, n.count(v), v.Interface, formatInt)
}

func (n *durationNode) encode(e *encoder, v reflect.Value) {
	e.buf = strconv.AppendInt(e.buf, n.count(v), 10)
}
