package asixto

import (
	"bytes"
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

// withoutNextAction is the object without the property, nil where it has none.
func withoutNextAction(structured []byte) []byte {
	if !bytes.Contains(structured, []byte(`"`+nextActionKey+`"`)) {
		return nil
	}
	out, found := append(make([]byte, 0, len(structured)), '{'), false
	for name, value := range membersOf(structured) {
		if name == nextActionKey {
			found = true
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(appendQuote(out, name), ':'), value...)
	}
	if !found {
		return nil
	}
	return append(out, '}')
}

// repeatsNextAction reports whether a text holds what only structuredContent may.
func repeatsNextAction(text string, structured []byte) bool {
	if !bytes.Contains(structured, []byte(`"`+nextActionKey+`"`)) {
		return false
	}
	for name, value := range membersOf(structured) {
		var action string
		if name == nextActionKey && json.Unmarshal(value, &action) == nil && action != "" {
			return strings.Contains(text, action)
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
