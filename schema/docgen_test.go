package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// docgen writes documents from a schema: right ones, and ones with a few mistakes
// at any depth.
type docgen struct {
	rand     *rand.Rand
	mistakes int                 // still to be made
	right    map[string][]string // texts by the schema that they satisfy
}

func newDocgen(seed uint64) docgen {
	return docgen{rand: rand.New(rand.NewPCG(seed, 1)), right: make(map[string][]string)}
}

type schemaDoc = map[string]any

// document writes one, meant to be right two times in five.
func (g *docgen) document(schema schemaDoc) []byte {
	g.mistakes = 0
	if g.rand.IntN(5) < 3 {
		g.mistakes = 1 + g.rand.IntN(2)
	}
	if g.mistakes > 0 && g.rand.IntN(200) == 0 {
		if doc := g.anything(); doc != "null" {
			return []byte(doc)
		}
	}
	return []byte(g.value(schema))
}

// errs decides whether to make a mistake here.
func (g *docgen) errs() bool {
	if g.mistakes == 0 || g.rand.IntN(3) > 0 {
		return false
	}
	g.mistakes--
	return true
}

func (g *docgen) value(s schemaDoc) string {
	if branches, ok := s["anyOf"].([]any); ok {
		return g.value(branches[g.rand.IntN(len(branches))].(schemaDoc))
	}
	types := typesOf(s)
	if types[0] != "object" && g.errs() {
		return g.anything()
	}
	if enum, ok := s["enum"].([]any); ok {
		return encode(enum[g.rand.IntN(len(enum))])
	}
	switch types[g.rand.IntN(len(types))] {
	case "object":
		return g.object(s)
	case "array":
		return g.array(s)
	case "string":
		return encode(g.text(s))
	case "integer":
		return g.integer(s)
	case "number":
		return g.number(s)
	case "boolean":
		return strconv.FormatBool(g.rand.IntN(2) == 0)
	}
	return "null"
}

func typesOf(s schemaDoc) []string {
	switch t := s["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var names []string
		for _, name := range t {
			names = append(names, name.(string))
		}
		return names
	}
	return []string{""} // an enum says it all
}

func (g *docgen) object(s schemaDoc) string {
	var members []string
	met := make(map[string]bool) // a repeated name is a gap
	add := func(name, value string) {
		if !met[name] {
			members = append(members, encode(name)+":"+value)
		}
		met[name] = true
	}
	properties, declared := s["properties"].(schemaDoc)
	required := make(map[string]bool)
	if names, ok := s["required"].([]any); ok {
		for _, name := range names {
			required[name.(string)] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		p := properties[name]
		if required[name] && g.errs() || !required[name] && g.rand.IntN(3) == 0 {
			continue
		}
		if g.mistakes > 0 && g.rand.IntN(25) == 0 {
			g.mistakes--
			add(strings.ToUpper(name), g.value(p.(schemaDoc)))
			continue
		}
		add(name, g.value(p.(schemaDoc)))
	}
	if declared && g.mistakes > 0 && g.rand.IntN(10) == 0 {
		g.mistakes--
		add("campo_de_mas", g.anything())
	}
	if values, ok := s["additionalProperties"].(schemaDoc); ok {
		names, _ := s["propertyNames"].(schemaDoc)
		for i, n := 0, g.count(s, "minProperties", "maxProperties"); i < n; i++ {
			key := string(rune('a'+i)) + "x"[:g.rand.IntN(2)]
			if names != nil {
				key = g.keyName(names, i)
			}
			add(key, g.value(values))
		}
	}
	g.rand.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",") + "}"
}

func (g *docgen) keyName(names schemaDoc, i int) string {
	if enum, ok := names["enum"].([]any); ok && !g.errs() {
		return enum[i%len(enum)].(string)
	}
	if g.errs() {
		return "una clave larga"
	}
	return string(rune('a' + i))
}

func (g *docgen) array(s schemaDoc) string {
	items := s["items"].(schemaDoc)
	var values []string
	seen := map[string]bool{}
	for i, n := 0, g.count(s, "minItems", "maxItems"); i < n; i++ {
		v := g.value(items)
		if s["uniqueItems"] == true && seen[v] && g.mistakes == 0 {
			continue
		}
		seen[v] = true
		values = append(values, v)
	}
	return "[" + strings.Join(values, ",") + "]"
}

// count is a number of elements within the limits, or just outside by mistake.
func (g *docgen) count(s schemaDoc, least, most string) int {
	lo, hi := intOf(s[least], 0), intOf(s[most], intOf(s[least], 0)+3)
	n := lo + g.rand.IntN(hi-lo+1)
	if g.errs() {
		n = []int{max(0, lo-1), hi + 1}[g.rand.IntN(2)]
	}
	return n
}

