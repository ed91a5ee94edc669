package rules

// effectRules are about the guarantees, as far as they show from outside.
var effectRules = []Rule{
	{
		ID: "idempotent-same", Level: Blocking, Section: secGuarantees,
		EN:  `the same key returns the same result, a failure too`,
		ES:  `la misma clave devuelve el mismo resultado, también un fallo`,
		Fix: Fix{JSON: `the stored result`, Go: `ServerOptions{Store: idem.NewMemory(nil)}`},
	},
	{
		ID: "idempotent-order", Level: Blocking, Section: secCertification,
		EN:  `the same key returns the members in the same order`,
		ES:  `la misma clave devuelve los miembros en el mismo orden`,
		Fix: Fix{JSON: `the stored bytes`, Go: `ServerOptions{Store: idem.NewMemory(nil)}`},
	},
	{
		ID: "idempotent-parallel", Level: Blocking, Section: secGuarantees,
		EN:  `calls with one key at the same time all return the one result`,
		ES:  `varias llamadas a la vez con una clave devuelven todas el mismo resultado`,
		Fix: Fix{JSON: `the duplicate waits for the first`, Go: `ServerOptions{Store: idem.NewMemory(nil)}`},
	},
	{
		ID: "idempotent-cut", Level: Blocking, Section: secGuarantees,
		EN:  `a call that was cut off can be repeated with its key`,
		ES:  `una llamada cortada se puede repetir con su clave`,
		Fix: Fix{JSON: `the result of the first`, Go: `ServerOptions{Store: idem.NewMemory(nil)}`},
	},
}
