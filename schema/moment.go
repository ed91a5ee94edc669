package schema

import (
	"reflect"
	"strconv"
	"time"
)

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
	var t time.Time
	if err := t.UnmarshalText([]byte(text(raw))); err != nil {
		d.add(Problem{Code: BadFormat, Format: "date-time"})
		return
	}
	v.Set(reflect.ValueOf(t))
}

func (timeNode) check(*walk, reflect.Value) {}

func (timeNode) encode(e *encoder, v reflect.Value) {
	t, err := v.Interface().(time.Time).AppendText(append(e.buf, '"'))
	if err != nil {
		e.fail("the time cannot be written as RFC 3339: the year or the offset is out of range")
		return
	}
	e.buf = append(t, '"')
}

// units are how a time.Duration may be counted, by the word in unit=….
var units = map[string]time.Duration{
	"millis":  time.Millisecond,
	"seconds": time.Second,
	"minutes": time.Minute,
	"hours":   time.Hour,
	"days":    24 * time.Hour,
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