func intOf(v any, otherwise int) int {
	n, ok := v.(json.Number)
	if !ok {
		return otherwise
	}
	i, err := strconv.Atoi(n.String())
	if err != nil {
		return otherwise
	}
	return i
}

// texts are tried against a pattern until one fits.
var texts = []string{
	"", "a", "ab", "abc", "abcd", "abcde", "abcdefgh", "alta", "normal", "fijo", "uno", "dos", "CC103245", "CC1", "correo.co", "x.co",
	"con a-b", "a-b", "xyz", "12", "123", "-4.5", "+7", "0", "007", "-12", "#fff", "#A1B2C3D4", "0xFF", "beef", "+573001234567", "3001234567",
	"ñandú", "Ñ", "ไทย", "🙂", "🙂🙂🙂🙂🙂", "a b", "dos palabras", "<b>", "]", "^", "$(", "$(x", "tab\t", "nul\u0000",
	"2026-07-28", "2026-07-28T10:00:00Z", "2026-07-28T10:00:00.5-05:00", "no es fecha", "QUJD", "QUJDRA==", "QQ==", "QUJDREVG", "????", "a@b.co", "ABC123", "-5", "lunes",
	"123e4567-e89b-12d3-a456-426614174000", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "\u00e1", "e\u0301", "con-,",
}

func (g *docgen) text(s schemaDoc) string {
	switch {
	case s["format"] == "date-time":
		return "2026-07-28T10:00:00-05:00"
	case s["contentEncoding"] == "base64":
		return g.fitting([]string{"", "QQ==", "QUJD", "QUJDREVG"}, s)
	}
	return g.fitting(texts, s)
}

// fitting is one of several texts that satisfies the schema; any one where none
// does.
func (g *docgen) fitting(all []string, s schemaDoc) string {
	pattern, _ := s["pattern"].(string)
	key := fmt.Sprint(len(all), s["minLength"], s["maxLength"], pattern)
	right, known := g.right[key]
	if !known {
		form := regexp.MustCompile(pattern)
		for _, t := range all {
			if n := len([]rune(t)); n >= intOf(s["minLength"], 0) && n <= intOf(s["maxLength"], 1000) && form.MatchString(t) {
				right = append(right, t)
			}
		}
		g.right[key] = right
	}
	if len(right) == 0 || g.mistakes > 0 && g.rand.IntN(20) == 0 {
		return all[g.rand.IntN(len(all))]
	}
	return right[g.rand.IntN(len(right))]
}

func (g *docgen) integer(s schemaDoc) string {
	lo, hi := intOf(s["minimum"], -40), intOf(s["maximum"], 120)
	n := lo
	if hi > lo {
		n += g.rand.IntN(min(hi-lo+1, 1_000_000))
	}
	switch g.rand.IntN(12) {
	case 0:
		return strconv.Itoa(n) + ".0"
	case 1:
		return strconv.Itoa(n) + "e0"
	case 2:
		return []string{"9007199254740993", "-9007199254740993", "1e2", "12.50e1", "-0", "0.0", "1E+1", "300e-1"}[g.rand.IntN(8)]
	}
	return strconv.Itoa(n)
}

func (g *docgen) number(s schemaDoc) string {
	numbers := []string{"0", "1", "5", "0.5", "0.25", "99.75", "-2.25", "3.125", "100", "1e2", "-1", "50.5", "99.5", "1.5e1"}
	for range 8 {
		n := numbers[g.rand.IntN(len(numbers))]
		f, _ := strconv.ParseFloat(n, 64)
		lo, hasLo := s["minimum"].(json.Number)
		hi, hasHi := s["maximum"].(json.Number)
		if hasLo && f < number(lo) || hasHi && f > number(hi) {
			continue
		}
		return n
	}
	return numbers[g.rand.IntN(len(numbers))]
}

func number(n json.Number) float64 {
	f, _ := n.Float64()
	return f
}

// anything is a value of any type, mostly a wrong one.
func (g *docgen) anything() string {
	all := []string{
		"null", "null", "true", "false", "0", "-1", "1", "5", "5.5", "1.5", "101", "100000", "-32769", "4294967296", "1e3", "0.5",
		`""`, `"x"`, `"5"`, `"true"`, `"[1,2]"`, "[]", "{}", "[null]", `["a",null]`, `["a","a"]`, "[1,1.0]", `{"x":1}`, `[[]]`, `[{}]`,
	}
	if g.rand.IntN(2) == 0 {
		return all[g.rand.IntN(len(all))]
	}
	return encode(texts[g.rand.IntN(len(texts))])
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // of values this file made
	}
	return string(b)
}
