// Tools of servers through an MCP client: with use_tool, or by the name that the client's own list has.

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
  const names = await namesOf(client);
  await openToolbox(client, names, target.toolbox);
  if (!names.has('describe_tools')) {
    const own = ownTool(await namesOf(client), target);
    if (own) return own;
    throw new Error(`${target.toolbox}/${target.server}/${target.tool} is not shown to this client.`);
  }
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
