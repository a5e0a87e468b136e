// What only somebody in the middle can do wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kEverything } from '../lib/pairing_clients.mjs';
import { claim } from '../lib/wire.mjs';
import { speak, textOf } from './speaker.mjs';

const kModernOnly =
  /"(resultType|ttlMs|cacheScope|input(Requests|Responses)|requestState|io\.modelcontextprotocol\/\w+)"/;

/** Runs `body` with a wire, whatever the era of the stage. */
const onWire = (stage, body) => async () => {
  const wire = stage.wire();
  try {
    await body(wire);
  } finally {
    await wire.close();
  }
};

const legacyCall = (name, args, more) => ({ method: 'tools/call', params: { name, arguments: args, ...more } });
const modernCall = (name, args, capabilities = {}) => legacyCall(name, args, { _meta: claim(capabilities) });

function bothErasOnOnePipe(stage) {
  test('both eras talk on one pipe at once', onWire(stage, async (wire) => {
    const before = wire.ask({ id: 'm1', ...modernCall('wait_at_gate', { gate: 'mixed' }) });
    await wire.shakeHands();
    const legacy = wire.ask({ id: 1, ...legacyCall('wait_at_gate', { gate: 'mixed' }) });
    const after = wire.ask({ id: '1', ...modernCall('wait_at_gate', { gate: 'mixed' }) });
    await wire.ask({ id: 2, ...legacyCall('open_gate', { gate: 'mixed' }) });
    for (const { result } of await Promise.all([before, after])) assert.equal(result.resultType, 'complete');
    const answer = await legacy;
    assert.equal(textOf(answer), 'Waited for mixed.');
    assert.doesNotMatch(answer.text, kModernOnly);
  }));

  test('the capabilities of one era do not count in the other', onWire(stage, async (wire) => {
    const kTool = 'test_input_required_result_elicitation';
    await wire.shakeHands({ elicitation: {} });
    const unable = await wire.ask(modernCall(kTool, {}));
    assert.ok(unable.error || unable.result.isError, unable.text);
    const asked = wire.ask({ id: 'asked', ...legacyCall(kTool) });
    const question = await wire.next('the question', ({ method }) => method === 'elicitation/create');
    wire.send({ id: question.id, result: { action: 'accept', content: { name: 'Grace' } } });
    assert.equal(textOf(await asked), 'Hello, Grace!');
  }));
}

export function between(stage) {
  bothErasOnOnePipe(stage);

  test('discover starts no server', onWire(stage, async (wire) => {
    const before = stage.back.conversations().length;
    const { result } = await wire.ask({ method: 'server/discover', params: { _meta: claim() } });
    assert.ok(result.supportedVersions.includes('2026-07-28'));
    assert.equal(stage.back.conversations().length, before);
  }));

  test('a handshake works after a discover', onWire(stage, async (wire) => {
    await wire.ask({ method: 'server/discover', params: { _meta: claim() } });
    assert.equal((await wire.shakeHands()).protocolVersion, '2025-11-25');
    assert.equal((await wire.ask(legacyCall('test_x_mcp_header'))).result.content[0].text, 'Region: none');
  }));

  test('an abandoned question of one client era holds up nobody', async () => {
    const speaker = await speak(stage, kEverything);
    speaker.call('test_input_required_result_elicitation', {}, { id: 'abandoned' });
    const asked = ({ method, result }) => method === 'elicitation/create' || result?.resultType === 'input_required';
    await speaker.wire.next('the question', asked);
    assert.equal(textOf(await speaker.call('test_x_mcp_header', { region: 'x' })), 'Region: x');
    await speaker.close();
  });

  test('the server hears no id and no progress token of the client, and none twice', () => {
    const calls = stage.back.conversations().map((conversation) =>
      conversation.filter(({ sender, message }) => sender === 'client' && message.method && message.id !== undefined),
    );
    assert.ok(calls.flat().length > 0);
    for (const conversation of calls) {
      const ids = conversation.map(({ message }) => JSON.stringify(message.id));
      assert.equal(new Set(ids).size, ids.length, 'an id was used twice');
      assert.ok(!ids.includes('0'), 'the v1 server cannot cancel a request with the id 0');
      const tokens = conversation.map(({ message }) => message.params?._meta?.progressToken);
      assert.ok(!tokens.includes('a "token"\n'), 'a token went through');
    }
  });

  if (stage.client === 'legacy') {
    test('nothing of the modern era reaches a legacy client', () => {
      for (const conversation of stage.fronts()) {
        const modern = conversation.some(({ line }) => line.includes('protocolVersion":"2026'));
        if (modern) continue; // both eras on one pipe: looked at where it happens
        for (const { sender, line } of conversation) if (sender === 'server') assert.doesNotMatch(line, kModernOnly);
      }
    });
  }

  test('the server hears its own era alone, but for the question which one it is', () => {
    for (const { method, params } of stage.back.by('client')) {
      if (method === undefined || method === 'server/discover') continue;
      const isModern = params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
      const mayBeEither = stage.server === 'modern' && method === 'notifications/cancelled';
      if (!mayBeEither) assert.equal(isModern, stage.server === 'modern', method);
    }
  });
}
