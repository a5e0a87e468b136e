// Tools of servers through an MCP client, in whichever mode the workbench serves it: with use_tool, or by the name that the
// tool has in the client's own list.

const ownNames = new WeakMap(); // client -> the names in its list

async function namesOf(client) {
  const tools = await client.listTools();
  ownNames.set(client, new Map(tools.map((tool) => [tool.name, tool])));
  return ownNames.get(client);
}

async function openToolbox(client, names, toolbox) {
  if (names.has('open_toolbox')) await client.callTool('open_toolbox', { toolbox_name: toolbox });
}

/** A tool of the client's own list: of several with the same ending, the one whose name also has the server. */
function ownTool(names, { server, tool }) {
  const alike = [...names.values()].filter(({ name }) => name === tool || name.endsWith(`_${tool}`) || name.endsWith(`__${tool}`));
  return alike.find(({ name }) => name === tool) ?? alike.find(({ name }) => name.includes(server)) ?? alike[0];
}

const textOf = (result) => (result.content ?? []).find(({ type }) => type === 'text')?.text ?? '';

/** The whole definition of a tool. Throws if the workbench does not show it to this client. */
export async function definitionOf(client, target) {
  let names = await namesOf(client);
  if (!names.has('describe_tools')) {
    await openToolbox(client, names, target.toolbox);
    names = await namesOf(client);
    const own = ownTool(names, target);
    if (own) return own;
    throw new Error(`${target.toolbox}/${target.server}/${target.tool} is not shown to this client.`);
  }
  await openToolbox(client, names, target.toolbox);
  const result = await client.callTool('describe_tools', { tools: [target] });
  const described = result.isError ? null : JSON.parse(textOf(result));
  if (!described?.tools?.[0]) throw new Error(described?._errors?.[0] ?? textOf(result));
  return described.tools[0];
}

/** Calls the tool, whose definition was fetched before. */
export function callTool(client, target, args, signal) {
  const names = ownNames.get(client) ?? new Map();
  if (names.has('use_tool')) return client.callTool('use_tool', { tool: target, arguments: args }, signal);
  return client.callTool(ownTool(names, target)?.name ?? target.tool, args, signal);
}
