package rules

import "slices"

// Level says how hard a rule is.
type Level uint8

const (
	// Blocking is for what certification or the provider of the model enforces:
	// no server starts with it.
	Blocking Level = iota + 1
	// Warning is for recommendations and heuristics.
	Warning
)

// String is "blocking" or "warning".
func (l Level) String() string {
	if l == Warning {
		return "warning"
	}
	return "blocking"
}

// A Rule is one thing that the contract, or what stands around it, demands.
type Rule struct {
	// ID names the rule, in kebab-case.
	ID string
	// Level is how hard it is.
	Level Level
	// Liftable says that a reasoned exception lifts it. Every warning is
	// liftable; a blocking rule that is takes the exception on the property.
	Liftable bool
	// Section is where it comes from: page and heading of the contract, or
	// whose limit it is.
	Section string
	// Provider is whose models the rule is about, where it is about one's alone
	// and its sentences do not name it.
	Provider string
	// EN and ES say in one sentence what it demands.
	EN, ES string
	// Fix is what to write instead.
	Fix Fix

	check  func(t *Tool, say say)                    // one tool
	across func(tools []*Tool, say sayOf)            // all tools of a server
	flow   func(text string, tools []*Tool, say say) // the server's instructions
}

// Fix is what to write in place of what a rule found, in both spellings.
type Fix struct {
	JSON string // in the definition of the tool
	Go   string // in the Go that uses this SDK
}

// say reports that a rule is broken: at a place of a schema, or nil for the
// tool itself; detail holds values in no language, such as "712 > 700".
type say func(at *place, detail string)

// sayOf is say for a rule that sees several tools; a nil tool is all of them.
type sayOf func(t *Tool, at *place, detail string)

// Where a rule comes from.
const (
	secDefinition     = "02 · Definición de una herramienta"
	secSchema         = "02 · Reglas del esquema"
	secClassification = "02 · Clasificación de la herramienta"
	secNames          = "02 · Nombres y longitudes"
	secDescriptions   = "02 · Descripciones"
	secAnnotations    = "02 · Anotaciones y su efecto"
	secAnswer         = "02 · Forma de la respuesta"
	secMethods        = "02 · Métodos del protocolo"
	secTransport      = "02 · Transporte"
	secAuth           = "Autenticación"
	secErrors         = "06 · Errores"
	secGuarantees     = "05 · Garantías"
	secLimits         = "07 · Límites y canal"
	secCertification  = "Certificación"
	secProviders      = "Proveedores de modelos"
	secSDK            = "Asixto Go SDK"
)

// table holds every rule, in the order in which findings are told.
var table = slices.Concat(
	nameRules,
	descriptionRules,
	classificationRules,
	annotationRules,
	schemaRules,
	textRules,
	propertyRules,
	operationRules,
	identifierRules,
	answerRules,
	wireRules,
	[]Rule{exceptionRule},
	providerRules,
	hintRules,
	catalogueRules,
)

// All returns every rule, in the order in which findings are told, in a slice
// of the caller's own.
func All() []Rule { return slices.Clone(table) }

// ByID returns the rule of that id, false where there is none.
func ByID(id string) (Rule, bool) {
	for _, r := range table {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}
