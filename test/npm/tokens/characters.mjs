// How long is what a model reads of tools, in characters; a token is taken as four of them.

import { definitionsOf, hostDefinition, inspectServer } from '../lib/definitions.mjs';

export const tokens = (characters) => Math.round(characters / 4);
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** {server, tools: Map of name -> {bare, messages, chat}, characters: {bare, messages, chat}}, without a workbench. */
export async function measureDirectly(server, clientName) {
  const { definitions, instructions } = await inspectServer(server.entry, clientName);
  const inForm = (form, tool) => hostDefinition[form](server.name, tool).length;
  const lengths = (tool) => ({
    bare: inForm('bare', tool),
    messages: inForm('messages', tool),
    chat: inForm('chat', tool),
  });
  const tools = new Map(definitions.map((tool) => [tool.name, lengths(tool)]));
  const total = (form) => sum([...tools.values()].map((tool) => tool[form])) + instructions.length;
  return { server, tools, characters: { bare: total('bare'), messages: total('messages'), chat: total('chat') } };
}

/** What the model reads before it opens anything: the meta-tools as hosts send them, and the instructions. */
export async function charactersBeforeOpening(client) {
  const metaTools = await definitionsOf(client);
  const instructions = client.getInstructions() ?? '';
  return sum(metaTools.map((tool) => hostDefinition.chat('workbench', tool).length)) + instructions.length;
}
