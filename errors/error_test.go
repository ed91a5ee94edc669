package toolerrors_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	toolerrors "github.com/asixto/go-sdk/errors"
)

func TestKindsAreTheSixOfTheContract(t *testing.T) {
	t.Parallel()
	want := []string{"BLOCKER", "NOT_FOUND", "VALIDATION", "PERMISSION", "SYSTEM", "UNKNOWN"}
	got := toolerrors.Kinds()
	if len(got) != len(want) {
		t.Fatalf("Kinds() = %v, want %v", got, want)
	}
	heard := map[string]toolerrors.Kind{}
	for i, kind := range got {
		if string(kind) != want[i] || !kind.Valid() {
			t.Errorf("Kinds()[%d] = %q (valid: %t), want %q", i, kind, kind.Valid(), want[i])
		}
		message := toolerrors.DefaultMessage(kind)
		if other, twice := heard[message]; twice {
			t.Errorf("%s and %s share the sentence %q", kind, other, message)
		}
		heard[message] = kind
	}
	got[0] = "CHANGED"
	if toolerrors.Kinds()[0] != toolerrors.KindBlocker {
		t.Error("a caller's change to the list reached the package")
	}
}

func TestKindValidKnowsNoOthers(t *testing.T) {
	t.Parallel()
	for _, kind := range []toolerrors.Kind{"", "not_found", "NOT FOUND", " SYSTEM", "TIMEOUT", "ERROR"} {
		if kind.Valid() {
			t.Errorf("Kind(%q).Valid() = true, want false", kind)
		}
	}
}

func TestConstructorsSetTheirKind(t *testing.T) {
	t.Parallel()
	constructors := map[toolerrors.Kind]func(string) *toolerrors.Error{
		toolerrors.KindBlocker:    toolerrors.Blocker,
		toolerrors.KindNotFound:   toolerrors.NotFound,
		toolerrors.KindValidation: toolerrors.Validation,
		toolerrors.KindPermission: toolerrors.Permission,
		toolerrors.KindSystem:     toolerrors.System,
		toolerrors.KindUnknown:    toolerrors.Unknown,
	}
	for _, kind := range toolerrors.Kinds() {
		e := constructors[kind]("Una frase.")
		if e.Kind() != kind || e.UserMessage() != "Una frase." || e.Details() != "" || e.Unwrap() != nil {
			t.Errorf("the constructor of %s made %+v", kind, e)
		}
	}
}

func TestNewMendsWhatItIsGiven(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		kind        toolerrors.Kind
		message     string
		wantKind    toolerrors.Kind
		wantMessage string
	}{
		"as written":    {toolerrors.KindBlocker, "La cuenta está suspendida.", toolerrors.KindBlocker, "La cuenta está suspendida."},
		"unknown kind":  {"TIMEOUT", "Se agotó el tiempo.", toolerrors.KindUnknown, "Se agotó el tiempo."},
		"empty kind":    {"", "Algo falló.", toolerrors.KindUnknown, "Algo falló."},
		"empty message": {toolerrors.KindSystem, "", toolerrors.KindSystem, toolerrors.DefaultMessage(toolerrors.KindSystem)},
		"blank message": {toolerrors.KindSystem, " \n\t", toolerrors.KindSystem, toolerrors.DefaultMessage(toolerrors.KindSystem)},
		"nothing":       {"", "", toolerrors.KindUnknown, toolerrors.DefaultMessage(toolerrors.KindUnknown)},
		"no UTF-8":      {toolerrors.KindNotFound, "No encontr\xe9.", toolerrors.KindNotFound, "No encontr\uFFFD."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := toolerrors.New(test.kind, test.message)
			if e.Kind() != test.wantKind || e.UserMessage() != test.wantMessage {
				t.Errorf("got %s %q, want %s %q", e.Kind(), e.UserMessage(), test.wantKind, test.wantMessage)
			}
		})
	}
}

func TestCopiesLeaveTheOriginalAlone(t *testing.T) {
	t.Parallel()
	original := toolerrors.NotFound("No encontré esa cita.")
	full := original.WithCause(io.EOF).WithDetails("tabla citas")
	if original.Unwrap() != nil || original.Details() != "" {
		t.Errorf("the original changed: %v", original)
	}
	if !errors.Is(full, io.EOF) || full.Details() != "tabla citas" || full.UserMessage() != "No encontré esa cita." {
		t.Errorf("the copy lost something: %v", full)
	}
	if bare := full.WithCause(nil).WithDetails(""); bare.Unwrap() != nil || bare.Details() != "" {
		t.Errorf("a nil cause and empty details do not clear: %v", bare)
	}
}

func TestNilAndZeroErrorsAreUnknown(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]*toolerrors.Error{"nil": nil, "zero": {}} {
		message := toolerrors.DefaultMessage(toolerrors.KindUnknown)
		if e.Kind() != toolerrors.KindUnknown || e.UserMessage() != message || e.Details() != "" || e.Unwrap() != nil {
			t.Errorf("%s reads as %s %q %q %v", name, e.Kind(), e.UserMessage(), e.Details(), e.Unwrap())
		}
		if got, want := e.Error(), "UNKNOWN: "+message; got != want {
			t.Errorf("%s: Error() = %q, want %q", name, got, want)
		}
		if !errors.Is(e, toolerrors.KindUnknown) {
			t.Errorf("%s is not KindUnknown", name)
		}
		if e := e.WithCause(io.EOF).WithDetails("d"); e.Kind() != toolerrors.KindUnknown || !errors.Is(e, io.EOF) {
			t.Errorf("%s: a copy reads as %v", name, e)
		}
	}
}

func TestErrorIsTheWholeStoryForTheLog(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err  error
		want string
	}{
		"plain":         {toolerrors.Blocker("Cuenta suspendida."), "BLOCKER: Cuenta suspendida."},
		"cause":         {toolerrors.System("").WithCause(io.EOF), "SYSTEM: El sistema no está disponible en este momento.: EOF"},
		"details":       {toolerrors.Validation("Falta algo.").WithDetails("tipo"), "VALIDATION: Falta algo. (tipo)"},
		"all":           {toolerrors.Validation("Falta algo.").WithDetails("tipo").WithCause(io.EOF), "VALIDATION: Falta algo. (tipo): EOF"},
		"hostile cause": {toolerrors.Unknown("Falló.").WithCause(hostile{}), "UNKNOWN: Falló.: %!v(PANIC=Error method: Error)"},
	}
	for name, test := range tests {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%s: Error() = %q, want %q", name, got, test.want)
		}
	}
}

func TestMessagesAreAlwaysSpeakable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := toolerrors.New(toolerrors.Kind(anyText.Draw(t, "kind")), anyText.Draw(t, "message")).
			WithDetails(anyText.Draw(t, "details"))
		if !e.Kind().Valid() {
			t.Errorf("kind %q is not valid", e.Kind())
		}
		if strings.TrimSpace(e.UserMessage()) == "" {
			t.Error("the message is blank")
		}
		if !utf8.ValidString(e.UserMessage()) || !utf8.ValidString(e.Details()) {
			t.Errorf("not UTF-8: %q %q", e.UserMessage(), e.Details())
		}
	})
}

// anyText draws strings of every byte, and of what JSON treats specially.
var anyText = rapid.OneOf(
	rapid.String(),
	rapid.SampledFrom([]string{"", " ", "NOT_FOUND", "SYSTEM", "<a href=\"x\">&</a>", "\x00\x1f\x7f", "\u2028\u2029", "\\u0041", "👩‍👩‍👧", "\xff\xfe", "a\xc3"}),
	rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
)
