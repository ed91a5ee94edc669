package schema

import (
	"regexp"
	"strings"
	"time"
)

// layoutFormats are the layouts that JSON Schema has a name for.
var layoutFormats = map[string]string{
	time.DateOnly: "date",
	time.RFC3339:  "date-time",
}

// layoutParts are the parts of a layout that are plain digits, as time.Parse reads
// them: an hour of one digit, a fraction after the seconds and a sign in a year of two
// digits pass. What a layout may hold beyond them (names of months, zones) has no short
// pattern.
var layoutParts = []struct{ part, pattern string }{
	{"2006", "[0-9]{4}"}, {"01", "[0-9]{2}"}, {"02", "[0-9]{2}"}, {"15", "[0-9]{1,2}"},
	{"04", "[0-9]{2}"}, {"05", "[0-9]{2}([.,][0-9]+)?"}, {"06", "[-+0-9][0-9]"}, {"03", "[0-9]{2}"},
}

// wordy starts every other part that time.Parse gives a meaning.
const wordy = "JMPpZ_0123456789"

// layoutWord is what a layout asks for: a date, a time or both.
func layoutWord(layout string) string {
	date := strings.ContainsAny(layout, "2J6") || strings.Contains(layout, "01")
	hour := strings.Contains(layout, "15") || strings.ContainsAny(layout, "34")
	switch {
	case date && !hour:
		return "date"
	case hour && !date:
		return "time"
	case layoutFormats[layout] != "":
		return layoutFormats[layout]
	}
	return "datetime"
}

// layoutPattern is a pattern for the texts of a layout, empty where there is none.
func layoutPattern(layout string) string {
	if layoutFormats[layout] != "" {
		return ""
	}
	var b strings.Builder
	b.WriteByte('^')
	for rest := layout; rest != ""; {
		if after := strings.TrimLeft(rest, " "); after != rest { // any number of blanks passes for a blank
			b.WriteString(map[bool]string{true: " *", false: " +"}[after == ""])
			rest = after
			continue
		}
		part, pattern := nextPart(rest)
		if pattern == "" {
			if strings.Contains(wordy, part) {
				return ""
			}
			pattern = regexp.QuoteMeta(part)
		}
		b.WriteString(pattern)
		rest = rest[len(part):]
	}
	return b.String() + "$"
}

func nextPart(layout string) (part, pattern string) {
	for _, p := range layoutParts {
		if strings.HasPrefix(layout, p.part) {
			return p.part, p.pattern
		}
	}
	return layout[:1], ""
}
