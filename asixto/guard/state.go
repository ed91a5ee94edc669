package guard

import (
	"slices"
	"strings"

	toolerrors "github.com/asixto/go-sdk/errors"
)

// NotFinal returns nil unless state is one of final; then it is [Final]. Ask where
// the change is made, under the same lock or in the same transaction, so that
// nothing comes between:
//
//	if err := guard.NotFinal("La cita", cita.Estado, "cancelada", "atendida"); err != nil {
//		return err
//	}
func NotFinal[S ~string](subject string, state S, final ...S) error {
	if !slices.Contains(final, state) {
		return nil
	}
	return Final(subject, string(state))
}

// Final is the error for a record in a final state: of kind VALIDATION, naming the
// state (contract, guarantee 3). subject is the record with its article; the state
// is said with spaces for underscores, as in "La cita ya está cancelada y no se
// puede cambiar.".
func Final(subject, state string) *toolerrors.Error {
	return toolerrors.Validation(subject + " ya está " + strings.ReplaceAll(state, "_", " ") + " y no se puede cambiar.")
}
