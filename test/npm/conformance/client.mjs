// The client in the suite's client scenarios: `node client.mjs URL`
//
// An official client, and the workbench in flat mode between it and the suite's server at URL. What the suite sees of
// a client is the workbench's HTTP transport. The suite names scenario, revision and details in the environment.

import { configured } from '../lib/over_http.mjs';
import { PairingClient } from '../lib/pairing_clients.mjs';

const kSum = { a: 2, b: 3 };

/** Calls every tool of the list, which may be empty. */
async function callAll(client, args) {
  const { tools } = await client.client.listTools();
  for (const { name } of tools) await client.callTool(name, args);
}

/** Uses everything whose name belongs in a header. */
async function useEverything(client) {
  await callAll(client, {});
  const { resources } = await client.client.listResources();
  for (const { uri } of resources) await client.client.readResource({ uri });
  const { prompts } = await client.client.listPrompts();
  for (const { name } of prompts) await client.client.getPrompt({ name });
}

/** Also calls two tools with invalid definitions, which the workbench must not list. */
async function callAllAndInvalid(client) {
  await callAll(client, { region: 'us-west1' });
  const invalid = ['invalid_empty_header', 'invalid_duplicate_same_case'];
  await Promise.allSettled(invalid.map((name) => client.callTool(name, { region: 'us-west1' })));
}

/** The calls that the scenario names. */
async function callAsSpecified(client, { toolCalls }) {
  await client.client.listTools();
  for (const { name, arguments: args } of toolCalls) await client.callTool(name, args);
}

async function echoSchema(client) {
  const { tools } = await client.client.listTools();
  const { inputSchema } = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  await client.callTool('json_schema_echo', { schema: inputSchema });
}

/** Two calls with input requests, and two concurrent ones without. */
async function callConcurrently(client) {
  await client.client.listTools();
  const names = ['test_mrtr_echo_state', 'test_mrtr_no_state', 'test_mrtr_unrelated', 'test_mrtr_no_result_type'];
  await Promise.all(names.map((name) => client.callTool(name, {})));
}

/** scenario: (client, its context) */
const kSteps = {
  initialize: (client) => client.client.listTools(),
  tools_call: (client) => callAll(client, kSum),
  'elicitation-sep1034-client-defaults': (client) => callAll(client, {}),
  'sse-retry': (client) => callAll(client, {}),
  'json-schema-2020-12-preservation': echoSchema,

  'request-metadata': (client) => client.client.listTools(),
  'http-standard-headers': useEverything,
  'http-custom-headers': callAsSpecified,
  'http-invalid-tool-headers': callAllAndInvalid,
  'sep-2322-client-request-state': callConcurrently,
  'json-schema-ref-no-deref': (client) => client.client.listTools(),
};

const url = process.argv.at(-1);
const {
  MCP_CONFORMANCE_SCENARIO: scenario,
  MCP_CONFORMANCE_PROTOCOL_VERSION: revision,
  MCP_CONFORMANCE_CONTEXT: details = '{}',
} = process.env;

const only = { description: "The suite's server", mcpServers: { only: { type: 'http', url } } };
const workbench = configured({ toolMode: 'flat', toolboxes: { only } });
const client = await PairingClient.open(revision === '2026-07-28' ? 'v2 pinned' : 'v1', workbench);
try {
  await kSteps[scenario](client, JSON.parse(details));
} finally {
  await client.close();
  workbench.remove();
}
