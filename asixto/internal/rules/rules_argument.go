package rules

// argumentRules are about what a server does with the arguments of a call.
var argumentRules = []Rule{
	{
		ID: "arguments-closed", Level: Warning, Section: secSchema,
		EN:  `an argument that is not declared is refused`,
		ES:  `se rechaza un argumento que no está declarado`,
		Fix: Fix{JSON: `an error of type VALIDATION`, Go: `asixto.AddTool(s, …), whose codec refuses it`},
	},
	{
		ID: "arguments-checked", Level: Warning, Section: secSchema,
		EN:  `an argument of the wrong type, or a missing one, is refused`,
		ES:  `se rechaza un argumento de otro tipo o ausente`,
		Fix: Fix{JSON: `an error of type VALIDATION`, Go: `asixto.AddTool(s, …), whose codec refuses it`},
	},
	{
		ID: "arguments-error", Level: Warning, Section: secErrors,
		EN:  `refused arguments are told as VALIDATION, in a sentence for the customer`,
		ES:  `los argumentos rechazados se dicen como VALIDATION, con una frase para el cliente`,
		Fix: Fix{JSON: `{"error": {"error_type": "VALIDATION", "user_message": "…"}}`, Go: `toolerrors.Validation("…")`},
	},
	{
		ID: "optional-null", Level: Blocking, Section: secSchema,
		EN:  `null for an optional argument is as good as leaving it out`,
		ES:  `null en un argumento opcional vale tanto como omitirlo`,
		Fix: Fix{JSON: `"type": ["string", "null"], and code that keeps it`, Go: `a pointer in the argument struct`},
	},
}
