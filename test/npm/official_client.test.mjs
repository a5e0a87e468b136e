// The official TypeScript client with the workbench as its server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { callsOf } from './lib/calls.mjs';
import { TestFolder, throughNpx } from './lib/official_servers.mjs';

const folder = new TestFolder();
let client;

async function connect(server) {
  const connected = new Client({ name: 'workbench-npm-tests', version: '1' });
  await connected.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  return connected;
}

const openOfficial = (on) => on.callTool({ name: 'open_toolbox', arguments: { toolbox_name: 'official' } });

const useTool = (on, server, tool, args, options) =>
  on.callTool(
    { name: 'use_tool', arguments: { tool: { toolbox: 'official', server, tool }, arguments: args } },
    undefined,
    options,
  );

before(async () => {
  client = await connect(folder.workbench(folder.servers('workbench')));
});

after(async () => {
  await client?.close();
  folder.remove();
});

test('lists exactly the meta-tools', async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ['open_toolbox', 'use_tool', 'describe_tools'],
  );
});

test('reads the toolboxes in the instructions', () => {
  assert.match(client.getInstructions(), /official/);
});

test('opens the toolbox', async () => {
  const result = await openOfficial(client);
  assert.ok(!result.isError, result.content[0].text);
  const opened = JSON.parse(result.content[0].text);
  assert.equal(opened.servers_connected, 3);
  for (const server of ['filesystem', 'memory', 'everything']) {
    assert.ok(
      opened.tools.some((tool) => tool.source_server === server),
      `no tools of ${server}`,
    );
  }
});

for (const [server, calls] of Object.entries(callsOf(folder))) {
  test(`gets the same results of ${server} as without the workbench`, async () => {
    await openOfficial(client);
    const direct = await connect(folder.servers('direct')[server]);
    try {
      for (const [tool, args] of calls.filter(([name]) => name !== 'get-resource-reference')) {
        const expected = await direct.callTool({ name: tool, arguments: args });
        assert.deepEqual(await useTool(client, server, tool, args), expected, `${tool} ${JSON.stringify(args)}`);
      }
    } finally {
      await direct.close();
    }
  });
}

test('receives progress', async () => {
  await openOfficial(client);
  const received = [];
  const args = { duration: 0.3, steps: 3 };
  await useTool(client, 'everything', 'trigger-long-running-operation', args, {
    onprogress: ({ progress, total }) => received.push([progress, total]),
  });
  // The client drops its handler when the response arrives, and loses the third notification, which arrives with it,
  // without a workbench as well.
  assert.deepEqual(received.slice(0, 2), [
    [1, 3],
    [2, 3],
  ]);
});

test('can cancel a call and make another', async () => {
  await openOfficial(client);
  const abort = new AbortController();
  const long = useTool(client, 'everything', 'trigger-long-running-operation', { duration: 60, steps: 600 }, {
    signal: abort.signal,
    onprogress: () => abort.abort('enough'),
  });
  await assert.rejects(long, /enough/);
  const echo = await useTool(client, 'everything', 'echo', { message: 'next' });
  assert.equal(echo.content[0].text, 'Echo: next');
});

test('reaches a server that is started through npx', async () => {
  const own = new TestFolder();
  const through = await connect(own.workbench({ everything: throughNpx('everything') }));
  try {
    const opened = await openOfficial(through);
    assert.ok(!opened.isError, opened.content[0].text);
    const sum = await useTool(through, 'everything', 'get-sum', { a: 2, b: 3 });
    assert.equal(sum.content[0].text, 'The sum of 2 and 3 is 5.');
  } finally {
    await through.close();
    own.remove();
  }
});
