package rules

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInfinitives(t *testing.T) {
	t.Parallel()
	for _, phrase := range []string{
		"abrir un caso", "Agendar", "consultar", "mover", "quejarse", "oír", "decírselo", "agendarle una cita", "ir", "añadir", "pedirles",
	} {
		if !isInfinitive(firstWord(phrase)) {
			t.Errorf("%q does not begin with an infinitive", phrase)
		}
	}
	for _, phrase := range []string{"", "abre", "consulta", "gestión", "agenda una cita", "agendando", "caso abrir", "registro", "r", "get", "airbag", "larga"} {
		if isInfinitive(firstWord(phrase)) {
			t.Errorf("%q begins with an infinitive", phrase)
		}
	}
}

func TestSegments(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"cita_id": {"cita", "id"}, "clienteId": {"cliente", "id"}, "DNI": {"dni"}, "año-mes": {"ano", "mes"},
		"SLAHoras": {"slahoras"}, "v2Id": {"v2", "id"}, "": {}, "__": {}, "a.b c": {"a", "b", "c"},
	}
	for name, want := range tests {
		if diff := cmp.Diff(want, segments(name)); diff != "" {
			t.Errorf("segments(%q) (-want +got):\n%s", name, diff)
		}
	}
}

func TestOperationOf(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"crear": "crear", "CREATE": "create", "cancelar_cita": "cancelar", "Añadir nota": "anadir", "moverla": "mover", "createOrder": "create",
		"block": "", "flag": "", "log": "", "falla": "", "creado": "", "cancelación": "", "": "", "_": "", "alta": "",
	}
	for value, want := range tests {
		if got := operationOf(value); got != want {
			t.Errorf("operationOf(%q) = %q, want %q", value, got, want)
		}
	}
}

func TestWithoutPronouns(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"cancelarle": "cancelar", "cancelar": "cancelar", "decirselo": "decir", "irse": "ir", "caso": "caso", "": "",
	} {
		if got := withoutPronouns(word); got != want {
			t.Errorf("withoutPronouns(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestWordListsAreSortedOutOnce(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{
		"writing": writingVerbs, "reading": readingVerbs, "other": otherVerbs, "operations": operations, "media": mediaWords, "secret": secretWords,
	} {
		sorted := slices.Clone(words)
		slices.Sort(sorted)
		if compact := slices.Compact(sorted); len(compact) != len(words) {
			t.Errorf("%s holds a word twice: %d words, %d of them different", name, len(words), len(compact))
		}
		for _, w := range words {
			if w != fold(w) {
				t.Errorf("%s holds %q, which is not folded: it can never be found", name, w)
			}
		}
	}
	for _, w := range readingVerbs {
		if isWritingVerb(w) {
			t.Errorf("%q both reads and writes", w)
		}
	}
}

func TestUUIDPattern(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{
		"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
		"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
		"^([0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})$",
		"[[:xdigit:]]{8}-[[:xdigit:]]{4}", "^[a-f0-9]{8}-[a-f0-9]{4}-",
	} {
		if !uuidPattern.MatchString(pattern) {
			t.Errorf("%s is not seen as a UUID", pattern)
		}
	}
	for _, pattern := range []string{"", "^[0-9]{8}$", "^[A-Z]{4}-[0-9]{4}$", "^[0-9]{8}-[0-9]{4}$", "^[a-f]{2}-.{8}-.{4}$", "^[0-9]{4}-[0-9]{8}$", "^.{8}$"} {
		if uuidPattern.MatchString(pattern) {
			t.Errorf("%s is seen as a UUID", pattern)
		}
	}
}
