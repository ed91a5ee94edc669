package schema

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A decimal is a JSON number as it was written, every digit of it: its value is
// 0.digits times ten to the power of exp.
type decimal struct {
	negative bool
	digits   []byte // without zeros at either end; none for zero
	exp      int
}

func decimalOf(raw []byte) decimal {
	mantissa, exp := raw, 0
	if i := bytes.IndexAny(raw, "eE"); i >= 0 {
		mantissa, exp = raw[:i], clampedExp(raw[i+1:])
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	negative := len(whole) > 0 && whole[0] == '-'
	if negative {
		whole = whole[1:]
	}
	all := slices.Concat(whole, fraction)
	digits := bytes.TrimLeft(all, "0")
	exp += len(whole) - (len(all) - len(digits))
	if digits = bytes.TrimRight(digits, "0"); len(digits) == 0 {
		return decimal{}
	}
	return decimal{negative, digits, exp}
}

// sign is -1, 0 or 1.
func (d decimal) sign() int {
	switch {
	case len(d.digits) == 0:
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// compare is negative where d is below other, zero where they are one number.
func (d decimal) compare(other decimal) int {
	if s := cmp.Compare(d.sign(), other.sign()); s != 0 || d.sign() == 0 {
		return s
	}
	return d.sign() * cmp.Or(cmp.Compare(d.exp, other.exp), bytes.Compare(d.digits, other.digits))
}

// appendTo writes the one spelling that all spellings of the number share.
func (d decimal) appendTo(buf []byte) []byte {
	if len(d.digits) == 0 {
		return append(buf, '0')
	}
	if d.negative {
		buf = append(buf, '-')
	}
	buf = append(append(buf, d.digits...), 'e')
	return strconv.AppendInt(buf, int64(d.exp-len(d.digits)), 10)
}

// compareNumbers compares two JSON numbers by all of their digits.
func compareNumbers[A, B ~[]byte | ~string](a A, b B) int {
	return decimalOf([]byte(a)).compare(decimalOf([]byte(b)))
}

// sameJSON compares values, not spellings.
func sameJSON(a, b jsontext.Value) bool { return canonical(a) == canonical(b) }

// canonical is the one spelling of a value.
func canonical(raw jsontext.Value) string {
	if raw.Kind() == '0' {
		return string(decimalOf(raw).appendTo(nil))
	}
	v := withNumbers(raw, func(number []byte) []byte { return decimalOf(number).appendTo(nil) })
	if v.Format(jsontext.AllowDuplicateNames(true), jsontext.ReorderRawObjects(true)) != nil {
		return string(raw)
	}
	return string(v)
}

// withNumbers rewrites every number of a value, which is known to be JSON.
func withNumbers(raw jsontext.Value, rewrite func(number []byte) []byte) jsontext.Value {
	var out bytes.Buffer
	from := newRawDecoder(raw)
	to := jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true))
	for {
		var err error
		if from.PeekKind() == '0' {
			var number jsontext.Value
			if number, err = from.ReadValue(); err == nil {
				err = to.WriteValue(rewrite(number))
			}
		} else {
			var token jsontext.Token
			if token, err = from.ReadToken(); err == nil {
				err = to.WriteToken(token)
			}
		}
		if err != nil { // the end
			return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
		}
	}
}
