package asixto

import (
	"errors"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/asixto/speak"
	"github.com/asixto/go-sdk/meta"
)

// A Speaker is an answer type that says its own text. Spoken gets the call's
// metadata, so voice and chat may differ; the text is short, plain and can be
// read aloud. An empty text stands for the default: in chat the answer's JSON,
// in voice a plain sentence of its fields, with amounts and moments as package
// speak says them. next_action is in neither, see [Work].
//
// Spoken is called on the answer as the handler returned it, and must not change
// it. What it returns is kept: a replay says the same. [Paged] calls it more
// often, to see how long the text is.
type Speaker interface {
	// Spoken returns the text of the answer for this call.
	Spoken(call meta.Call) string
}

var (
	errInvalidText      = errors.New("asixto: Spoken returned invalid UTF-8")
	errNextActionSpoken = errors.New("asixto: Spoken repeats next_action, which is for the model alone: leave it out of the text")
)

// wording is what the answer's own Spoken says, or the default where it says
// nothing or what it must not; empty stands for the structured content. fault is
// for the log.
func wording(out any, structured []byte, call meta.Call) (text string, fault error) {
	defer func() {
		if v := recover(); v != nil {
			text, fault = defaultText(structured, call), &panicError{v, debug.Stack()}
		}
	}()
	said := ""
	if s, ok := out.(Speaker); ok {
		said = s.Spoken(call)
	}
	valid := strings.ToValidUTF8(said, "\uFFFD")
	switch {
	case said == "":
		return defaultText(structured, call), nil
	case repeatsNextAction(valid, structured):
		return defaultText(structured, call), errNextActionSpoken
	case valid != said:
		return valid, errInvalidText
	}
	return said, nil
}

// defaultText is the text of an answer without one of its own; empty stands for
// its JSON.
func defaultText(structured []byte, call meta.Call) string {
	if call.Channel() != meta.Voice {
		return string(withoutNextAction(structured))
	}
	return plainSentence(structured)
}

// nextOffsetKey is the property of a page that has another one behind it.
const nextOffsetKey = "siguiente_offset"

// unspoken are what a model reads and no customer hears.
func unspoken(name string) bool { return name == nextActionKey || name == nextOffsetKey }

// plainSentence says the fields of a JSON object one after the other, as
// "Radicado: SOP-12. Estado: abierto.". Values that are null are left out,
// lists are said up to three items, and of a page it is said that there is more.
func plainSentence(object []byte) string {
	text := strings.TrimSpace(sayMembers(object, ". "))
	if text == "" {
		return "Listo."
	}
	for name, value := range membersOf(object) {
		if name == nextOffsetKey && value.Kind() == '0' {
			return text + ". Hay más."
		}
	}
	return text + "."
}

// sayMembers says the members of one object with sep between them.
func sayMembers(object jsontext.Value, sep string) string {
	var said []string
	for name, value := range membersOf(object) {
		text := sayValue(value)
		if text == "" || unspoken(name) {
			continue
		}
		label := strings.ReplaceAll(name, "_", " ")
		if sep == ". " {
			label = upperFirst(label)
		}
		said = append(said, label+": "+text)
	}
	return strings.Join(said, sep)
}

// sayValue returns how a value is said, "" for nothing to say.
func sayValue(value jsontext.Value) string {
	switch value.Kind() {
	case '{':
		var amount speak.Money
		if json.Unmarshal(value, &amount) == nil && amount != (speak.Money{}) {
			return amount.Spoken()
		}
		return sayMembers(value, ", ")
	case '[':
		return sayList(value)
	case 'n':
		return ""
	case 't':
		return "sí"
	case 'f':
		return "no"
	case '"':
		var text string
		_ = json.Unmarshal(value, &text, jsontext.AllowInvalidUTF8(true)) // the codec wrote it
		if moment, ok := momentOf(text); ok {
			return speak.FullMoment(moment)
		}
		if uuidForm.FindString(text) == text {
			return "" // no one can follow it by ear
		}
		return strings.TrimRight(plainWords(text), ".")
	default:
		return string(value)
	}
}

// plainWords is a text, or the words of one that is an enum's value: "en cola" for
// "en_cola".
func plainWords(text string) string {
	for _, r := range text {
		if r != '_' && !unicode.IsLower(r) {
			return text
		}
	}
	return strings.ReplaceAll(text, "_", " ")
}

// momentOf reads a text in the form of a moment with its offset.
func momentOf(text string) (time.Time, bool) {
	if len(text) < len("2006-01-02T15:04:05Z") || text[4] != '-' || text[10] != 'T' {
		return time.Time{}, false
	}
	moment, err := time.Parse(time.RFC3339, text)
	return moment, err == nil
}

// sayList says the first items of a list and how many follow.
func sayList(list jsontext.Value) string {
	var said []string
	more := 0
	items := itemsOf(list)
	for _, item := range items {
		text := sayValue(item)
		switch {
		case text == "":
		case len(said) < VoiceItems:
			said = append(said, text)
		default:
			more++
		}
	}
	switch {
	case len(items) == 0:
		return "no hay" // whatever the gender of what is listed
	case len(said) == 0:
		return ""
	}
	text := strings.Join(said, "; ")
	if more > 0 {
		text += "; y " + strconv.Itoa(more) + " más"
	}
	return text
}

// counted says a number of things, one of them in words.
func counted(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return strconv.Itoa(n) + " " + many
}

func upperFirst(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
