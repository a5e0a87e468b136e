// What passes between client and server while a call is under way: progress, log messages, cancellation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kLogLevel } from '../lib/wire.mjs';
import { skipIf } from './expected.mjs';
import { speaking, textOf } from './speaker.mjs';

export function underWay(stage) {
  const at = (name, body) => test(name, speaking(stage, body));

  at('progress comes in order, before the answer, under the very token that was given', async (speaker) => {
    const tokens = ['7', 7, 'a "token"\n', 0];
    const meta = (progressToken) => ({ meta: { progressToken } });
    await Promise.all(tokens.map((token) => speaker.call('test_tool_with_progress', {}, meta(token))));
    for (const token of tokens) assert.deepEqual(speaker.progressOf(token), [0, 50, 100], JSON.stringify(token));
  });

  at('nobody hears of progress who gave no token', async (speaker) => {
    assert.equal(textOf(await speaker.call('test_tool_with_progress')), 'Nobody asked for progress.');
    assert.deepEqual(speaker.wire.notifications('notifications/progress'), []);
  });

  const levels = ({ wire }) => wire.notifications('notifications/message').map(({ params }) => params.level);

  at('log messages come from the level that was asked for', async (speaker) => {
    const meta = speaker.isModern ? { [kLogLevel]: 'info' } : undefined;
    if (!speaker.isModern) await speaker.ask('logging/setLevel', { level: 'info' });
    await speaker.call('test_tool_with_logging', {}, { meta });
    assert.deepEqual(levels(speaker), ['info', 'error']);
    const [{ params }] = speaker.wire.notifications('notifications/message');
    assert.deepEqual(params.data, { step: 'working' });
    assert.match(params.logger, /fixture$/);
  });

  if (stage.client === 'modern') {
    at('no log message comes unasked, not even after another call asked', async (speaker) => {
      await speaker.call('test_tool_with_logging', {}, { meta: { [kLogLevel]: 'error' } });
      await speaker.call('test_tool_with_logging');
      assert.deepEqual(levels(speaker), ['error']);
    });
  }

  at('a cancelled call ends at the server, and is answered no more', async (speaker) => {
    const { wire } = speaker;
    speaker.call('wait_at_gate', { gate: 'never' }, { id: 'long', meta: { progressToken: 'begun' } });
    await wire.next('the begin of the call', ({ params }) => params?.progressToken === 'begun');
    speaker.cancel('long');
    assert.equal(textOf(await speaker.call('cancelled_at_gate', { gate: 'never' })), '["never"]');
    await speaker.call('test_simple_text');
    assert.deepEqual(wire.messages.filter(({ id }) => id === 'long'), []);
  });

  at('cancelling what is unknown or over does no harm', async (speaker) => {
    await speaker.call('test_simple_text', {}, { id: 'over' });
    for (const id of ['over', 'unknown', 4711]) speaker.cancel(id);
    assert.equal(textOf(await speaker.call('test_x_mcp_header', { region: 'x' })), 'Region: x');
  });

  test('an official client can cancel a call', async () => {
    const client = await stage.open();
    try {
      const abort = new AbortController();
      const options = { signal: abort.signal, onprogress: () => abort.abort('enough') };
      await assert.rejects(client.callTool('wait_at_gate', { gate: 'shut' }, options), /enough/);
      const { content } = await client.callTool('cancelled_at_gate', { gate: 'shut' });
      assert.equal(content[0].text, '["shut"]');
    } finally {
      await client.close();
    }
  });

  test('a server can withdraw its question', skipIf(stage, 'withdrawal'), async () => {
    const whenWithdrawn = (params, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ action: 'cancel' })));
    const client = await stage.open({ answers: { elicit: whenWithdrawn } });
    try {
      // The fixture's first question has the id 0, and the v1 client takes a withdrawal of 0 for one of nothing.
      if (!stage.throughWorkbench) await client.callTool('test_sampling', { prompt: 'Spend it' });
      client.heard.asked.length = 0;
      const call = client.callTool('test_withdrawn_elicitation', { gate: 'withdraw' });
      await client.until(({ asked }) => asked.length > 0);
      await client.callTool('open_gate', { gate: 'withdraw' });
      assert.equal((await call).content[0].text, 'The question was withdrawn.');
      assert.ok(client.heard.asked[0].signal.aborted);
    } finally {
      await client.close();
    }
  });
}
