// What passes between client and server while a call is in flight: progress, log messages, cancellation, input requests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kLogLevel } from '../lib/scripted_client.mjs';
import { skipIf } from './expected.mjs';
import { withEraClient, textOf } from './era_client.mjs';

export function inFlight(setup) {
  const at = (name, body) => test(name, withEraClient(setup, body));

  at('progress arrives in order, before the response, with the token of the request', async (client) => {
    const tokens = ['7', 7, 'a "token"\n', 0];
    const meta = (progressToken) => ({ meta: { progressToken } });
    await Promise.all(tokens.map((token) => client.call('test_tool_with_progress', {}, meta(token))));
    for (const token of tokens) assert.deepEqual(client.progressOf(token), [0, 50, 100], JSON.stringify(token));
  });

  at('a call without a token gets no progress', async (client) => {
    assert.equal(textOf(await client.call('test_tool_with_progress')), 'Reported.');
    assert.deepEqual(client.raw.notifications('notifications/progress'), []);
  });

  const levels = ({ raw }) => raw.notifications('notifications/message').map(({ params }) => params.level);

  at('log messages arrive from the requested level', async (client) => {
    const meta = client.isModern ? { [kLogLevel]: 'info' } : undefined;
    if (!client.isModern) await client.request('logging/setLevel', { level: 'info' });
    await client.call('test_tool_with_logging', {}, { meta });
    assert.deepEqual(levels(client), ['info', 'error']);
    const [{ params }] = client.raw.notifications('notifications/message');
    assert.deepEqual(params.data, { step: 'working' });
    assert.match(params.logger, /fixture$/);
  });

  if (setup.client === 'modern') {
    at('a call without a level gets no log messages, even after a call with one', async (client) => {
      await client.call('test_tool_with_logging', {}, { meta: { [kLogLevel]: 'error' } });
      await client.call('test_tool_with_logging');
      assert.deepEqual(levels(client), ['error']);
    });
  }

  at('a cancelled call ends at the server and has no response', async (client) => {
    client.call('wait_for_latch', { latch: 'never' }, { id: 'long', meta: { progressToken: 'begun' } });
    await client.raw.next('the start of the call', ({ params }) => params?.progressToken === 'begun');
    client.cancel('long');
    assert.equal(textOf(await client.call('cancelled_at_latch', { latch: 'never' })), '["never"]');
    await client.call('test_simple_text');
    assert.deepEqual(client.raw.messages.filter(({ id }) => id === 'long'), []);
  });

  at('cancelling an unknown or completed request has no effect', async (client) => {
    await client.call('test_simple_text', {}, { id: 'over' });
    for (const id of ['over', 'unknown', 4711]) client.cancel(id);
    assert.equal(textOf(await client.call('test_x_mcp_header', { region: 'x' })), 'Region: x');
  });

  test('an official client can cancel a call', async () => {
    const client = await setup.open();
    try {
      const abort = new AbortController();
      const options = { signal: abort.signal, onprogress: () => abort.abort('enough') };
      await assert.rejects(client.callTool('wait_for_latch', { latch: 'held' }, options), /enough/);
      const { content } = await client.callTool('cancelled_at_latch', { latch: 'held' });
      assert.equal(content[0].text, '["held"]');
    } finally {
      await client.close();
    }
  });

  test('a server can cancel its input request', skipIf(setup, 'cancellation'), async () => {
    const whenCancelled = (params, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ action: 'cancel' })));
    const client = await setup.open({ responses: { elicit: whenCancelled } });
    try {
      // The fixture's first request has the id 0, and the v1 client ignores a cancellation of 0.
      if (!setup.hasWorkbench) await client.callTool('test_sampling', { prompt: 'Use the id 0' });
      client.received.requests.length = 0;
      const call = client.callTool('test_cancelled_elicitation', { latch: 'cancel' });
      await client.until(({ requests }) => requests.length > 0);
      await client.callTool('release_latch', { latch: 'cancel' });
      assert.equal((await call).content[0].text, 'The input request was cancelled.');
      assert.ok(client.received.requests[0].signal.aborted);
    } finally {
      await client.close();
    }
  });
}
