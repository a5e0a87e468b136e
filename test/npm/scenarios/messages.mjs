// What only the raw messages show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modernMeta } from '../lib/scripted_client.mjs';
import { withEraClient, textOf } from './era_client.mjs';

const kMethodNotFound = -32601;
const kInvalidParams = -32602;
const kUnsupportedVersion = -32022;
const kVersion = 'io.modelcontextprotocol/protocolVersion';
const kCapabilities = 'io.modelcontextprotocol/clientCapabilities';

function legacyLines(at) {
  at('a ping and every other empty result is {}', async (client) => {
    const uri = 'test://watched-resource';
    const responses = [
      await client.request('ping'),
      await client.request('logging/setLevel', { level: 'error' }),
      await client.request('resources/subscribe', { uri }),
      await client.request('resources/unsubscribe', { uri }),
    ];
    for (const { text } of responses) assert.match(text, /"result":\s*\{\s*\}/);
  });
}

function modernLines(at, setup) {
  at('methods of the legacy era are unknown', async (client) => {
    const uri = 'test://watched-resource';
    const removed = [
      ['ping', {}],
      ['logging/setLevel', { level: 'info' }],
      ['resources/subscribe', { uri }],
      ['resources/unsubscribe', { uri }],
    ];
    await client.call('test_simple_text');
    for (const [method, params] of removed) {
      const { error } = await client.request(method, params);
      assert.equal(error?.code, kMethodNotFound, method);
    }
  });

  at('an unknown version is refused with the supported ones', async ({ raw }) => {
    const _meta = modernMeta({}, { [kVersion]: '2027-01-01' });
    const { error } = await raw.request({ method: 'tools/list', params: { _meta } });
    assert.equal(error.code, kUnsupportedVersion);
    assert.deepEqual(error.data, { supported: ['2026-07-28'], requested: '2027-01-01' });
  });

  at('a request without capabilities is refused', async ({ raw }) => {
    const { [kCapabilities]: left, ..._meta } = modernMeta();
    const { error } = await raw.request({ method: 'tools/list', params: { _meta } });
    assert.equal(error.code, kInvalidParams);
  });

  at('a request needs no client info', async ({ raw }) => {
    const { 'io.modelcontextprotocol/clientInfo': left, ..._meta } = modernMeta();
    const { result } = await raw.request({ method: 'tools/call', params: { name: 'test_simple_text', _meta } });
    assert.equal(result.resultType, 'complete');
  });

  at('each request gets the input requests that its capabilities allow', async (client) => {
    const kTool = 'test_input_required_result_capabilities';
    const sets = [{ elicitation: { form: {} } }, {}, { sampling: {} }, { sampling: {}, elicitation: {} }];
    for (const capabilities of sets) {
      const { result } = await client.call(kTool, {}, { capabilities });
      const requested = Object.values(result?.inputRequests ?? {}).map(({ method }) => method.split('/')[0]);
      const supported = Object.keys(capabilities).sort();
      if (setup.server === 'modern') assert.deepEqual(requested.sort(), supported);
      else assert.ok(requested.every((method) => supported.includes(method)), `${requested} of a client with ${supported}`);
    }
  });
}

export function lines(setup) {
  const at = (name, body) => test(name, withEraClient(setup, body));

  at('a response has the id of the request, number or string', async (client) => {
    const ids = [1, '1', 0, '', 'ä"\\', 9007199254740991, -1];
    await Promise.all(ids.map((id) => client.call('test_simple_text', {}, { id })));
    const answered = client.raw.messages.filter(({ method }) => method === undefined).map(({ id }) => id);
    for (const id of ids) assert.equal(answered.filter((one) => one === id).length, 1, JSON.stringify(id));
  });

  at('calls are answered in the order in which they complete', async (client) => {
    const waiting = ['a', 'b', 'c'].map((latch) => client.call('wait_for_latch', { latch }, { id: latch }));
    for (const latch of ['c', 'a', 'b']) {
      await client.call('release_latch', { latch });
      await client.raw.responseTo(latch);
    }
    const texts = (await Promise.all(waiting)).map(textOf);
    assert.deepEqual(texts, ['a', 'b', 'c'].map((latch) => `Waited for ${latch}.`));
  });

  if (setup.client === 'legacy') legacyLines(at);
  else modernLines(at, setup);
}
