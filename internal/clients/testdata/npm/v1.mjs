import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { plan, tour } from './tour.mjs';

const client = new Client({ name: 'typescript', version: '1' });
const transport = new StreamableHTTPClientTransport(new URL(plan.url), {
  requestInit: { headers: { Authorization: `Bearer ${plan.token}` } },
});
await client.connect(transport);
await tour(client, () => transport.protocolVersion);
