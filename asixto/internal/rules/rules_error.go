package rules

// errorRules are about the form of a business failure.
var errorRules = []Rule{
	{
		ID: "error-shape", Level: Blocking, Section: secErrors,
		EN:  `a failure is isError with {"error": {error_type, user_message[, details]}} and nothing else`,
		ES:  `un fallo es isError con {"error": {error_type, user_message[, details]}} y nada más`,
		Fix: Fix{JSON: `{"isError": true, "structuredContent": {"error": {…}}}`, Go: `return Out{}, toolerrors.NotFound("…")`},
	},
	{
		ID: "error-type", Level: Blocking, Section: secErrors,
		EN:  `error_type is one of the six`,
		ES:  `error_type es uno de los seis`,
		Fix: Fix{JSON: `BLOCKER, NOT_FOUND, VALIDATION, PERMISSION, SYSTEM or UNKNOWN`, Go: `toolerrors.NotFound("…")`},
	},
	{
		ID: "error-message", Level: Blocking, Section: secErrors,
		EN: `user_message is a sentence`,
		ES: `user_message es una frase`,
		Fix: Fix{
			JSON: `"user_message": "No encontré una cita con esos datos."`,
			Go:   `toolerrors.NotFound("No encontré una cita con esos datos.")`,
		},
	},
	{
		ID: "error-message-plain", Level: Warning, Section: secErrors,
		EN: `user_message is one short sentence that can be read aloud, without codes, marks and addresses`,
		ES: `user_message es una frase corta que se puede leer en voz alta, sin códigos, marcas ni enlaces`,
		Fix: Fix{
			JSON: `"user_message": "No encontré una cita con esos datos."`,
			Go:   `toolerrors.NotFound("No encontré una cita con esos datos.")`,
		},
	},
	{
		ID: "error-text", Level: Blocking, Section: secErrors,
		EN:  `the text of a failure is the same JSON as its structuredContent`,
		ES:  `el texto de un fallo es el mismo JSON que su structuredContent`,
		Fix: Fix{JSON: `"content": [{"type": "text", "text": "{\"error\":{…}}"}]`, Go: `return Out{}, toolerrors.NotFound("…")`},
	},
}
