package asixto

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/asixto/go-sdk/schema"
)

// A Flow is the order in which tools serve one purpose. Flows are stated once, in
// [ServerOptions].Flows, and become part of the server's instructions; the
// description of a tool says what the tool does, and nothing of its neighbours,
// since what eight descriptions repeat soon contradicts itself.
//
//	asixto.Flow{For: "cancelar una cita", Steps: []asixto.Step{
//		{Tool: "consultar_cliente", Does: "identifica al titular y da los códigos de sus citas"},
//		{Tool: "cancelar_cita", Does: "con el código y la confirmación del titular"},
//	}}
//
// A server does not start with a flow that names a tool it does not have, or that
// asks for a value before the step that gives it, as said by from=tool.field.
type Flow struct {
	// For is the purpose, in the infinitive: "cancelar una cita". Required.
	For string
	// Steps are the tools in their order, at least one.
	Steps []Step
	// Note is what matters about the whole, such as what cannot be undone.
	// Optional.
	Note string
}

// A Step is one tool of a [Flow].
type Step struct {
	// Tool is the tool's name.
	Tool string
	// Does says what the step is for, without a full stop. Optional.
	Does string
}

// String is the flow as the model reads it: "Para cancelar una cita: 1)
// consultar_cliente, identifica al titular; 2) cancelar_cita.", and the note
// behind it.
func (f Flow) String() string {
	steps := make([]string, len(f.Steps))
	for i, s := range f.Steps {
		steps[i] = strconv.Itoa(i+1) + ") " + s.Tool
		if s.Does != "" {
			steps[i] += ", " + s.Does
		}
	}
	text := "Para " + f.For + ": " + strings.Join(steps, "; ") + "."
	if f.Note != "" {
		text += " " + f.Note
	}
	return text
}

// withFlows are the instructions of a server: the author's own, then the flows.
func withFlows(instructions string, flows []Flow) string {
	parts := make([]string, 0, 1+len(flows))
	if instructions != "" {
		parts = append(parts, instructions)
	}
	for _, f := range flows {
		parts = append(parts, f.String())
	}
	return strings.Join(parts, "\n")
}

// flowFaults is what is wrong with the flows of a catalogue.
func (s *Server) flowFaults(c *catalogue) []Violation {
	var vs []Violation
	for _, f := range s.opts.Flows {
		say := func(format string, args ...any) {
			vs = append(vs, Violation{Rule: "flow", Text: fmt.Sprintf("flow %q: ", f.For) + fmt.Sprintf(format, args...)})
		}
		if strings.TrimSpace(f.For) == "" {
			say("it has no purpose: set For, as in \"cancelar una cita\"")
		}
		if len(f.Steps) == 0 {
			say("it has no steps: name at least one tool")
		}
		for i, step := range f.Steps {
			t, known := c.byName[step.Tool]
			if !known {
				say("step %d names the tool %q, which this server does not have: use the name of one that is added", i+1, step.Tool)
				continue
			}
			if from := f.givenLater(t, i); from != "" {
				say("step %d, %s, takes a value from %s, which comes later: put %s before it", i+1, step.Tool, from, from)
			}
		}
	}
	return vs
}

// givenLater is a tool that gives step i one of its values and comes only after
// it, "" without one.
func (f Flow) givenLater(t *tool, i int) string {
	in, _ := t.op.fields()
	at := func(steps []Step, name string) bool {
		return slices.ContainsFunc(steps, func(s Step) bool { return s.Tool == name })
	}
	j := slices.IndexFunc(in, func(field schema.Field) bool {
		from, _, _ := strings.Cut(field.From, ".")
		return from != "" && at(f.Steps[i+1:], from) && !at(f.Steps[:i], from)
	})
	if j < 0 {
		return ""
	}
	from, _, _ := strings.Cut(in[j].From, ".")
	return from
}
