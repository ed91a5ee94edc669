package rules

import (
	"fmt"
	"regexp"
	"strings"
)

// Limits of the contract, in UTF-16 code units.
const (
	maxName                 = 40
	maxDescription          = 700
	maxParameterDescription = 200
)

// gatewayPrefix is what the Gateway itself puts before a name.
const gatewayPrefix = "ext__"

var (
	toolName   = regexp.MustCompile(`^[a-z0-9_]+$`)
	verbEntity = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)+$`)
)

var nameRules = []Rule{
	{
		ID: "name-pattern", Level: Blocking, Section: secNames,
		EN:  "the name of a tool holds only a-z, 0-9 and _, and at least one of them",
		ES:  "el nombre de una herramienta solo lleva a-z, 0-9 y _, y al menos uno de ellos",
		Fix: Fix{JSON: `"name": "abrir_caso"`, Go: `Name: "abrir_caso"`},
		check: func(t *Tool, say say) {
			if !toolName.MatchString(t.Name) {
				say(nil, fmt.Sprintf("%q", t.Name))
			}
		},
	},
	{
		ID: "name-length", Level: Blocking, Section: secNames,
		EN:  "the name of a tool has at most 40 characters, as the Gateway's prefix takes the rest",
		ES:  "el nombre de una herramienta tiene como máximo 40 caracteres, pues el prefijo del Gateway ocupa el resto",
		Fix: Fix{JSON: `"name": "abrir_caso"`, Go: `Name: "abrir_caso"`},
		check: func(t *Tool, say say) {
			if n := units(t.Name); n > maxName {
				say(nil, over(n, maxName))
			}
		},
	},
	{
		ID: "name-prefix", Level: Blocking, Section: secNames,
		EN:  "the prefix ext__ is the Gateway's own",
		ES:  "el prefijo ext__ lo pone el Gateway",
		Fix: Fix{JSON: `"name": "abrir_caso"`, Go: `Name: "abrir_caso"`},
		check: func(t *Tool, say say) {
			if strings.HasPrefix(t.Name, gatewayPrefix) {
				say(nil, fmt.Sprintf("%q", t.Name))
			}
		},
	},
	{
		ID: "name-verb-entity", Level: Warning, Liftable: true, Section: secNames,
		EN:  "the name of a tool is a verb and what it acts on, in snake_case",
		ES:  "el nombre de una herramienta es un verbo y aquello sobre lo que actúa, en snake_case",
		Fix: Fix{JSON: `"name": "consultar_cliente"`, Go: `Name: "consultar_cliente"`},
		check: func(t *Tool, say say) {
			name := strings.TrimPrefix(t.Name, gatewayPrefix)
			wellFormed := verbEntity.MatchString(name) && isVerb(segments(name)[0])
			if toolName.MatchString(name) && !wellFormed {
				say(nil, fmt.Sprintf("%q", t.Name))
			}
		},
	},
}

// over is the detail of a limit that is exceeded.
func over(n, limit int) string { return fmt.Sprintf("%d > %d", n, limit) }
