// The two tools under load on the official TypeScript SDK, with zod and express, and results kept by key in a Map.
//
//   node server.mjs HOST PORT
import { createMcpExpressApp } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';

const [host, port] = process.argv.slice(2);
const results = new Map();

const answer = (fields) => ({ content: [{ type: 'text', text: JSON.stringify(fields) }], structuredContent: fields });

function open(key) {
  if (key === undefined) return answer({ radicado: 'SOP-1', estado: 'abierto', sla_horas: 24 });
  if (!results.has(key)) results.set(key, answer({ radicado: `SOP-${results.size + 1}`, estado: 'abierto', sla_horas: 24 }));
  return results.get(key);
}

function newServer() {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool('abrir_caso_soporte', {
    description: 'Abre un caso.',
    inputSchema: z.strictObject({
      documento: z.string().min(5).max(20),
      tipo: z.enum(['falla', 'instalacion', 'cobro']),
      descripcion: z.string().min(10).max(400),
      prioridad: z.enum(['alta', 'normal']).nullish(),
    }),
    outputSchema: z.strictObject({ radicado: z.string(), estado: z.enum(['abierto', 'en_cola']), sla_horas: z.int() }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  }, async (_, context) => open(context.mcpReq._meta?.['com.asixto/idempotencyKey']));
  server.registerTool('consultar_cliente', {
    description: 'Consulta un cliente.',
    inputSchema: z.strictObject({ documento: z.string().min(5).max(20) }),
    outputSchema: z.strictObject({ nombre: z.string(), estado: z.string() }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  }, async () => answer({ nombre: 'Ana Restrepo', estado: 'activo' }));
  return server;
}

const handle = toNodeHandler(createMcpHandler(newServer), { onerror: (err) => console.error(err.message) });
const app = createMcpExpressApp();
app.post('/mcp', (request, response) => handle(request, response, request.body));
app.listen(Number(port), host);
