package main

import (
	toolerrors "github.com/asixto/go-sdk/errors"
)

// Why a tool refuses, by the kinds of the contract. A request that is not the one
// approved is VALIDATION; what has to be done first, or can no longer be done, is
// BLOCKER; who may not is PERMISSION.
var (
	errNoTask       = toolerrors.NotFound("No hay una tarea en esta sesión.")
	errNoCheck      = toolerrors.NotFound("No encontré esa revisión de alineación.")
	errNoRule       = toolerrors.NotFound("No encontré esa regla.")
	errNoCheckpoint = toolerrors.NotFound("No encontré ese punto de control.")
	errNoExecution  = toolerrors.NotFound("No encontré esa ejecución.")

	errAccess        = toolerrors.Permission("El acceso no es válido. Pida un acceso nuevo.")
	errAccessExpired = toolerrors.Permission("El acceso venció. Pida un acceso nuevo.")
	errForeign       = toolerrors.Permission("Ese registro pertenece a otro cliente.")
	errExecutor      = toolerrors.Permission("Esta acción se aprobó para otro ejecutor.")
	errDecision      = toolerrors.Permission("La firma de la decisión no es válida.")
	errReceipt       = toolerrors.Permission("La firma de la autorización no es válida.")

	errUserEvent     = toolerrors.Validation("Para cambiar la tarea hace falta el mensaje directo del usuario.")
	errTooLong       = toolerrors.Validation("El texto es demasiado extenso. Resúmalo.")
	errExplained     = toolerrors.Validation("Esa revisión no espera una explicación.")
	errReported      = toolerrors.Validation("El efecto de esa acción ya se registró.")
	errRulePattern   = toolerrors.Validation("Un patrón de la regla no es una expresión válida.")
	errRuleEmpty     = toolerrors.Validation("La regla no dice qué buscar.")
	errPolicy        = toolerrors.Validation("Una de las políticas indicadas no existe.")
	errModified      = toolerrors.Validation("La solicitud no es la que se aprobó.")
	errAttemptEdited = toolerrors.Validation("Ese intento ya se registró con otros datos.")

	errInactive      = toolerrors.Blocker("La tarea ya no está activa. Inicie otra primero.")
	errNotAligned    = toolerrors.Blocker("La acción todavía no está alineada con la tarea.")
	errStale         = toolerrors.Blocker("La tarea cambió. Revise de nuevo la alineación.")
	errRulesFull     = toolerrors.Blocker("Hay demasiadas reglas activas. Archive una primero.")
	errPending       = toolerrors.Blocker("La aprobación todavía está pendiente.")
	errRejected      = toolerrors.Blocker("La aprobación fue rechazada.")
	errExpired       = toolerrors.Blocker("La aprobación venció. Pida otra.")
	errRevoked       = toolerrors.Blocker("La aprobación fue revocada.")
	errBlocked       = toolerrors.Blocker("Una política bloquea esta acción.")
	errCancelled     = toolerrors.Blocker("La solicitud de aprobación se canceló.")
	errUsed          = toolerrors.Blocker("La aprobación ya se usó. Pida otra.")
	errIncomplete    = toolerrors.Blocker("A la aprobación le faltan datos para autorizar la ejecución.")
	errUnscanned     = toolerrors.Blocker("Primero hay que revisar el contenido de la solicitud.")
	errScanBlocked   = toolerrors.Blocker("El contenido de la solicitud está bloqueado.")
	errNotAuthorized = toolerrors.Blocker("La aprobación todavía no se ha autorizado para ejecutar.")
	errTooEarly      = toolerrors.Blocker("El momento indicado es anterior a la autorización o al intento.")
	errGap           = toolerrors.Blocker("Primero hay que registrar el intento anterior.")
	errNoAttempt     = toolerrors.Blocker("Primero hay que registrar el intento de ejecución.")
	errNoVerifier    = toolerrors.Blocker("No hay un verificador configurado para ese método.")
	errOpenActions   = toolerrors.Blocker("Hay acciones ejecutadas cuyo efecto falta registrar.")
)
