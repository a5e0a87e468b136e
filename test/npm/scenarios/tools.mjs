// Every tool of the server, for an official client.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toolDefinitions } from '../fixture/tools.mjs';
import { kImpossible, kTools } from './expected.mjs';

const kServerInfo = 'io.modelcontextprotocol/serverInfo';

/** The result without the server info. */
export function withoutServerInfo({ _meta = {}, ...result }) {
  const { [kServerInfo]: sender, ...rest } = _meta;
  return Object.keys(rest).length === 0 ? result : { ...result, _meta: rest };
}

/** Asserts that the call is rejected or has an error result; returns that. */
export async function fails(call) {
  const outcome = await call.catch((error) => ({ isError: true, thrown: error }));
  assert.ok(outcome.isError, `it should have failed, and returned ${JSON.stringify(outcome)}`);
  return outcome;
}

export function tools(setup) {
  let client;
  before(async () => (client = await setup.open()));
  after(() => client?.close());

  test('lists every tool as its server defines it', async () => {
    const { tools: listed } = await client.client.listTools();
    assert.deepEqual(listed, toolDefinitions());
  });

  for (const [name, { args, requests = [], ...wanted }] of Object.entries(kTools)) {
    const impossible = kImpossible[setup.pairing].tools[name];
    if (impossible) {
      test(`${name} fails: ${impossible}`, () => fails(client.callTool(name, args)));
      continue;
    }
    test(`${name} returns its result`, async () => {
      client.received.requests.length = 0;
      const { _meta, ...result } = withoutServerInfo(await client.callTool(name, args));
      assert.deepEqual(result, wanted);
      assert.deepEqual(client.received.requests.map(({ method }) => method).sort(), requests);
    });
  }

  test('_meta of a result is kept', async () => {
    const result = withoutServerInfo(await client.callTool('test_structured_content', { numbers: [] }));
    assert.deepEqual(result._meta, { 'example.org/kept': 'too' });
  });

  test('an unknown tool is an error, and names the tool', async () => {
    const outcome = await fails(client.callTool('no_such_tool'));
    assert.match(outcome.thrown?.message ?? outcome.content[0].text, /no_such_tool/);
  });

  test('a client without capabilities gets no input requests', async () => {
    const unable = await setup.open({ capabilities: {} });
    try {
      await fails(unable.callTool('test_missing_capability'));
      const outcome = unable.callTool('test_input_required_result_capabilities');
      if (setup.pairing === 'ML') await outcome.catch(() => {}); // that server uses the capabilities of the workbench
      else assert.equal((await outcome).content[0].text, 'Requested: ');
      assert.deepEqual(unable.received.requests, []);
    } finally {
      await unable.close();
    }
  });
}
