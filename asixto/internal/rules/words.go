package rules

import (
	"regexp"
	"slices"
	"strings"
)

// fold is s in lower case without accents, so that one spelling finds a word in
// all of its spellings.
func fold(s string) string {
	return unaccented.Replace(strings.ToLower(s))
}

var unaccented = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n")

// segments are the words of a name in snake_case, kebab-case or camelCase, in
// lower case without accents.
func segments(name string) []string {
	spaced := camel.ReplaceAllString(name, "${1}_${2}")
	return strings.FieldsFunc(fold(spaced), func(r rune) bool { return strings.ContainsRune("_-. /", r) })
}

var camel = regexp.MustCompile(`(\p{Ll}|\d)(\p{Lu})`)

// firstWord is the first word of a phrase, folded.
func firstWord(phrase string) string {
	words := strings.Fields(fold(phrase))
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// infinitive is a Spanish verb in the infinitive, with up to two pronouns
// behind it: agendar, quejarse, decirselo.
var infinitive = regexp.MustCompile(`^\p{L}*[aei]r(me|te|se|nos|os)?(l[aeo]s?)?$`)

func isInfinitive(word string) bool { return infinitive.MatchString(word) }

// withoutPronouns is the bare infinitive of one with pronouns behind it.
func withoutPronouns(word string) string {
	for _, ending := range []string{"ar", "er", "ir"} {
		if i := strings.LastIndex(word, ending); i >= 0 && isInfinitive(word) {
			return word[:i+len(ending)]
		}
	}
	return word
}

var (
	// writingVerbs change a record: a read-only tool is not named after one.
	writingVerbs = strings.Fields(`
		abrir activar actualizar agendar agregar anadir anular aprobar asignar autorizar borrar bloquear cambiar cancelar
		cerrar cobrar comprar crear desactivar devolver editar eliminar emitir enviar guardar insertar mover
		modificar notificar pagar programar quitar radicar reabrir reactivar rechazar reembolsar registrar renovar
		reprogramar reservar solicitar subir suspender transferir vender
		activate add append approve assign authorize book buy cancel change charge close create deactivate delete edit
		insert modify move notify open pay post purchase put record refund register remove rename renew reopen reschedule
		reserve save schedule send set start submit suspend transfer update upload write`)

	// readingVerbs only look at records.
	readingVerbs = strings.Fields(`
		buscar calcular comparar consultar contar cotizar describir encontrar explicar leer listar mostrar obtener revisar
		traer validar ver verificar
		calculate check compare count describe explain fetch find get list look lookup quote read retrieve search show
		suggest validate verify view`)

	// otherVerbs begin the names of tools and say nothing about writing.
	otherVerbs = strings.Fields(`collect complete execute process request run track`)

	// operations are what a parameter makes one tool do several of. Words that
	// are as often data as they are operations (block, flag, log) are left out.
	operations = strings.Fields(`
		abrir activar actualizar agendar agregar anadir borrar buscar cambiar cancelar cerrar cobrar comprar consultar
		crear desactivar editar eliminar enviar insertar leer listar modificar mover obtener pagar publicar quitar
		reabrir reactivar reprogramar suspender transferir ver
		activate add append buy cancel close create deactivate delete edit execute find get insert list modify move open
		pay publish purchase put query read remove reopen reschedule schedule search send suspend transfer update upsert
		view write`)
)

func isWritingVerb(word string) bool { return slices.Contains(writingVerbs, word) }

func isVerb(word string) bool {
	return isInfinitive(word) || isWritingVerb(word) ||
		slices.Contains(readingVerbs, word) || slices.Contains(otherVerbs, word)
}

// operationOf is the operation that a value of a parameter names by its first
// word, "" where it names none: "crear", "CREATE", "cancelar_cita".
func operationOf(value string) string {
	words := segments(value)
	if len(words) == 0 {
		return ""
	}
	if word := withoutPronouns(words[0]); slices.Contains(operations, word) {
		return word
	}
	return ""
}

// identifierName reports whether a property's name is that of an internal
// identifier: id, cita_id, id_cliente, clienteId, uuid.
func identifierName(name string) bool {
	words := segments(name)
	if len(words) == 0 {
		return false
	}
	marks := []string{"id", "ids", "uuid", "uuids", "guid", "oid"}
	return slices.Contains(marks, words[0]) || slices.Contains(marks, words[len(words)-1])
}

// uuidPattern recognises a regular expression for UUIDs: a class of hexadecimal
// digits eight times, and something four times behind it.
var uuidPattern = regexp.MustCompile(`(?i)(\[[^\]]*a-f[^\]]*\]|xdigit:\]\])\{8\}.*\{4\}`)
