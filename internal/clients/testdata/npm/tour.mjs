// What every client does, in the order in which internal/clients judges it. The plan of calls and the report that is
// written are the same as those of the clients in Go.
import { readFileSync } from 'node:fs';

export const plan = JSON.parse(readFileSync(0, 'utf8'));

export async function tour(client, version) {
  const outcome = ({ isError, structuredContent, content }) => ({
    isError: isError ?? false,
    structured: structuredContent,
    text: content[0].text,
  });
  const { tools } = await client.listTools();
  const calls = [];
  for (const { name, arguments: args, meta } of plan.calls) {
    calls.push(outcome(await client.callTool({ name, arguments: args, _meta: meta })));
  }
  let unknown = '';
  try {
    await client.callTool({ name: 'no_existe', arguments: {} });
  } catch (error) {
    unknown = error.message;
  }
  const spoken = version();
  await client.close();
  console.log(JSON.stringify({ version: spoken, tools: tools.map((tool) => tool.name), calls, unknown }));
}
