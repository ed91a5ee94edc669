package asixtotest

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// An Answer is what a tool answered, as the Gateway gets it.
type Answer struct {
	// Text is the content: what is read aloud in a call, and what the model reads
	// in a chat.
	Text string
	// Structured is structuredContent, as JSON to the byte. Of a failure it is the
	// contract's error object, as Text is.
	Structured string
	// Err is the business failure, nil for a success.
	Err *toolerrors.Error

	result jsontext.Value
}

// Heard is what a customer on the telephone hears: the text of the answer, or the
// sentence of the failure.
func (a *Answer) Heard() string {
	if a.Err != nil {
		return a.Err.UserMessage()
	}
	return a.Text
}

// same reports whether two answers are one to the certification: byte for byte.
func (a *Answer) same(b *Answer) bool {
	return a.Text == b.Text && a.Structured == b.Structured && (a.Err == nil) == (b.Err == nil)
}

// readAnswer takes the result of a call apart, in the contract's form.
func readAnswer(result jsontext.Value) (*Answer, error) {
	var r struct {
		Type    string `json:"resultType"`
		IsError bool   `json:"isError"`
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Structured jsontext.Value `json:"structuredContent"`
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return nil, fmt.Errorf("the result has another form than that of a call: %w", err)
	}
	switch {
	case r.Type != "complete":
		return nil, fmt.Errorf("resultType is %q, not \"complete\"", r.Type)
	case len(r.Content) == 0 || r.Content[0].Type != "text":
		return nil, errors.New("the content does not begin with a text")
	}
	a := &Answer{Text: r.Content[0].Text, Structured: string(r.Structured), result: result}
	if !r.IsError {
		return a, nil
	}
	a.Err = new(toolerrors.Error)
	if err := a.Err.UnmarshalJSON(r.Structured); err != nil {
		return nil, fmt.Errorf("the failure is not in the contract's form: %w", err)
	}
	return a, nil
}
