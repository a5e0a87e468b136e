// The definitions of a server's tools, what a host that is connected to it directly sends to a model, and the answers of
// open_toolbox and describe_tools.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { rawElements, rawMember } from './raw_json.mjs';

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

/** The definitions and instructions of a server, which is started for this alone. */
export async function inspectServer(server, clientName) {
  const client = await connect(server, clientName);
  try {
    return { definitions: await definitionsOf(client), instructions: client.getInstructions() ?? '' };
  } finally {
    await client.close();
  }
}

/** Its definitions alone. */
export const definitionsOfServer = async (server, clientName) => (await inspectServer(server, clientName)).definitions;

/**
 * What a host that is connected to a server directly sends to the model for one of its tools, minified: the name, the
 * description, and the input schema as the server sent it. `messages` is the form of Anthropic's API, `chat` that of the
 * Chat Completions API, which most hosts use; both with the server's name as a prefix, which hosts add so that the tools
 * of two servers do not have one name. `bare` is the shortest there is: `messages` with the tool's own name.
 */
export const hostDefinition = {
  bare: (server, { name, description, inputSchema }) => JSON.stringify({ name, description, input_schema: inputSchema }),
  messages: (server, { name, description, inputSchema }) =>
    JSON.stringify({ name: `mcp__${server}__${name}`, description, input_schema: inputSchema }),
  chat: (server, { name, description, inputSchema }) =>
    JSON.stringify({
      type: 'function',
      function: { name: `mcp__${server}__${name}`, description, parameters: inputSchema },
    }),
};

async function answerOf(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  const text = result.content.map((block) => block.text).join('\n');
  if (result.isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
  return { text, structuredContent: result.structuredContent };
}

/** The text of open_toolbox's answer, as the model reads it. */
export async function openToolbox(client, toolbox) {
  const { text, structuredContent } = await answerOf(client, 'open_toolbox', { toolbox_name: toolbox });
  if (structuredContent) throw new Error('open_toolbox has structuredContent, which hosts show beside the text');
  return text;
}

/** The text of describe_tools' answer; `what` is {tools: [{toolbox, server, tool}]} or {toolbox, server}. */
export const describeTools = async (client, what) => (await answerOf(client, 'describe_tools', what)).text;

/** {text, found}: search_tools' answer, and the tools in it as [{toolbox, server, tool}]. */
export async function searchTools(client, query) {
  const { text } = await answerOf(client, 'search_tools', { query });
  return { text, found: rawElements(rawMember(text, 'tools')).map((line) => JSON.parse(line)) };
}

/** The tools in the text of an answer as [{name, server, text}], `text` being what the model reads of that tool. */
export function toolsIn(answer) {
  return rawElements(rawMember(answer, 'tools')).map((text) => {
    const { name, source_server: server } = JSON.parse(text);
    return { name, server, text };
  });
}

/** The definition in one of describe_tools' tools, without the members that locate the tool. */
export function definitionIn(tool) {
  const { toolbox_name, source_server, ...definition } = JSON.parse(tool.text);
  return definition;
}
