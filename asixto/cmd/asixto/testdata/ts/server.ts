// A small desk on the TypeScript SDK, with faults that "asixto check" has to find. It serves on the port that it is given
// and says on standard output when it does.
import { createServer } from "node:http";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const token = process.env.TOKEN ?? "";
let opened = 0;

function desk(): McpServer {
  const server = new McpServer({ name: "mesa", version: "1.0.0" });
  server.registerTool(
    "abrir_caso",
    {
      description: "Registra un caso. No la uses para consultar un caso.",
      inputSchema: z.strictObject({
        documento: z.string().max(20).describe("Número de documento"),
        prioridad: z.enum(["alta", "normal"]).optional().describe("Prioridad"), // no null: optional-nullable
        nota: z.string().nullable().optional().describe("Una nota"), // no maxLength: text-max-length
      }),
      outputSchema: z.object({ radicado: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      _meta: { "com.asixto/capability": "atencion", "com.asixto/verb": "abrir un caso" }, // capability-known
    },
    async () => {
      const out = { radicado: `SOP-${++opened}` }; // no keys: idempotent-same
      return { content: [{ type: "text", text: `Quedó con el radicado ${out.radicado}.` }], structuredContent: out };
    },
  );
  server.registerTool(
    "consultar_caso",
    {
      description: "Consulta un caso. No la uses para abrir uno.",
      inputSchema: z.strictObject({ radicado: z.string().max(20).describe("Número del caso") }),
      outputSchema: z.object({ estado: z.string() }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      _meta: { "com.asixto/capability": "soporte", "com.asixto/verb": "consultar un caso" },
    },
    async () => {
      const error = { error: { error_type: "GONE", user_message: "No encontré ese caso." } }; // error-type
      return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], structuredContent: error };
    },
  );
  return server;
}

const handler = createMcpHandler(desk);

createServer(async (req, res) => {
  if (req.headers.authorization !== `Bearer ${token}`) {
    res.writeHead(401, { "WWW-Authenticate": "Bearer" }).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) if (typeof value === "string") headers.set(name, value);
  const answer = await handler.fetch(new Request(`http://${req.headers.host}${req.url}`, {
    method: req.method,
    headers,
    body: req.method === "POST" ? Buffer.concat(chunks) : undefined,
  }));
  res.writeHead(answer.status, Object.fromEntries(answer.headers));
  res.end(Buffer.from(await answer.arrayBuffer()));
}).listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => console.log("listening"));
