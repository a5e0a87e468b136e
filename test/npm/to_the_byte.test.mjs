// The output of servers through the workbench is the same as without it, to the byte.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callsOf, withoutTimes } from './lib/calls.mjs';
import { LineClient, WorkbenchClient } from './lib/line_client.mjs';
import { TestFolder } from './lib/official_servers.mjs';
import { rawElements, rawMember, rawMembers } from './lib/raw_json.mjs';

const folder = new TestFolder();
const servers = folder.servers('direct');
let workbench;
let listing;

before(async () => {
  workbench = new WorkbenchClient(folder.workbench(folder.servers('workbench')));
  listing = await workbench.openOfficial();
});

after(async () => {
  await workbench?.close();
  folder.remove();
});

/** Runs `body` with a client of its own for the server. */
async function withDirect(server, body) {
  const direct = new LineClient(servers[server]);
  try {
    await direct.open();
    return await body(direct);
  } finally {
    await direct.close();
  }
}

test('all three servers are connected', () => {
  assert.equal(rawMember(listing, 'servers_connected'), '3');
  assert.equal(rawMember(listing, '_errors'), undefined);
});

for (const [server, calls] of Object.entries(callsOf(folder))) {
  test(`results of ${server} arrive as they were sent`, async () => {
    await withDirect(server, async (direct) => {
      for (const [tool, args] of calls) {
        const expected = await direct.request('tools/call', { name: tool, arguments: args });
        const found = await workbench.useTool(server, tool, args);
        assert.equal(withoutTimes(found), withoutTimes(expected), `${tool} ${JSON.stringify(args)}`);
      }
    });
  });

  test(`tools of ${server} are described as it defines them, in its order`, async () => {
    const definitions = await withDirect(server, async (direct) =>
      rawElements(rawMember(await direct.request('tools/list', {}), 'tools')),
    );
    const described = await workbench.request('tools/call', {
      name: 'describe_tools',
      arguments: { toolbox: 'official', server },
    });
    const listed = rawElements(rawMember(JSON.parse(described).content[0].text, 'tools'));
    assert.equal(listed.length, definitions.length);
    definitions.forEach((definition, i) => {
      const ours = ['toolbox_name', 'source_server'];
      const kept = rawMembers(listed[i]).filter(([name]) => !ours.includes(name));
      assert.deepEqual(new Map(kept), new Map(rawMembers(definition)));
    });
  });
}

const kLongCall = ['trigger-long-running-operation', { duration: 0.6, steps: 3 }];

function progressOf(client, token) {
  return client.notifications
    .map((line) => rawMember(line, 'params'))
    .filter((params) => params !== undefined && rawMember(params, 'progressToken') === token)
    .map((params) => rawMembers(params).filter(([name]) => name !== 'progressToken'));
}

test('progress arrives as it was sent, with the token of the client', async () => {
  const [tool, args] = kLongCall;
  const expected = await withDirect('everything', async (direct) => {
    await direct.request('tools/call', { name: tool, arguments: args, _meta: { progressToken: 7 } });
    return progressOf(direct, '7');
  });
  assert.equal(expected.length, 3);

  await workbench.useTool('everything', tool, args, { progressToken: 'step by step' });
  await workbench.useTool('everything', tool, args, { progressToken: 1 });

  assert.deepEqual(progressOf(workbench, '"step by step"'), expected);
  assert.deepEqual(progressOf(workbench, '1'), expected);
});

test('a cancelled call has no response and delays no other', async () => {
  const { id, response } = workbench.start(
    'tools/call',
    WorkbenchClient.useTool('everything', kLongCall[0], { duration: 60, steps: 600 }, { progressToken: 'cancelled' }),
  );
  let isAnswered = false;
  response.then(
    () => (isAnswered = true),
    () => {}, // the end of the workbench
  );
  workbench.notify('notifications/cancelled', { requestId: id, reason: 'no longer needed' });

  const echo = await workbench.useTool('everything', 'echo', { message: 'still there?' });
  assert.match(echo, /Echo: still there\?/);
  const count = progressOf(workbench, '"cancelled"').length;
  const [tool, args] = kLongCall;
  await workbench.useTool('everything', tool, args); // long enough for six steps of the cancelled one
  assert.equal(progressOf(workbench, '"cancelled"').length, count);
  assert.equal(isAnswered, false);
});

test('a tool that its server does not have is named in the error', async () => {
  const result = await workbench.useTool('memory', 'forget_everything', {});
  assert.match(result, /Tool 'forget_everything' not found in server 'memory' \(toolbox 'official'\)/);
  assert.equal(rawMember(result, 'isError'), 'true');
});
