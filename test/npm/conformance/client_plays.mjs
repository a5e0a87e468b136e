// What a client does in each of the suite's client scenarios, as the scenarios want it.

const kSum = { a: 2, b: 3 };

/** Calls every tool that is listed; a list of none is one as well. */
async function callAll(client, args) {
  const { tools } = await client.client.listTools();
  for (const { name } of tools) await client.callTool(name, args);
}

/** Everything that has a name to put into a header. */
async function useEverything(client) {
  await callAll(client, {});
  const { resources } = await client.client.listResources();
  for (const { uri } of resources) await client.client.readResource({ uri });
  const { prompts } = await client.client.listPrompts();
  for (const { name } of prompts) await client.client.getPrompt({ name });
}

/** Also calls two that nobody may list: the workbench knows that as well as a client does. */
async function callAllAndInvalid(client) {
  await callAll(client, { region: 'us-west1' });
  const invalid = ['invalid_empty_header', 'invalid_duplicate_same_case'];
  await Promise.allSettled(invalid.map((name) => client.callTool(name, { region: 'us-west1' })));
}

/** The calls that the scenario names. */
async function callAsTold(client, { toolCalls }) {
  await client.client.listTools();
  for (const { name, arguments: args } of toolCalls) await client.callTool(name, args);
}

async function echoSchema(client) {
  const { tools } = await client.client.listTools();
  const { inputSchema } = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  await client.callTool('json_schema_echo', { schema: inputSchema });
}

/** Two calls that need answers, and one under way with them that must not get any. */
async function answerApart(client) {
  await client.client.listTools();
  const names = ['test_mrtr_echo_state', 'test_mrtr_no_state', 'test_mrtr_unrelated', 'test_mrtr_no_result_type'];
  await Promise.all(names.map((name) => client.callTool(name, {})));
}

/** scenario: (client, what the scenario tells besides) */
export const kPlays = {
  initialize: (client) => client.client.listTools(),
  tools_call: (client) => callAll(client, kSum),
  'elicitation-sep1034-client-defaults': (client) => callAll(client, {}),
  'sse-retry': (client) => callAll(client, {}),
  'json-schema-2020-12-preservation': echoSchema,

  'request-metadata': (client) => client.client.listTools(),
  'http-standard-headers': useEverything,
  'http-custom-headers': callAsTold,
  'http-invalid-tool-headers': callAllAndInvalid,
  'sep-2322-client-request-state': answerApart,
  'json-schema-ref-no-deref': (client) => client.client.listTools(),
};
