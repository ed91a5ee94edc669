package asixto

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asixto/go-sdk/meta"
)

// definition is a tool as tools/list shows it, members in the order in which
// the contract page writes them.
type definition struct {
	Name         string         `json:"name"`
	Title        string         `json:"title,omitempty"`
	Description  string         `json:"description"`
	InputSchema  jsontext.Value `json:"inputSchema"`
	OutputSchema jsontext.Value `json:"outputSchema,omitempty"`
	Annotations  annotations    `json:"annotations"`
	Meta         map[string]any `json:"_meta"`
}

// annotations are always written out: an absent hint counts as the most
// restrictive case (contract, "Anotaciones y su efecto").
type annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
}

func (t *tool) wire(keysKept bool) definition {
	return definition{
		Name:         t.Name,
		Title:        t.Title,
		Description:  t.Description,
		InputSchema:  t.inSchema,
		OutputSchema: t.outSchema,
		Annotations: annotations{
			ReadOnly:    t.Access == Read,
			Destructive: t.Access == Destructive,
			Idempotent:  t.Access == Read || keysKept,
		},
		Meta: meta.Definition{Capabilities: t.Capabilities, Verb: t.Verb}.Map(),
	}
}

func (d definition) encode() ([]byte, error) {
	return json.Marshal(d, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
}
