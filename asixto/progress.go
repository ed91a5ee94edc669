package asixto

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Progress is how far a long-running job is.
type Progress string

// The states of a job.
const (
	InProgress Progress = "en_curso"
	Finished   Progress = "terminado"
	Failed     Progress = "fallido"
)

// Values implements schema.Closed.
func (Progress) Values() []Progress { return []Progress{InProgress, Finished, Failed} }

// Work is the part of an answer about a job that outlives the call: the tool that
// starts it and the tool that tells its state both embed it.
//
//	type DiagnosticoOut struct {
//		asixto.Work
//
//		Resultado *string `json:"resultado,omitempty"`
//	}
//
// A model that has started a job asks for its state again and again, and tells
// the customer of each time. What stops it is NextAction, read at the moment when
// the model decides what comes next. It is sent in structuredContent alone and
// never in the text, whatever the channel: where an answer has no text of its own,
// the text is its JSON without next_action.
type Work struct {
	// Progress is how far the job is.
	Progress Progress `json:"progreso" doc:"Cómo va el trabajo"`
	// NextAction tells the model what to do now, and what not to do.
	NextAction string `json:"next_action,omitempty" doc:"Qué debe hacer el agente a continuación"`
}

// WorkStarted is the answer of the tool that starts a job. status names the tool
// that tells its state; usual is how long such a job takes, zero for unknown.
func WorkStarted(status string, usual time.Duration) Work {
	text := "Diga al cliente que el trabajo comenzó"
	if usual > 0 {
		text += " y que suele tardar " + spokenDuration(usual)
	}
	return Work{InProgress, text + ". No consulte el avance por su cuenta: use " + status + " solo cuando el cliente lo pida."}
}

// WorkRunning is the answer of the tool that tells the state of a job which has
// not ended.
func WorkRunning() Work {
	return Work{InProgress, "Diga al cliente que el trabajo sigue en curso. No lo consulte de nuevo hasta que el cliente lo pida."}
}

// WorkFinished is the answer about a job that has ended well: there is nothing
// more to do.
func WorkFinished() Work { return Work{Progress: Finished} }

// WorkFailed is the answer about a job that has failed, with what the model is to
// do now. It is no error: the state was asked for, and this is it.
func WorkFailed(nextAction string) Work { return Work{Failed, nextAction} }

// spokenDuration rounds up to seconds, minutes or hours.
func spokenDuration(d time.Duration) string {
	up := func(unit time.Duration) int { return int((d + unit - 1) / unit) }
	switch {
	case d <= 90*time.Second:
		return counted(up(time.Second), "un segundo", "segundos")
	case d <= 90*time.Minute:
		return counted(up(time.Minute), "un minuto", "minutos")
	}
	return counted(up(time.Hour), "una hora", "horas")
}

// nextActionKey is the property that only structuredContent carries.
const nextActionKey = "next_action"

func mayHoldNextAction(structured []byte) bool {
	return bytes.Contains(structured, []byte(`"`+nextActionKey+`"`))
}

// withoutNextAction is the object without the property at any depth, nil where it
// has none.
func withoutNextAction(structured []byte) []byte {
	if !mayHoldNextAction(structured) {
		return nil
	}
	out := appendWithoutNextAction(make([]byte, 0, len(structured)), structured)
	if len(out) == len(structured) { // the codec writes no white space, so nothing was left out
		return nil
	}
	return out
}

func appendWithoutNextAction(out []byte, value jsontext.Value) []byte {
	switch value.Kind() {
	case '{':
		sep := byte('{')
		for name, inner := range membersOf(value) {
			if name == nextActionKey {
				continue
			}
			out = append(appendQuote(append(out, sep), name), ':')
			out, sep = appendWithoutNextAction(out, inner), ','
		}
		if sep == '{' {
			out = append(out, '{')
		}
		return append(out, '}')
	case '[':
		sep := byte('[')
		for _, item := range itemsOf(value) {
			out, sep = appendWithoutNextAction(append(out, sep), item), ','
		}
		if sep == '[' {
			out = append(out, '[')
		}
		return append(out, ']')
	default:
		return append(out, value...)
	}
}

// repeatsNextAction reports whether a text holds what only structuredContent may.
func repeatsNextAction(text string, structured []byte) bool {
	return mayHoldNextAction(structured) && saysNextActionOf(structured, text)
}

func saysNextActionOf(value jsontext.Value, text string) bool {
	if value.Kind() == '[' {
		return slices.ContainsFunc(itemsOf(value), func(item jsontext.Value) bool { return saysNextActionOf(item, text) })
	}
	for name, inner := range membersOf(value) {
		var action string
		if name == nextActionKey && json.Unmarshal(inner, &action) == nil && action != "" && strings.Contains(text, action) {
			return true
		}
		if saysNextActionOf(inner, text) {
			return true
		}
	}
	return false
}

// membersOf iterates over the members of an object that the codec wrote.
func membersOf(object []byte) func(yield func(string, jsontext.Value) bool) {
	return func(yield func(string, jsontext.Value) bool) {
		d := jsontext.NewDecoder(bytes.NewBuffer(object))
		if tok, err := d.ReadToken(); err != nil || tok.Kind() != '{' {
			return
		}
		for d.PeekKind() == '"' {
			tok, err := d.ReadToken()
			if err != nil {
				return
			}
			name := tok.String()
			value, err := d.ReadValue()
			if err != nil || !yield(name, value) {
				return
			}
		}
	}
}
