package schema

import (
	"cmp"
	"maps"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Messages are the words for what is wrong with a value: clauses that a person
// hears, joined into one sentence. What is left empty is taken from [Spanish], so
// replacing one clause takes one entry; a translation fills in everything.
//
// A clause may hold {field}, {limit}, {allowed}, {type}, {got}, {format} and {peer},
// which stand for the label of the value and the parts of its [Problem].
type Messages struct {
	// Clauses by code. "min_length:1" is preferred to "min_length" where the
	// limit is 1, and so on.
	Clauses map[string]string
	// Types are the words for the JSON types: "string", "integer", "number",
	// "boolean", "array", "object".
	Types map[string]string
	// Formats are the words for the validator's rules on texts, such as "email".
	// A rule without a word uses the one under "".
	Formats map[string]string
	// Item is what an element of a list is called beside the label of the list;
	// {number} counts from one.
	Item string
	// Whole is the label of the arguments as a whole.
	Whole string
	// Or joins the last two of the allowed values: "a, b o c".
	Or string
	// And joins the last two of several names: "a, b y c".
	And string
	// Check introduces the bare names where the clauses do not fit:
	// "Revise estos datos: a, b y c.".
	Check string
	// More ends a sentence that leaves problems out; {count} is their number.
	More string
}

// Spanish are the built-in messages: neutral Spanish, made to be read aloud. The
// maps are the caller's own.
func Spanish() Messages {
	return Messages{
		Clauses: maps.Clone(spanishClauses),
		Types:   maps.Clone(spanishTypes),
		Formats: maps.Clone(spanishFormats),
		Item:    "elemento {number}",
		Whole:   "la solicitud",
		Or:      " o ",
		And:     " y ",
		Check:   "Revise estos datos: ",
		More:    " Hay {count} más por corregir.",
	}
}

var spanishClauses = map[string]string{
	string(Missing):           "falta {field}",
	string(Null):              "falta {field}",
	string(Needed):            "falta {field}",
	string(Unknown):           "sobra el dato {field}",
	string(Unknown) + ":peer": "el dato {field} se llama {peer}",
	string(Duplicate):         "{field} llegó dos veces",
	string(WrongType):         "{field} debe ser {type}, no {got}",
	string(NotWhole):          "{field} debe ser un número entero",
	string(OutOfRange):        "{field} está fuera del rango admitido",
	string(TooShort):          "{field} debe tener al menos {limit} caracteres",
	string(TooShort) + ":1":   "{field} no puede ir en blanco",
	string(TooLong):           "{field} admite hasta {limit} caracteres",
	string(TooLong) + ":1":    "{field} admite un solo carácter",
	string(TooSmall):          "{field} debe ser {limit} o más",
	string(TooLarge):          "{field} debe ser {limit} o menos",
	string(NotAbove):          "{field} debe ser mayor que {limit}",
	string(NotBelow):          "{field} debe ser menor que {limit}",
	string(TooFew):            "{field} debe traer al menos {limit} elementos",
	string(TooFew) + ":1":     "{field} debe traer al menos un elemento",
	string(TooMany):           "{field} admite hasta {limit} elementos",
	string(TooMany) + ":1":    "{field} admite un solo elemento",
	string(Repeated):          "{field} no puede repetir elementos",
	string(NotAllowed):        "{field} debe ser {allowed}",
	string(Unconfirmed):       "hay que confirmar {field}",
	string(BadFormat):         "{field} debe ser {format}",
	string(TooBig):            "{field} es demasiado grande",
	string(Excluded):          "{field} no aplica en este caso",
	string(Mismatch):          "{field} no concuerda con {peer}",
	string(Malformed):         "los datos llegaron mal formados",
}

var spanishTypes = map[string]string{
	"string":  "un texto",
	"integer": "un número entero",
	"number":  "un número",
	"boolean": "sí o no",
	"array":   "una lista",
	"object":  "un grupo de datos",
}

var spanishFormats = map[string]string{
	"":                "un valor con el formato correcto",
	"email":           "un correo electrónico válido",
	"url":             "una dirección web válida",
	"http_url":        "una dirección web válida",
	"https_url":       "una dirección web segura",
	"uri":             "una dirección web válida",
	"uuid":            "un identificador válido",
	"uuid4":           "un identificador válido",
	"datetime":        "una fecha con hora",
	"date":            "una fecha válida",
	"date-time":       "una fecha con hora y zona",
	"time":            "una hora válida",
	"timezone":        "una zona horaria válida",
	"numeric":         "un número",
	"number":          "solo dígitos",
	"alpha":           "solo letras sin tilde",
	"alphaunicode":    "solo letras",
	"alphanum":        "solo letras y números",
	"alphanumunicode": "solo letras y números",
	"alphaspace":      "solo letras y espacios",
	"alphanumspace":   "solo letras, números y espacios",
	"e164":            "un teléfono con indicativo",
	"ip":              "una dirección IP",
	"ipv4":            "una dirección IP",
	"ipv6":            "una dirección IP",
	"iso4217":         "una moneda válida",
	"lowercase":       "solo minúsculas",
	"uppercase":       "solo mayúsculas",
	"latitude":        "una latitud válida",
	"longitude":       "una longitud válida",
	"credit_card":     "un número de tarjeta válido",
	"base64":          "datos en base64",
	"ne":              "otro valor",
	"noneof":          "otro valor",
	"noneofci":        "otro valor",
	"country_code":    "un código de país",
	"semver":          "un número de versión",
	"hostname":        "un nombre de servidor",
	"fqdn":            "un nombre de dominio",
	"json":            "un texto JSON",
}

// orSpanish fills what is empty with the built-in words.
func (m *Messages) orSpanish() *Messages {
	es := Spanish()
	maps.Copy(es.Clauses, m.Clauses)
	maps.Copy(es.Types, m.Types)
	maps.Copy(es.Formats, m.Formats)
	for _, s := range []struct {
		spanish *string
		own     string
	}{
		{&es.Item, m.Item}, {&es.Whole, m.Whole}, {&es.Or, m.Or}, {&es.And, m.And}, {&es.Check, m.Check}, {&es.More, m.More},
	} {
		*s.spanish = cmp.Or(s.own, *s.spanish)
	}
	return &es
}

// clause is one problem in words, without a capital or a full stop.
func (m *Messages) clause(p Problem, allowed int) string {
	key := string(p.Code)
	template, ok := m.Clauses[key+":"+p.Limit]
	if p.Code == Unknown && p.Peer != "" {
		template, ok = m.Clauses[key+":peer"]
	}
	if !ok {
		template = m.Clauses[key]
	}
	label := p.Label
	if label == "" {
		label = m.Whole
	}
	return strings.NewReplacer(
		"{field}", label, "{limit}", p.Limit, "{allowed}", m.list(p.Allowed, m.Or, allowed),
		"{type}", m.Types[p.Type], "{got}", m.Types[p.Got], "{format}", m.format(p.Format), "{peer}", p.Peer,
	).Replace(template)
}

// format is the word for a rule, or for each of its alternatives.
func (m *Messages) format(rule string) string {
	words := strings.Split(rule, "|")
	for i, name := range words {
		word, ok := m.Formats[name]
		if !ok {
			return m.Formats[""]
		}
		words[i] = word
	}
	return m.list(words, m.Or, len(words))
}

// list joins values as a person says them; beyond the limit it ends in "…".
func (m *Messages) list(values []string, last string, limit int) string {
	switch {
	case len(values) == 0:
		return ""
	case len(values) > limit:
		return strings.Join(values[:limit], ", ") + "…"
	case len(values) == 1:
		return values[0]
	}
	return strings.Join(values[:len(values)-1], ", ") + last + values[len(values)-1]
}

func (m *Messages) more(count int) string {
	return strings.ReplaceAll(m.More, "{count}", strconv.Itoa(count))
}

// How many allowed values are worth hearing, and worth reading.
const (
	spokenValues  = 6
	writtenValues = 40
)

// sentence says the problems aloud: as clauses while they fit, else by name.
func (m *Messages) sentence(problems []Problem) string {
	named := firstOfEachLabel(problems)
	rest := ""
	if n := len(problems) - len(named); n > 0 {
		rest = m.more(n)
	}
	clauses := make([]string, len(named))
	labels := make([]string, len(named))
	for i, p := range named {
		clauses[i], labels[i] = m.clause(p, spokenValues), p.Label
	}
	if s := capital(strings.Join(clauses, "; ")) + "." + rest; utf16Len(s) <= maxMessage {
		return s
	}
	s := m.Check + m.list(labels, m.And, maxNamed) + "." + rest
	if utf16Len(s) <= maxMessage {
		return s
	}
	return shorten(s, maxMessage-1) + "…"
}

func firstOfEachLabel(problems []Problem) []Problem {
	var named []Problem
	seen := make(map[string]bool, maxNamed)
	for _, p := range problems {
		if len(named) == maxNamed {
			break
		}
		if !seen[p.Label] {
			seen[p.Label] = true
			named = append(named, p)
		}
	}
	return named
}

// detail is a problem for the trace: its path and its clause.
func (m *Messages) detail(p Problem) string {
	clause := m.clause(p, writtenValues)
	if p.Path == "" {
		return clause
	}
	return p.Path + ": " + clause
}

// maxLabel is how long a label may be, in characters, to be said aloud.
const maxLabel = 40

// labelOf is what a person calls a field: the first clause of its description
// where that is short, else its name.
func labelOf(name, description string) string {
	first := description
	if i := strings.IndexAny(description, ",.;:("); i >= 0 {
		first = description[:i]
	}
	first = strings.TrimSpace(first)
	if first == "" || utf8.RuneCountInString(first) > maxLabel {
		return speakable(name)
	}
	return small(first)
}

// speakable turns a name, maybe one that a stranger sent, into words.
func speakable(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r == '_' || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, name)
	if utf8.RuneCountInString(clean) > maxLabel {
		clean = shorten(clean, maxLabel-1) + "…"
	}
	return strings.TrimSpace(clean)
}

// shorten keeps the first n UTF-16 units, whole characters only.
func shorten(s string, n int) string {
	for i, r := range s {
		if n -= utf16Len(string(r)); n < 0 {
			return s[:i]
		}
	}
	return s
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// small lowers a leading capital, unless the word is all capitals ("NIT").
func small(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[size:])
	if unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[size:]
}
