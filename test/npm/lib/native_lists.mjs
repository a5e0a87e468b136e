// What clients see of tools in a list: APIs of models refuse some schemas that MCP allows.

/** The definition with its combinators at the root in words, as docs/protocol/repairs.md has it. */
function shownNatively(tool) {
  const { allOf, anyOf, oneOf, ...inputSchema } = tool.inputSchema;
  const combinators = JSON.parse(JSON.stringify({ allOf, anyOf, oneOf }));
  if (Object.keys(combinators).length === 0) return tool;
  const rule = `Besides, the arguments must match the JSON Schema ${JSON.stringify(combinators)}`;
  return { ...tool, description: `${tool.description}\n\n${rule}`, inputSchema };
}

/** The tools as a client is shown them natively. */
export const nativeDefinitions = (tools) => tools.map(shownNatively);
