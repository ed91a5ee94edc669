package rules

// loadRules are about a short load.
var loadRules = []Rule{
	{
		ID: "load-answers", Level: Blocking, Section: secSDK,
		EN:  `a few calls at a time are answered as one is`,
		ES:  `unas pocas llamadas a la vez se responden como una sola`,
		Fix: Fix{JSON: `the same answer`, Go: `no lock around the whole server`},
	},
	{
		ID: "load-latency", Level: Warning, Section: secSDK,
		EN:  `nineteen of twenty answers come within two seconds: a person on the phone waits for them`,
		ES:  `diecinueve de veinte respuestas llegan en dos segundos: una persona al teléfono las espera`,
		Fix: Fix{JSON: `a smaller page, a cache`, Go: `Tool{Timeout: 5 * time.Second}`},
	},
}
