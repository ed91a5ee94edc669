package meta

import (
	"errors"
	"fmt"
	"strings"
)

// Definition is what the _meta of a tool's own definition must say (contract,
// page 02 "Clasificación de la herramienta"): without a scenario a tool is
// never offered, without a verb the model hardly ever uses it.
type Definition struct {
	// Capabilities are the scenarios the tool serves: at least one, none twice.
	Capabilities []Capability
	// Verb names the tool before the customer, in the infinitive: "agendar una
	// cita". It must not be blank.
	Verb string
}

// Map is d as it goes on the wire: one scenario under [KeyCapability] as a
// string, several under [KeyCapabilities] as a []string in d's order, and the
// verb under [KeyVerb]. What is empty is left out; nothing is checked, see
// Validate.
func (d Definition) Map() map[string]any {
	m := make(map[string]any, 2)
	switch len(d.Capabilities) {
	case 0:
	case 1:
		m[KeyCapability] = string(d.Capabilities[0])
	default:
		list := make([]string, len(d.Capabilities))
		for i, c := range d.Capabilities {
			list[i] = string(c)
		}
		m[KeyCapabilities] = list
	}
	if d.Verb != "" {
		m[KeyVerb] = d.Verb
	}
	return m
}

// Validate returns every fault of d, joined with errors.Join: no scenario, one
// that does not exist, one that comes twice, a blank verb. It is nil for a
// definition that certification accepts.
func (d Definition) Validate() error {
	var faults []error
	if len(d.Capabilities) == 0 {
		faults = append(faults, errors.New("meta: no capability: name at least one scenario, such as meta.Soporte"))
	}
	seen := make(map[Capability]bool, len(d.Capabilities))
	for _, c := range d.Capabilities {
		switch {
		case !c.Valid():
			faults = append(faults, fmt.Errorf("meta: capability %q: no such scenario: use one of %s", c, known()))
		case seen[c]:
			faults = append(faults, fmt.Errorf("meta: capability %q: named twice: keep one", c))
		}
		seen[c] = true
	}
	if strings.TrimSpace(d.Verb) == "" {
		faults = append(faults, errors.New(`meta: no verb: write the business verb in the infinitive, such as "agendar una cita"`))
	}
	return errors.Join(faults...)
}

func known() string {
	names := make([]string, len(capabilities))
	for i, c := range capabilities {
		names[i] = string(c)
	}
	return strings.Join(names, ", ")
}
