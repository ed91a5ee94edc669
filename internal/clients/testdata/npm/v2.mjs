import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { plan, tour } from './tour.mjs';

const mode = plan.version === '2026-07-28' ? { pin: plan.version } : 'legacy';
const client = new Client({ name: 'typescript', version: '2' }, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(new URL(plan.url), {
  requestInit: { headers: { Authorization: `Bearer ${plan.token}` } },
}));
await tour(client, () => client.getNegotiatedProtocolVersion());
