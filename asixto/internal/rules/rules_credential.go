package rules

// credentialRules are about what a server asks of its callers.
var credentialRules = []Rule{
	{
		ID: "auth-challenge", Level: Blocking, Section: secAuth,
		EN:  `a request without a credential gets 401 with a Bearer challenge`,
		ES:  `una petición sin credencial recibe 401 con un reto Bearer`,
		Fix: Fix{JSON: `401, WWW-Authenticate: Bearer`, Go: `HandlerOptions{Verifier: verifier}`},
	},
	{
		ID: "auth-wrong-token", Level: Blocking, Section: secAuth,
		EN:  `a wrong credential gets 401 too`,
		ES:  `una credencial errónea también recibe 401`,
		Fix: Fix{JSON: `401, WWW-Authenticate: Bearer error="invalid_token"`, Go: `HandlerOptions{Verifier: verifier}`},
	},
	{
		ID: "auth-metadata", Level: Warning, Section: secAuth,
		EN:  `the metadata that the challenge names is there, and speaks of this very resource`,
		ES:  `los metadatos que nombra el reto existen y hablan de este mismo recurso`,
		Fix: Fix{JSON: `{"resource": "https://…/mcp", "authorization_servers": ["https://…"]}`, Go: `the public URL of the server as resource`},
	},
}
