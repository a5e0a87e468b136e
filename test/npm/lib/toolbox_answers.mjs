// What open_toolbox and describe_tools answer to the official client.

import { rawElements, rawMember } from './raw_json.mjs';

async function answerOf(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  const text = result.content.map((block) => block.text).join('\n');
  if (result.isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
  return { text, structuredContent: result.structuredContent };
}

/** The text of open_toolbox's answer, as the model reads it. */
export async function openToolbox(client, toolbox) {
  const { text, structuredContent } = await answerOf(client, 'open_toolbox', { toolbox_name: toolbox });
  if (structuredContent) throw new Error('open_toolbox answers twice: hosts may show structuredContent as well');
  return text;
}

/** The text of describe_tools' answer; `what` is {tools: [{toolbox, server, tool}]} or {toolbox, server}. */
export const describeTools = async (client, what) => (await answerOf(client, 'describe_tools', what)).text;

/** The tools in the text of an answer as [{name, server, text}], `text` being what the model reads of that tool. */
export function toolsIn(answer) {
  return rawElements(rawMember(answer, 'tools')).map((text) => {
    const { name, source_server: server } = JSON.parse(text);
    return { name, server, text };
  });
}

/** The definition in one of describe_tools' tools, without what tells where the tool is. */
export function definitionIn(tool) {
  const { toolbox_name, source_server, ...definition } = JSON.parse(tool.text);
  return definition;
}
