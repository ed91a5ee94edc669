package rules

// transportRules are about how a server is reached and whether it answers at all.
var transportRules = []Rule{
	{
		ID: "transport-https", Level: Blocking, Section: secTransport,
		EN:  `a server is reached over HTTPS`,
		ES:  `a un servidor se llega por HTTPS`,
		Fix: Fix{JSON: `https://…/mcp`, Go: `a proxy that ends TLS, before srv.Mount`},
	},
	{
		ID: "transport-certificate", Level: Blocking, Section: secTransport,
		EN:  `the certificate is valid`,
		ES:  `el certificado es válido`,
		Fix: Fix{JSON: `a certificate of a known authority, for that host`, Go: `a proxy that ends TLS, before srv.Mount`},
	},
	{
		ID: "transport-redirect", Level: Blocking, Section: secTransport,
		EN:  `the one endpoint answers by itself and sends nobody elsewhere`,
		ES:  `el único punto de entrada responde él mismo y no redirige`,
		Fix: Fix{JSON: `200 with the answer`, Go: `srv.Mount(mux, "/mcp", …) at the very path that is registered`},
	},
	{
		ID: "transport-answer", Level: Blocking, Section: secTransport,
		EN:  `every request gets one whole JSON-RPC answer, as JSON or as an event stream`,
		ES:  `toda petición recibe una respuesta JSON-RPC completa, en JSON o como flujo de eventos`,
		Fix: Fix{JSON: `{"jsonrpc": "2.0", "id": "1", "result": {…}}`, Go: `srv.Mount(mux, "/mcp", …), which composes the answer`},
	},
	{
		ID: "transport-time", Level: Blocking, Section: secTransport,
		EN:  `every request is answered in time`,
		ES:  `toda petición se responde a tiempo`,
		Fix: Fix{JSON: `an answer, or an error of type SYSTEM`, Go: `Tool{Timeout: 10 * time.Second}`},
	},
	{
		ID: "transport-size", Level: Blocking, Section: secTransport,
		EN:  `an answer has a bounded size`,
		ES:  `una respuesta tiene un tamaño acotado`,
		Fix: Fix{JSON: `pages of a long list`, Go: `a limit and a cursor in the arguments`},
	},
}
