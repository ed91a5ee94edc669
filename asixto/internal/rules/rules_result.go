package rules

// resultRules are about what a result holds.
var resultRules = []Rule{
	{
		ID: "answer-content", Level: Blocking, Section: secAnswer,
		EN:  `a result has a short text as its first content`,
		ES:  `un resultado lleva un texto breve como primer contenido`,
		Fix: Fix{JSON: `"content": [{"type": "text", "text": "…"}]`, Go: `func (o Out) Spoken(meta.Call) string`},
	},
	{
		ID: "answer-structured", Level: Blocking, Section: secAnswer,
		EN:  `structuredContent conforms to the output schema`,
		ES:  `structuredContent cumple el esquema de salida`,
		Fix: Fix{JSON: `"structuredContent": {…}`, Go: `asixto.AddTool[In, Out]`},
	},
	{
		ID: "answer-size", Level: Blocking, Section: secLimits,
		EN:  `text and structuredContent have at most 3,000 UTF-16 units each: the rest is cut off silently`,
		ES:  `texto y structuredContent tienen como máximo 3.000 unidades UTF-16 cada uno: lo demás se corta en silencio`,
		Fix: Fix{JSON: `pages of a long list`, Go: `a limit and a cursor in the arguments`},
	},
	{
		ID: "answer-trace", Level: Blocking, Section: secAnswer,
		EN:  `a result holds no traces and no internals`,
		ES:  `un resultado no lleva trazas ni datos internos`,
		Fix: Fix{JSON: `a sentence for the customer`, Go: `toolerrors.System("…").WithCause(err)`},
	},
	{
		ID: "answer-secret", Level: Blocking, Section: secAnswer,
		EN:  `a result holds no token`,
		ES:  `un resultado no lleva tokens`,
		Fix: Fix{JSON: `the result without it`, Go: `an Out without that field`},
	},
	{
		ID: "answer-media", Level: Warning, Section: secLimits,
		EN:  `a result holds no address and no file: they do not reach the customer in this version`,
		ES:  `un resultado no lleva enlaces ni archivos: en esta versión no le llegan al cliente`,
		Fix: Fix{JSON: `what the customer wants to know, in words`, Go: `a field with words`},
	},
	{
		ID: "answer-identifier", Level: Warning, Section: secAnswer,
		EN:  `a result holds names, not internal identifiers`,
		ES:  `un resultado lleva nombres, no identificadores internos`,
		Fix: Fix{JSON: `"radicado": "SOP-1001"`, Go: `a field with the name`},
	},
	{
		ID: "answer-offset", Level: Warning, Section: secLimits,
		EN:  `a moment carries its offset, that of the time zone of the call`,
		ES:  `un momento lleva su desfase horario, el de la zona horaria de la llamada`,
		Fix: Fix{JSON: `"2026-08-03T10:00:00-05:00"`, Go: `t.In(meta.From(ctx).Location())`},
	},
	{
		ID: "answer-items", Level: Warning, Section: secLimits,
		EN:  `a list in a chat has at most as many items as were asked for, 10 where nobody asked, and never more than 25`,
		ES:  `una lista en un chat tiene como máximo los elementos que se piden, 10 si no se pide, y nunca más de 25`,
		Fix: Fix{JSON: `25 items and the total`, Go: `asixto.Paged, with asixto.PageIn in the arguments`},
	},
	{
		ID: "voice-plain", Level: Warning, Section: secLimits,
		EN:  `what is read aloud is plain words, without JSON and marks`,
		ES:  `lo que se lee en voz alta son palabras, sin JSON ni marcas`,
		Fix: Fix{JSON: `"text": "El caso quedó registrado."`, Go: `func (o Out) Spoken(meta.Call) string`},
	},
}
