// What only an intermediary can do wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kEverything } from '../lib/pairing_clients.mjs';
import { modernMeta } from '../lib/scripted_client.mjs';
import { openEraClient, textOf } from './era_client.mjs';

const kModernOnly =
  /"(resultType|ttlMs|cacheScope|input(Requests|Responses)|requestState|io\.modelcontextprotocol\/\w+)"/;

/** Runs `body` with a scripted client, in whatever era the setup is. */
const withScriptedClient = (setup, body) => async () => {
  const client = setup.openScripted();
  try {
    await body(client);
  } finally {
    await client.close();
  }
};

const legacyCall = (name, args, more) => ({ method: 'tools/call', params: { name, arguments: args, ...more } });
const modernCall = (name, args, capabilities = {}) => legacyCall(name, args, { _meta: modernMeta(capabilities) });

function bothErasOnOnePipe(setup) {
  test('both eras share one pipe', withScriptedClient(setup, async (client) => {
    const before = client.request({ id: 'm1', ...modernCall('wait_for_latch', { latch: 'mixed' }) });
    await client.initialize();
    const legacy = client.request({ id: 1, ...legacyCall('wait_for_latch', { latch: 'mixed' }) });
    const after = client.request({ id: '1', ...modernCall('wait_for_latch', { latch: 'mixed' }) });
    await client.request({ id: 2, ...legacyCall('release_latch', { latch: 'mixed' }) });
    for (const { result } of await Promise.all([before, after])) assert.equal(result.resultType, 'complete');
    const answer = await legacy;
    assert.equal(textOf(answer), 'Waited for mixed.');
    assert.doesNotMatch(answer.text, kModernOnly);
  }));

  test('the capabilities of one era do not apply in the other', withScriptedClient(setup, async (client) => {
    const kTool = 'test_input_required_result_elicitation';
    await client.initialize({ elicitation: {} });
    const unable = await client.request(modernCall(kTool, {}));
    assert.ok(unable.error || unable.result.isError, unable.text);
    const call = client.request({ id: 'call', ...legacyCall(kTool) });
    const inputRequest = await client.next('the input request', ({ method }) => method === 'elicitation/create');
    client.send({ id: inputRequest.id, result: { action: 'accept', content: { name: 'Grace' } } });
    assert.equal(textOf(await call), 'Hello, Grace!');
  }));
}

export function intermediary(setup) {
  bothErasOnOnePipe(setup);

  test('discover starts no server', withScriptedClient(setup, async (client) => {
    const before = setup.back.exchanges().length;
    const { result } = await client.request({ method: 'server/discover', params: { _meta: modernMeta() } });
    assert.ok(result.supportedVersions.includes('2026-07-28'));
    assert.equal(setup.back.exchanges().length, before);
  }));

  test('initialize works after discover', withScriptedClient(setup, async (client) => {
    await client.request({ method: 'server/discover', params: { _meta: modernMeta() } });
    assert.equal((await client.initialize()).protocolVersion, '2025-11-25');
    assert.equal((await client.request(legacyCall('test_x_mcp_header'))).result.content[0].text, 'Region: none');
  }));

  test('an abandoned input request delays no other call', async () => {
    const client = await openEraClient(setup, kEverything);
    client.call('test_input_required_result_elicitation', {}, { id: 'abandoned' });
    const isInputRequest = ({ method, result }) => method === 'elicitation/create' || result?.resultType === 'input_required';
    await client.raw.next('the input request', isInputRequest);
    assert.equal(textOf(await client.call('test_x_mcp_header', { region: 'x' })), 'Region: x');
    await client.close();
  });

  test('the server gets no id and no progress token of the client, and none twice', () => {
    const calls = setup.back.exchanges().map((exchange) =>
      exchange.filter(({ sender, message }) => sender === 'client' && message.method && message.id !== undefined),
    );
    assert.ok(calls.flat().length > 0);
    for (const exchange of calls) {
      const ids = exchange.map(({ message }) => JSON.stringify(message.id));
      assert.equal(new Set(ids).size, ids.length, 'an id was used twice');
      assert.ok(!ids.includes('0'), 'the v1 server cannot cancel a request with the id 0');
      const tokens = exchange.map(({ message }) => message.params?._meta?.progressToken);
      assert.ok(!tokens.includes('a "token"\n'), 'a token of the client was passed on');
    }
  });

  if (setup.client === 'legacy') {
    test('nothing of the modern era reaches a legacy client', () => {
      for (const exchange of setup.clientExchanges()) {
        const modern = exchange.some(({ line }) => line.includes('protocolVersion":"2026'));
        if (modern) continue; // both eras on one pipe, which has a test of its own
        for (const { sender, line } of exchange) if (sender === 'server') assert.doesNotMatch(line, kModernOnly);
      }
    });
  }

  test('the server gets messages of its own era alone, except for the probe', () => {
    for (const { method, params } of setup.back.by('client')) {
      if (method === undefined || method === 'server/discover') continue;
      const isModern = params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
      const mayBeEither = setup.server === 'modern' && method === 'notifications/cancelled';
      if (!mayBeEither) assert.equal(isModern, setup.server === 'modern', method);
    }
  });
}
