// The tools of a server as its definitions, and what a host that is connected to the server directly tells a model.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';

/**
 * The official client, connected to `server`: {command, args, env, cwd, stderr}, the last being 'ignore' by default.
 * `name` is what the client calls itself.
 */
export async function connect(server, name = 'workbench-npm-tests') {
  const client = new Client({ name, version: '1' });
  await client.connect(new StdioClientTransport({ stderr: 'ignore', ...server }));
  return client;
}

/** Every page of the client's tools, each definition whole: listTools() would drop members that it does not know. */
export async function definitionsOf(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.request({ method: 'tools/list', params: cursor ? { cursor } : {} }, ResultSchema);
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor);
  return tools;
}

/** The definitions of a server that is started for this question alone. */
export async function definitionsOfServer(server, clientName) {
  const client = await connect(server, clientName);
  try {
    return await definitionsOf(client);
  } finally {
    await client.close();
  }
}

/** Can it be called through the workbench? What can be called as a task only cannot, and is not listed. */
export const isListed = (tool) => tool.execution?.taskSupport !== 'required';

/**
 * The least that a common host sends to the model for a tool of a server it is connected to directly: minified JSON
 * of the name with the server's as a prefix, the description, and the input schema as the server sent it.
 */
export const hostDefinition = (server, { name, description, inputSchema }) =>
  JSON.stringify({ name: `mcp__${server}__${name}`, description, input_schema: inputSchema });
