// What only shows in the lines themselves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claim } from '../lib/wire.mjs';
import { speaking, textOf } from './speaker.mjs';

const kMethodNotFound = -32601;
const kInvalidParams = -32602;
const kUnsupportedVersion = -32022;
const kVersion = 'io.modelcontextprotocol/protocolVersion';
const kCapabilities = 'io.modelcontextprotocol/clientCapabilities';

function legacyLines(at) {
  at('a ping and every other empty result is {}', async (speaker) => {
    const uri = 'test://watched-resource';
    const asked = [
      await speaker.ask('ping'),
      await speaker.ask('logging/setLevel', { level: 'error' }),
      await speaker.ask('resources/subscribe', { uri }),
      await speaker.ask('resources/unsubscribe', { uri }),
    ];
    for (const { text } of asked) assert.match(text, /"result":\s*\{\s*\}/);
  });
}

function modernLines(at, stage) {
  at('what the handshake era had is unknown', async (speaker) => {
    const uri = 'test://watched-resource';
    const gone = [
      ['ping', {}],
      ['logging/setLevel', { level: 'info' }],
      ['resources/subscribe', { uri }],
      ['resources/unsubscribe', { uri }],
    ];
    await speaker.call('test_simple_text');
    for (const [method, params] of gone) {
      const { error } = await speaker.ask(method, params);
      assert.equal(error?.code, kMethodNotFound, method);
    }
  });

  at('a version of the future is refused with those that are known', async ({ wire }) => {
    const _meta = claim({}, { [kVersion]: '2027-01-01' });
    const { error } = await wire.ask({ method: 'tools/list', params: { _meta } });
    assert.equal(error.code, kUnsupportedVersion);
    assert.deepEqual(error.data, { supported: ['2026-07-28'], requested: '2027-01-01' });
  });

  at('a request that does not say what its client can do is refused', async ({ wire }) => {
    const { [kCapabilities]: left, ..._meta } = claim();
    const { error } = await wire.ask({ method: 'tools/list', params: { _meta } });
    assert.equal(error.code, kInvalidParams);
  });

  at('a request need not say who sends it', async ({ wire }) => {
    const { 'io.modelcontextprotocol/clientInfo': left, ..._meta } = claim();
    const { result } = await wire.ask({ method: 'tools/call', params: { name: 'test_simple_text', _meta } });
    assert.equal(result.resultType, 'complete');
  });

  at('each request is asked for what it can do, and no more', async (speaker) => {
    const kTool = 'test_input_required_result_capabilities';
    const sets = [{ elicitation: { form: {} } }, {}, { sampling: {} }, { sampling: {}, elicitation: {} }];
    for (const capabilities of sets) {
      const { result } = await speaker.call(kTool, {}, { capabilities });
      const asked = Object.values(result?.inputRequests ?? {}).map(({ method }) => method.split('/')[0]);
      const can = Object.keys(capabilities).sort();
      if (stage.server === 'modern') assert.deepEqual(asked.sort(), can);
      else assert.ok(asked.every((method) => can.includes(method)), `${asked} of a client with ${can}`);
    }
  });
}

export function lines(stage) {
  const at = (name, body) => test(name, speaking(stage, body));

  at('an id comes back as it was, number or string', async (speaker) => {
    const ids = [1, '1', 0, '', 'ä"\\', 9007199254740991, -1];
    await Promise.all(ids.map((id) => speaker.call('test_simple_text', {}, { id })));
    const answered = speaker.wire.messages.filter(({ method }) => method === undefined).map(({ id }) => id);
    for (const id of ids) assert.equal(answered.filter((one) => one === id).length, 1, JSON.stringify(id));
  });

  at('calls answer in the order in which they are ready', async (speaker) => {
    const waiting = ['a', 'b', 'c'].map((gate) => speaker.call('wait_at_gate', { gate }, { id: gate }));
    for (const gate of ['c', 'a', 'b']) {
      await speaker.call('open_gate', { gate });
      await speaker.wire.answerTo(gate);
    }
    const texts = (await Promise.all(waiting)).map(textOf);
    assert.deepEqual(texts, ['a', 'b', 'c'].map((gate) => `Waited for ${gate}.`));
  });

  if (stage.client === 'legacy') legacyLines(at);
  else modernLines(at, stage);
}
