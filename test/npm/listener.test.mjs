// Official clients over HTTP, with the toolboxes of the demo and a toolbox with the fixture.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { kHere } from './lib/official_servers.mjs';
import { WorkbenchOverHttp, demonstration } from './lib/over_http.mjs';
import { PairingClient, kWays } from './lib/pairing_clients.mjs';
import { fixture } from './lib/setup.mjs';

let workbench;

before(async () => {
  const { file, env } = demonstration();
  const everything = { description: 'Every feature of a server', mcpServers: { fixture: fixture('both') } };
  workbench = await WorkbenchOverHttp.start({ toolboxes: { ...file.toolboxes, everything } }, env);
});

after(async () => assert.equal(await workbench?.stop(), 0));

/** Runs `body` with a client, and closes it. */
async function withClient(way, body) {
  const client = await PairingClient.open(way, { url: workbench.url });
  try {
    return await body(client);
  } finally {
    await client.close();
  }
}

const textOf = ({ content }) => content[0].text;
const openToolbox = async (client, toolbox_name) =>
  JSON.parse(textOf(await client.callTool('open_toolbox', { toolbox_name })));
const use = (client, toolbox, server, tool, args = {}, options = {}) =>
  client.callTool('use_tool', { tool: { toolbox, server, tool }, arguments: args }, options);
const add = async (client, numbers) =>
  JSON.parse(textOf(await use(client, 'time-and-numbers', 'demo', 'add', { numbers }))).sum;
const useFixture = (client, tool, args, options) => use(client, 'everything', 'fixture', tool, args, options);

for (const [way, { era }] of Object.entries(kWays)) {
  describe(`a ${way} client`, () => {
    test('uses the era of its mode', () =>
      withClient(way, async ({ client, transport }) => {
        assert.equal(transport.sessionId !== undefined, era === 'legacy');
        assert.equal(client.getServerVersion().name, 'mcp-workbench');
      }));

    test('lists the meta-tools', () =>
      withClient(way, async ({ client }) => {
        const { tools } = await client.listTools();
        assert.deepEqual(tools.map(({ name }) => name), ['open_toolbox', 'use_tool', 'describe_tools']);
      }));

    test('opens a toolbox and uses a tool of it', () =>
      withClient(way, async (client) => {
        const opened = await openToolbox(client, 'time-and-numbers');
        assert.ok(opened.tools.some(({ name }) => name === 'add'));
        assert.equal(await add(client, [1, 2, 3]), 6);
      }));

    test('receives progress', () =>
      withClient(way, async (client) => {
        await openToolbox(client, 'everything');
        const received = [];
        const onprogress = ({ progress }) => received.push(progress);
        const result = await useFixture(client, 'test_tool_with_progress', {}, { onprogress });
        assert.equal(textOf(result), 'Reported.');
        // The client drops its handler when the response arrives, and the last notification arrives with it.
        assert.deepEqual(received.slice(0, 2), [0, 50]);
      }));

    test('receives an input request during a call', () =>
      withClient(way, async (client) => {
        await openToolbox(client, 'everything');
        const result = await useFixture(client, 'test_elicitation', { message: 'Who are you?' });
        assert.match(textOf(result), /"username":"Ada"/);
        assert.deepEqual(client.received.requests.map(({ params }) => params.message), ['Who are you?']);
      }));

    test('can cancel a call and make another', () =>
      withClient(way, async (client) => {
        await openToolbox(client, 'everything');
        const latch = `listener-${way}`;
        const abort = new AbortController();
        const whenStarted = { signal: abort.signal, onprogress: () => abort.abort('enough') };
        await assert.rejects(useFixture(client, 'wait_for_latch', { latch }, whenStarted), /enough/);
        assert.equal(textOf(await useFixture(client, 'cancelled_at_latch', { latch })), JSON.stringify([latch]));
      }));
  });
}

test('concurrent clients of all kinds get their own results', async () => {
  const ways = Array.from({ length: 16 }, (_, i) => Object.keys(kWays)[i % Object.keys(kWays).length]);
  const clients = await Promise.all(ways.map((way) => PairingClient.open(way, { url: workbench.url })));
  try {
    const sessions = clients.map(({ transport }) => transport.sessionId).filter(Boolean);
    assert.equal(sessions.length, 8);
    assert.equal(new Set(sessions).size, sessions.length);
    await Promise.all(clients.map((client) => openToolbox(client, 'time-and-numbers')));
    const rounds = clients.flatMap((client, i) => [0, 1, 2, 3, 4].map((round) => [client, i, round]));
    const sums = await Promise.all(rounds.map(([client, i, round]) => add(client, [100 * i, round])));
    assert.deepEqual(sums, rounds.map(([, i, round]) => 100 * i + round));
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
});

test('a change in one session does not affect another', { timeout: 60_000 }, () =>
  withClient('v1', (one) =>
    withClient('v2 legacy', async (other) => {
      await Promise.all([openToolbox(one, 'everything'), openToolbox(other, 'everything')]);
      await useFixture(one, 'test_trigger_tool_change');
      let added;
      do added = await useFixture(one, 'test_added_tool');
      while (added.isError); // until the workbench has fetched the list again
      assert.equal(textOf(added), 'I was added.');
      assert.ok((await useFixture(other, 'test_added_tool')).isError);
    }),
  ));

for (const way of ['v1', 'v2 legacy']) {
  test(`a ${way} client ends its session, and only its own`, () =>
    withClient('v1', async (other) => {
      const client = await PairingClient.open(way, { url: workbench.url });
      const ended = client.transport.sessionId;
      await client.transport.terminateSession();
      await client.close();
      const headers = {
        'Content-Type': 'application/json',
        'Accept': 'application/json, text/event-stream',
        'Mcp-Session-Id': ended,
      };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      assert.equal((await fetch(workbench.url, { method: 'POST', headers, body })).status, 404);
      assert.equal((await other.client.listTools()).tools.length, 3);
    }));
}

describe('the MCP Inspector', () => {
  const kInspector = path.join(kHere, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

  async function inspect(...args) {
    const all = [kInspector, '--cli', '--server-url', workbench.url, '--transport', 'http', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, all, { timeout: 60_000 });
    return JSON.parse(stdout);
  }

  test('lists the meta-tools and accepts their schemas', async () => {
    const { tools } = await inspect('--method', 'tools/list', '--strict');
    assert.deepEqual(tools.map(({ name }) => name), ['open_toolbox', 'use_tool', 'describe_tools']);
  });

  test('opens a toolbox', async () => {
    const openText = ['--tool-name', 'open_toolbox', '--tool-arg', 'toolbox_name=text'];
    const result = await inspect('--method', 'tools/call', ...openText);
    assert.deepEqual(JSON.parse(textOf(result)).tools.map(({ name }) => name), ['word_count', 'hash_text']);
  });
});
