// Calls that need a person's approval, with the official clients of both generations in each era, over stdio and HTTP: the
// form that they show, a yes, a no with its reason, the same for prompts and resources, and a client that can ask nothing.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fixture } from './lib/fixture.mjs';
import { configured, WorkbenchOverHttp } from './lib/over_http.mjs';
import { kWays, PairingClient } from './lib/pairing_clients.mjs';

const kTool = 'test_simple_text';
const kPrompt = 'test_simple_prompt';
const kResource = 'test://static-text';

const only = {
  description: 'What needs an approval',
  mcpServers: { only: { ...fixture('modern'), approve: [kTool, kPrompt, '*static-text'] } },
};
const kFile = { toolMode: 'flat', toolboxes: { only } };
const kSettings = ['middleware.approvals.hold=0'];

let runtime;
let env;
let overHttp;
let overStdio;

before(async () => {
  runtime = mkdtempSync(path.join(tmpdir(), 'workbench-approvals-'));
  env = { XDG_RUNTIME_DIR: runtime };
  overHttp = await WorkbenchOverHttp.start(kFile, env, {}, kSettings);
  overStdio = configured(kFile);
  overStdio.args.push(...kSettings.flatMap((setting) => ['-D', setting]));
});

after(async () => {
  await overHttp.stop();
  overStdio.remove();
  rmSync(runtime, { recursive: true, force: true });
});

const kTransports = {
  stdio: () => ({ command: overStdio.command, args: overStdio.args, env }),
  HTTP: () => ({ url: overHttp.url }),
};

const answering = (decision, reason) => ({
  elicit: () => ({ action: 'accept', content: { decision, ...(reason && { reason }) } }),
});

/** Runs `act` with a client whose person answers so. */
async function withClient(way, transport, options, act) {
  const client = await PairingClient.open(way, kTransports[transport](), options);
  try {
    await client.client.listTools();
    await act(client);
  } finally {
    await client.close();
  }
}

for (const way of Object.keys(kWays)) {
  for (const transport of Object.keys(kTransports)) {
    describe(`${way} over ${transport}`, () => {
      test('is asked with the tool and the arguments, and a yes lets the call pass', () =>
        withClient(way, transport, { responses: answering('once') }, async (client) => {
          const result = await client.callTool(kTool, {});
          assert.ok(!result.isError, result.content[0].text);
          const [{ params }] = client.received.requests;
          assert.match(params.message, new RegExp(`only/only/${kTool}`));
          assert.deepEqual(params.requestedSchema.properties.decision.enum, ['once', 'same_arguments', 'tool', 'no']);
        }));

      test('is refused with the reason of a no', () =>
        withClient(way, transport, { responses: answering('no', 'not on a Friday') }, async (client) => {
          const result = await client.callTool(kTool, {});
          assert.ok(result.isError);
          assert.match(result.content[0].text, /not on a Friday/);
        }));

      test('is asked for prompts and resources, too', () =>
        withClient(way, transport, { responses: answering('once') }, async (client) => {
          await client.client.getPrompt({ name: kPrompt });
          await client.client.readResource({ uri: kResource });
          assert.equal(client.received.requests.length, 2);
        }));

      test('gets no prompt and no resource after a no', () =>
        withClient(way, transport, { responses: answering('no', 'private') }, async (client) => {
          await assert.rejects(client.client.getPrompt({ name: kPrompt }), /private/);
          await assert.rejects(client.client.readResource({ uri: kResource }), /private/);
        }));

      test('is told what to do if it can ask nothing', () =>
        withClient(way, transport, { capabilities: {} }, async (client) => {
          const result = await client.callTool(kTool, {});
          assert.ok(result.isError);
          assert.match(result.content[0].text, /needs a person's approval: .*mcp-workbench approve.*repeat this call/s);
        }));
    });
  }
}
