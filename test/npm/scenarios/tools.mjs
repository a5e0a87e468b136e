// Every tool of the server, as an official client sees it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toolDefinitions } from '../fixture/tools.mjs';
import { kImpossible, kTools } from './expected.mjs';

const kServerInfo = 'io.modelcontextprotocol/serverInfo';

/** The result without what only says who sent it. */
export function unsigned({ _meta = {}, ...result }) {
  const { [kServerInfo]: sender, ...rest } = _meta;
  return Object.keys(rest).length === 0 ? result : { ...result, _meta: rest };
}

/** Rejected, or a result that says it is an error. */
export async function fails(call) {
  const outcome = await call.catch((error) => ({ isError: true, thrown: error }));
  assert.ok(outcome.isError, `it should have failed, and said ${JSON.stringify(outcome)}`);
  return outcome;
}

export function tools(stage) {
  let client;
  before(async () => (client = await stage.open()));
  after(() => client?.close());

  test('lists every tool as its server defines it', async () => {
    const { tools: listed } = await client.client.listTools();
    assert.deepEqual(listed, toolDefinitions());
  });

  for (const [name, { args, asks = [], ...wanted }] of Object.entries(kTools)) {
    const impossible = kImpossible[stage.pairing].tools[name];
    if (impossible) {
      test(`${name} fails: ${impossible}`, () => fails(client.callTool(name, args)));
      continue;
    }
    test(`${name} answers`, async () => {
      client.heard.asked.length = 0;
      const { _meta, ...result } = unsigned(await client.callTool(name, args));
      assert.deepEqual(result, wanted);
      assert.deepEqual(client.heard.asked.map(({ method }) => method).sort(), asks);
    });
  }

  test('what a server adds to a result arrives', async () => {
    const result = unsigned(await client.callTool('test_structured_content', { numbers: [] }));
    assert.deepEqual(result._meta, { 'example.org/kept': 'too' });
  });

  test('an unknown tool is an error, and names the tool', async () => {
    const outcome = await fails(client.callTool('no_such_tool'));
    assert.match(outcome.thrown?.message ?? outcome.content[0].text, /no_such_tool/);
  });

  test('a client that can do nothing is asked nothing', async () => {
    const unable = await stage.open({ capabilities: {} });
    try {
      await fails(unable.callTool('test_missing_capability'));
      const outcome = unable.callTool('test_input_required_result_capabilities');
      if (stage.pairing === 'ML') await outcome.catch(() => {}); // that server asks for what the workbench can do
      else assert.equal((await outcome).content[0].text, 'Asked: ');
      assert.deepEqual(unable.heard.asked, []);
    } finally {
      await unable.close();
    }
  });
}
