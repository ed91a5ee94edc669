package asixto

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/meta"
)

// A Speaker is an answer type that says its own text. Spoken gets the call's
// metadata, so voice and chat may differ; the text is short, plain and can be
// read aloud. An empty text stands for the default: in chat the answer's JSON,
// in voice a plain sentence of its fields.
//
// Spoken is called on the answer as the handler returned it, and must not change
// it. What it returns is kept: a replay says the same. [Paged] calls it more
// often, to see how long the text is.
type Speaker interface {
	// Spoken returns the text of the answer for this call.
	Spoken(call meta.Call) string
}

// defaultText is the text of an answer without one of its own; empty stands for
// its JSON.
func defaultText(structured []byte, call meta.Call) string {
	if call.Channel() != meta.Voice {
		return ""
	}
	return plainSentence(structured)
}

// plainSentence says the fields of a JSON object one after the other, as
// "Radicado: SOP-12. Estado: abierto.". Values that are null are left out,
// lists are said up to three items.
func plainSentence(object []byte) string {
	var b strings.Builder
	d := jsontext.NewDecoder(bytes.NewBuffer(object))
	sayMembers(&b, d, ". ")
	text := strings.TrimSpace(b.String())
	if text == "" {
		return "Listo."
	}
	return text + "."
}

// sayMembers reads one object and says its members with sep between them.
func sayMembers(b *strings.Builder, d *jsontext.Decoder, sep string) {
	if _, err := d.ReadToken(); err != nil {
		return
	}
	first := true
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return
		}
		label := strings.ReplaceAll(name.String(), "_", " ")
		value := sayValue(d)
		if value == "" {
			continue
		}
		if !first {
			b.WriteString(sep)
		}
		first = false
		if sep == ". " {
			label = upperFirst(label)
		}
		b.WriteString(label + ": " + value)
	}
	_, _ = d.ReadToken()
}

// sayValue reads one value and returns how it is said, "" for nothing to say.
func sayValue(d *jsontext.Decoder) string {
	switch d.PeekKind() {
	case '{':
		var b strings.Builder
		sayMembers(&b, d, ", ")
		return b.String()
	case '[':
		return sayList(d)
	default:
		tok, err := d.ReadToken()
		if err != nil {
			return ""
		}
		switch tok.Kind() {
		case 'n':
			return ""
		case 't':
			return "sí"
		case 'f':
			return "no"
		default:
			return strings.TrimRight(tok.String(), ".")
		}
	}
}

// sayList reads one list and says its first items and how many follow.
func sayList(d *jsontext.Decoder) string {
	if _, err := d.ReadToken(); err != nil {
		return ""
	}
	var said []string
	more := 0
	for d.PeekKind() != ']' && d.PeekKind() != 0 {
		item := sayValue(d)
		switch {
		case item == "":
		case len(said) < VoiceItems:
			said = append(said, item)
		default:
			more++
		}
	}
	_, _ = d.ReadToken()
	if len(said) == 0 {
		return "ninguno"
	}
	text := strings.Join(said, "; ")
	if more > 0 {
		text += "; y " + strconv.Itoa(more) + " más"
	}
	return text
}

func upperFirst(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
