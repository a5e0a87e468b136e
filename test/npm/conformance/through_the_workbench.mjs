// The client in the suite's client scenarios: `node through_the_workbench.mjs URL`
//
// An official client, and the workbench in flat mode between it and the suite's server at URL. What the suite sees of
// a client is the workbench's HTTP transport. The suite tells scenario, revision and details in the environment.

import { configured } from '../lib/over_http.mjs';
import { PairingClient } from '../lib/pairing_clients.mjs';
import { kPlays } from './client_plays.mjs';

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
  await kPlays[scenario](client, JSON.parse(details));
} finally {
  await client.close();
  workbench.remove();
}
