package rules

import (
	"slices"
	"strings"
)

// KeyNotes is where the definition of a tool states, in its _meta, what no
// keyword of JSON Schema can say and the rules have to know: where an argument
// comes from, what is free JSON on purpose, which rule was lifted and why. It
// stands outside the Gateway's own prefix, whose keys are the contract's, and a
// server in any language may write it:
//
//	"com.asixto.sdk/notes": {
//	  "allow":  {"flat-input": "la dirección es una sola cosa para el cliente"},
//	  "input":  {"cita_id": {"from": "consultar_cliente.citas[].cita_id"}},
//	  "output": {"datos": {"free": "lo llena otro sistema", "internal": true, "allow": {"output-media": "…"}}}
//	}
const KeyNotes = "com.asixto.sdk/notes"

// Notes is what stands at [KeyNotes] for a tool that was annotated, nil where
// there is nothing to say. Exceptions from rules that do not exist are left out.
func (t *Tool) Notes() map[string]any {
	notes := make(map[string]any)
	if allow := knownOnly(t.Allow); len(allow) > 0 {
		notes["allow"] = allow
	}
	for side, s := range map[string]*Schema{"input": &t.Input, "output": &t.Output} {
		fields := make(map[string]any)
		for _, p := range s.places {
			if p.role != property {
				continue
			}
			if said := p.note.wire(); len(said) > 0 {
				fields[p.path] = said
			}
		}
		if len(fields) > 0 {
			notes[side] = fields
		}
	}
	if len(notes) == 0 {
		return nil
	}
	return notes
}

func (a *Annotation) wire() map[string]any {
	said := make(map[string]any)
	if a.From != "" {
		said["from"] = a.From
	}
	if a.Internal {
		said["internal"] = true
	}
	if a.Free != "" {
		said["free"] = a.Free
	}
	if allow := knownOnly(a.Allow); len(allow) > 0 {
		said["allow"] = allow
	}
	return said
}

func knownOnly(allow map[string]string) map[string]any {
	known := make(map[string]any)
	for id, reason := range allow {
		if _, ok := ByID(id); ok {
			known[id] = reason
		}
	}
	return known
}

// readNotes annotates a tool with what its own definition says at KeyNotes.
// What it says of properties that are not there, or without a reason, is kept for
// misused.
func (t *Tool) readNotes() {
	notes := t.def.get("_meta").get(KeyNotes)
	t.Allow = allowed(notes.get("allow"))
	for side, s := range map[string]*Schema{"input": &t.Input, "output": &t.Output} {
		for _, m := range notes.get(side).members {
			known := s.Annotate(m.name, Annotation{
				From:     m.value.get("from").text,
				Internal: m.value.get("internal").isTrue(),
				Free:     m.value.get("free").text,
				Hints:    hinted(m.value.get("allow")),
				Allow:    allowed(m.value.get("allow")),
			})
			if !known {
				t.astray = append(t.astray, side+" "+m.name+": no such property")
			}
			if free := m.value.get("free"); m.value.has("free") && !free.isFalse() && strings.TrimSpace(free.text) == "" {
				t.astray = append(t.astray, side+" "+m.name+": free: no reason")
			}
		}
	}
	slices.Sort(t.astray)
}

func allowed(n *node) map[string]string {
	if !n.isObject() {
		return nil
	}
	allow := make(map[string]string)
	for _, m := range n.members {
		allow[m.name] = m.value.text
	}
	return allow
}

// hinted are the hints that exceptions speak of: the Go type that gives them is
// not on the wire, so that there is one shows in the exception alone.
func hinted(n *node) map[string]string {
	hints := make(map[string]string)
	for _, r := range hintRules {
		if n.has(r.ID) {
			hints[r.ID] = ""
		}
	}
	return hints
}

// Excepts reports whether the author gives a reason for an exception from the
// rule of that id, on the tool or on any of its properties.
func (t *Tool) Excepts(id string) bool {
	if t.Allow[id] != "" {
		return true
	}
	return slices.ContainsFunc(slices.Concat(t.Input.places, t.Output.places), func(p *place) bool { return p.note.Allow[id] != "" })
}

// Sources are the tools whose answers give arguments of t.
func (t *Tool) Sources() []string {
	var sources []string
	for p := range t.Input.properties() {
		if tool, _ := source(p.note.From); tool != "" {
			sources = append(sources, tool)
		}
	}
	return sources
}
