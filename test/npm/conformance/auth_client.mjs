// The client in the suite's scenarios on authorization: `node auth_client.mjs URL`
//
// An official client, and the workbench between it and the suite's server at URL, which demands a login. The person at the
// client visits every URL that the workbench asks for; the suite's authorization server agrees at once. The suite names
// scenario, revision and details in the environment.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configured } from '../lib/over_http.mjs';
import { PairingClient } from '../lib/pairing_clients.mjs';

/** The client id that the suite expects of a client with a metadata document. Nobody fetches it. */
const kMetadataDocument = 'https://conformance-test.local/client-metadata.json';

const folder = mkdtempSync(path.join(tmpdir(), 'workbench-conformance-auth-'));

function keyFile(pem) {
  const file = path.join(folder, 'key.pem');
  writeFileSync(file, pem, { mode: 0o600 });
  return file;
}

/** scenario: (its context), "oauth" of the server's entry. The others have none: all that they need is discovered. */
const kSettings = {
  'auth/basic-cimd': () => ({ clientMetadataUrl: kMetadataDocument }),
  'auth/pre-registration': ({ client_id, client_secret }) => ({ clientId: client_id, clientSecret: client_secret }),
  'auth/client-credentials-basic': ({ client_id, client_secret }) => ({
    grant: 'client_credentials',
    clientId: client_id,
    clientSecret: client_secret,
  }),
  'auth/client-credentials-jwt': ({ client_id, private_key_pem, signing_algorithm }) => ({
    grant: 'client_credentials',
    clientId: client_id,
    privateKeyFile: keyFile(private_key_pem),
    signingAlgorithm: signing_algorithm,
  }),
};

/** Follows the redirects, the last of which leads to the workbench. */
async function visit({ mode, url }) {
  assert.equal(mode, 'url');
  await (await fetch(url)).text();
  return { action: 'accept' };
}

const url = process.argv.at(-1);
const {
  MCP_CONFORMANCE_SCENARIO: scenario,
  MCP_CONFORMANCE_PROTOCOL_VERSION: revision,
  MCP_CONFORMANCE_CONTEXT: details = '{}',
} = process.env;

const oauth = kSettings[scenario]?.(JSON.parse(details));
const only = { description: "The suite's server", mcpServers: { only: { type: 'http', url, ...(oauth && { oauth }) } } };
const workbench = configured({ toolboxes: { only } });
const way = revision === '2026-07-28' ? 'v2 pinned' : 'v1';
const program = { ...workbench, env: { XDG_STATE_HOME: folder } };
const client = await PairingClient.open(way, program, { responses: { elicit: visit } });
try {
  await client.callTool('open_toolbox', { toolbox_name: 'only' });
  const tool = { toolbox: 'only', server: 'only', tool: 'test-tool' };
  const { isError, content } = await client.callTool('use_tool', { tool });
  console.log(JSON.stringify(content));
  assert.ok(!isError, 'the call has failed');
  assert.deepEqual(content, [{ type: 'text', text: 'test' }]);
} finally {
  await client.close();
  workbench.remove();
  rmSync(folder, { recursive: true, force: true });
}
