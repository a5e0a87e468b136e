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

/** What a server tells a client that is connected to it directly, started for this question alone. */
export async function toldBy(server, clientName) {
  const client = await connect(server, clientName);
  try {
    return { definitions: await definitionsOf(client), instructions: client.getInstructions() ?? '' };
  } finally {
    await client.close();
  }
}

/** Its definitions alone. */
export const definitionsOfServer = async (server, clientName) => (await toldBy(server, clientName)).definitions;

/** Can it be called through the workbench? What can be called as a task only cannot, and is not listed. */
export const isListed = (tool) => tool.execution?.taskSupport !== 'required';

/**
 * What a host that is connected to a server directly sends to the model for one of its tools, minified: the name with the
 * server's as a prefix, the description, and the input schema as the server sent it. `messages` is the form of
 * Anthropic's API, the shortest there is; `chat` that of the Chat Completions API, which most hosts speak.
 */
export const hostDefinition = {
  messages: (server, { name, description, inputSchema }) =>
    JSON.stringify({ name: `mcp__${server}__${name}`, description, input_schema: inputSchema }),
  chat: (server, { name, description, inputSchema }) =>
    JSON.stringify({
      type: 'function',
      function: { name: `mcp__${server}__${name}`, description, parameters: inputSchema },
    }),
};
