package rules

// protocolRules are about the protocol as the Gateway speaks it.
var protocolRules = []Rule{
	{
		ID: "version-in-body", Level: Blocking, Section: secTransport,
		EN:  `a request that names its revision in the body alone is served`,
		ES:  `se atiende una petición que dice su revisión solo en el cuerpo`,
		Fix: Fix{JSON: `200 without Mcp-Protocol-Version`, Go: `srv.Mount(mux, "/mcp", …); plain go-sdk answers 400 / -32020`},
	},
	{
		ID: "name-placeholder", Level: Blocking, Section: secTransport,
		EN:  `the header Mcp-Name: - is taken for no name`,
		ES:  `la cabecera Mcp-Name: - se toma por ausencia de nombre`,
		Fix: Fix{JSON: `200 with Mcp-Name: - on tools/list`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "discover-present", Level: Blocking, Section: secMethods,
		EN:  `server/discover is answered`,
		ES:  `se responde a server/discover`,
		Fix: Fix{JSON: `{"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "discover-revision", Level: Blocking, Section: secMethods,
		EN:  `server/discover lists revision 2026-07-28 and tools`,
		ES:  `server/discover anuncia la revisión 2026-07-28 y las herramientas`,
		Fix: Fix{JSON: `"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "handshake-era", Level: Warning, Section: secMethods,
		EN:  `a server speaks revision 2026-07-28, not an older one with a handshake`,
		ES:  `un servidor habla la revisión 2026-07-28, no una anterior con saludo`,
		Fix: Fix{JSON: `server/discover`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "list-present", Level: Blocking, Section: secMethods,
		EN:  `tools/list gives the tools, each an object`,
		ES:  `tools/list entrega las herramientas, cada una un objeto`,
		Fix: Fix{JSON: `{"tools": [{"name": …}]}`, Go: `asixto.AddTool(s, …) before Mount`},
	},
	{
		ID: "list-stable", Level: Warning, Section: secTransport,
		EN:  `tools/list gives the same tools in the same order every time`,
		ES:  `tools/list entrega siempre las mismas herramientas en el mismo orden`,
		Fix: Fix{JSON: `tools sorted by name`, Go: `asixto.AddTool(s, …), which sorts`},
	},
	{
		ID: "id-echo", Level: Blocking, Section: secTransport,
		EN:  `an answer carries the id of its request, a string as a string`,
		ES:  `una respuesta lleva el id de su petición, un texto como texto`,
		Fix: Fix{JSON: `"id": "1"`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "result-complete", Level: Blocking, Section: secMethods,
		EN:  `resultType is complete: a tool asks for nothing further`,
		ES:  `resultType es complete: una herramienta no pide nada más`,
		Fix: Fix{JSON: `"resultType": "complete"`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "answer-event-text", Level: Blocking, Section: secCertification,
		EN:  `no answer holds "data:": the certification checker takes it for an event stream`,
		ES:  `ninguna respuesta lleva "data:": la certificación la toma por un flujo de eventos`,
		Fix: Fix{JSON: `the same text in other words`, Go: `the same text in other words`},
	},
	{
		ID: "version-mismatch", Level: Warning, Section: secTransport,
		EN:  `a version header that contradicts the body is refused`,
		ES:  `se rechaza una cabecera de versión que contradice al cuerpo`,
		Fix: Fix{JSON: `400, code -32020`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "unknown-method", Level: Warning, Section: secMethods,
		EN:  `a method that does not exist is refused as such`,
		ES:  `un método que no existe se rechaza como tal`,
		Fix: Fix{JSON: `code -32601`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "unknown-tool", Level: Blocking, Section: secMethods,
		EN:  `a tool that does not exist is refused as such`,
		ES:  `una herramienta que no existe se rechaza como tal`,
		Fix: Fix{JSON: `code -32602`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
	{
		ID: "malformed-request", Level: Warning, Section: secTransport,
		EN:  `what is no JSON is refused as such, and breaks nothing`,
		ES:  `lo que no es JSON se rechaza como tal y no rompe nada`,
		Fix: Fix{JSON: `400, code -32700`, Go: `srv.Mount(mux, "/mcp", …)`},
	},
}
