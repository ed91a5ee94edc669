package rules

import (
	"fmt"
	"slices"
)

// maxRequired is how many required properties of one object are taken for
// "only what is essential".
const maxRequired = 5

var schemaRules = []Rule{
	{
		ID: "input-object", Level: Blocking, Section: secDefinition,
		EN:  "the input schema is there and is of type object",
		ES:  "el esquema de entrada existe y es de tipo object",
		Fix: Fix{JSON: `"inputSchema": {"type": "object", "properties": {…}, "additionalProperties": false}`, Go: `type In struct { … }`},
		check: func(t *Tool, say say) {
			if n := t.Input.root().node.get("type"); !n.isString() || n.text != "object" {
				say(nil, "inputSchema")
			}
		},
	},
	{
		ID: "root-union", Level: Blocking, Section: secSchema,
		EN:    "the root of the input schema is a plain object: with a union there providers refuse the whole request",
		ES:    "la raíz del esquema de entrada es un objeto plano: con una unión ahí los proveedores rechazan la petición entera",
		Fix:   Fix{JSON: `"inputSchema": {"type": "object", "properties": {…}}`, Go: `type In struct { … }`},
		check: rootUnion,
	},
	{
		ID: "schema-ref", Level: Blocking, Section: secSchema,
		EN: "a schema is written out in place, without references and definitions",
		ES: "un esquema se escribe en su sitio, sin referencias ni definiciones",
		Fix: Fix{
			JSON: `"direccion": {"type": "object", "properties": {…}}`,
			Go:   "Direccion Direccion `json:\"direccion\"` // a struct, without JSONSchema() of its own",
		},
		check: schemaRef,
	},
	{
		ID: "property-type", Level: Blocking, Liftable: true, Section: secSchema,
		EN:  "every value says its type or lists its values",
		ES:  "todo valor dice su tipo o enumera sus valores",
		Fix: Fix{JSON: `"type": "string"`, Go: "a field of a concrete type, or jsontext.Value `asixto:\"free=reason\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.slots() {
				if p.role != root && !typed(p.node) {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "object-closed", Level: Blocking, Liftable: true, Section: secSchema,
		EN:    "every object is closed: an open one invites the model to make fields up",
		ES:    "todo objeto es cerrado: uno abierto invita al modelo a inventar campos",
		Fix:   Fix{JSON: `"additionalProperties": false`, Go: "a struct, or jsontext.Value `asixto:\"free=reason\"`"},
		check: objectClosed,
	},
	{
		ID: "optional-nullable", Level: Blocking, Section: secSchema,
		EN:  "every optional parameter accepts null: else one null from the model ends the whole answer",
		ES:  "todo parámetro opcional acepta null: si no, un null del modelo tumba la respuesta entera",
		Fix: Fix{JSON: `"type": ["string", "null"], with null among the values of an enum`, Go: "Prioridad *string `json:\"prioridad\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.properties() {
				if !p.required && !acceptsNull(p.node) {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "required-declared", Level: Blocking, Section: secSchema,
		EN:    "required names declared properties only: the others can never be sent",
		ES:    "required solo nombra propiedades declaradas: las demás nunca se pueden enviar",
		Fix:   Fix{JSON: `"required": ["documento"], "properties": {"documento": {…}}`, Go: "Documento string `json:\"documento\"`"},
		check: requiredDeclared,
	},
	{
		ID: "required-few", Level: Warning, Liftable: true, Section: secSchema,
		EN:  "only what is essential is required: a long list makes the model invent values",
		ES:  "solo lo imprescindible es obligatorio: una lista larga hace que el modelo invente valores",
		Fix: Fix{JSON: `"type": ["string", "null"], and out of "required"`, Go: "Motivo *string `json:\"motivo\"`"},
		check: func(t *Tool, say say) {
			for p := range t.Input.all() {
				if n := len(p.node.get("required").items); n > maxRequired {
					say(p, over(n, maxRequired))
				}
			}
		},
	},
	{
		ID: "array-items", Level: Blocking, Section: secSchema,
		EN: "a list says what its items are",
		ES: "una lista dice qué son sus elementos",
		Fix: Fix{
			JSON: `"items": {"type": "string", "maxLength": 80}`,
			Go:   "Etiquetas []string `json:\"etiquetas\" validate:\"dive,max=80\"`",
		},
		check: func(t *Tool, say say) {
			for p := range t.Input.all() {
				if slices.Contains(types(p.node), "array") && p.note.Free == "" && !p.node.get("items").isObject() {
					say(p, "")
				}
			}
		},
	},
	{
		ID: "flat-input", Level: Warning, Liftable: true, Section: secSchema,
		EN: "the arguments are one flat layer: objects inside are filled in wrongly far more often",
		ES: "los argumentos son una sola capa plana: los objetos anidados se aciertan mucho menos",
		Fix: Fix{
			JSON: `"direccion_ciudad": {"type": "string", "maxLength": 80}`,
			Go:   "DireccionCiudad string `json:\"direccion_ciudad\" validate:\"max=80\"`",
		},
		check: func(t *Tool, say say) {
			for p := range t.Input.slots() {
				if p.role != root && p.note.Free == "" && !nested(p.parent) && saysType(p.node, "object") {
					say(p, "")
				}
			}
		},
	},
}

// nested reports whether p is, or is within, an object inside the root object:
// only the outermost one is told.
func nested(p *place) bool {
	for ; p != nil && p.role != root; p = p.parent {
		if saysType(p.node, "object") {
			return true
		}
	}
	return false
}

func rootUnion(t *Tool, say say) {
	for _, keyword := range append([]string{"enum", "not"}, conditionLists...) {
		if t.Input.root().node.has(keyword) {
			say(t.Input.root(), keyword)
		}
	}
}

func schemaRef(t *Tool, say say) {
	for p := range t.Input.all() {
		for _, keyword := range []string{"$ref", "$dynamicRef", "$defs", "definitions"} {
			if p.node.has(keyword) {
				say(p, keyword)
			}
		}
	}
}

func objectClosed(t *Tool, say say) {
	for p := range t.Input.all() {
		isObject := slices.Contains(types(p.node), "object") || p.node.has("properties")
		if !isObject {
			continue
		}
		if !p.node.get("additionalProperties").isFalse() || len(p.node.get("patternProperties").members) > 0 {
			say(p, "")
		}
	}
}

func requiredDeclared(t *Tool, say say) {
	for p := range t.Input.all() {
		required := p.node.get("required")
		names, ok := required.texts()
		if p.node.has("required") && !ok {
			say(p, "required")
		}
		if !slices.Contains(types(p.node), "object") || p.note.Free != "" {
			continue
		}
		declared := set(p.node.get("properties").names())
		for _, name := range names {
			if !declared[name] {
				say(p, fmt.Sprintf("%q", name))
			}
		}
	}
}
