// The features of the protocol that every pair of revisions has in common, each as a check that a client passes with a
// server of the fixture behind a workbench in flat mode. Servers may be shared by clients that run at the same time.

import assert from 'node:assert/strict';
import { kUsualResponses } from '../lib/pairing_clients.mjs';
import { kLogLevel } from '../lib/scripted_client.mjs';
import { kModern } from '../lib/revisions.mjs';
import { fails } from './tools.mjs';

const kUri = 'test://watched-resource';
const textOf = ({ content }) => content[0].text;
const isModern = ({ revision }) => revision === kModern;

const requested = (client, method) => client.received.requests.filter((request) => request.method === method);

/** Unsubscribes when it is fulfilled. */
async function subscribe(client, kind) {
  if (isModern(kind)) return client.client.listen({ resourceSubscriptions: [kUri] });
  await client.client.subscribeResource({ uri: kUri });
  return { close: () => client.client.unsubscribeResource({ uri: kUri }) };
}

let latches = 0;

/** name: async (client, kind of the client, kind of the server), which rejects unless the feature works. */
export const kFeatures = {
  async tools(client) {
    const { tools } = await client.client.listTools();
    assert.ok(tools.some(({ name }) => name === 'test_simple_text'));
    const result = await client.callTool('test_simple_text');
    assert.equal(textOf(result), 'This is a simple text response for testing.');
    const failed = await client.callTool('test_error_handling');
    assert.equal(failed.isError, true);
    assert.equal(textOf(failed), 'This tool intentionally returns an error for testing');
  },

  async elicitation(client) {
    const result = await client.callTool('test_elicitation', { message: 'Who are you?' });
    const response = { action: 'accept', content: { username: 'Ada', email: 'Ada' } };
    assert.equal(textOf(result), `The user answered: ${JSON.stringify(response)}`);
    assert.deepEqual(requested(client, 'elicitation/create').map(({ params }) => params.message), ['Who are you?']);
  },

  async sampling(client) {
    const result = await client.callTool('test_sampling', { prompt: 'Capital of France?' });
    assert.equal(textOf(result), `LLM response: ${kUsualResponses.sample().content.text}`);
    const [{ params }] = requested(client, 'sampling/createMessage');
    assert.equal([params.messages[0].content].flat()[0].text, 'Capital of France?');
  },

  async roots(client) {
    assert.equal(textOf(await client.callTool('test_input_required_result_list_roots')), 'Roots: file:///srv/work');
  },

  /** Before the response: a client drops its handler when that arrives. */
  async progress(client) {
    const latch = `feature-${latches++}`;
    const progressed = new Promise((onprogress) => {
      client.callTool('wait_for_latch', { latch }, { onprogress }).then(() => onprogress('no progress'), onprogress);
    });
    assert.deepEqual(await progressed, { progress: 1 });
    assert.equal(textOf(await client.callTool('release_latch', { latch })), `Released ${latch}.`);
  },

  async cancellation(client) {
    const latch = `feature-${latches++}`;
    const abort = new AbortController();
    const whenStarted = { signal: abort.signal, onprogress: () => abort.abort('enough') };
    await assert.rejects(client.callTool('wait_for_latch', { latch }, whenStarted), /enough/);
    assert.equal(textOf(await client.callTool('cancelled_at_latch', { latch })), JSON.stringify([latch]));
  },

  async subscriptions(client, kind) {
    const subscription = await subscribe(client, kind);
    const updated = client.until((received) => received.updated.includes(kUri));
    await client.callTool('test_trigger_resource_update');
    await updated;
    await subscription.close();
  },

  async logging(client, kind) {
    const meta = isModern(kind) ? { [kLogLevel]: 'info' } : undefined;
    if (!meta) await client.client.setLoggingLevel('info');
    await client.callTool('test_tool_with_logging', {}, { meta });
    await client.until(({ logged }) => logged.some(({ level }) => level === 'error'));
    assert.deepEqual(client.received.logged.map(({ level, data }) => [level, data]), [
      ['info', { step: 'working' }],
      ['error', 'nothing is wrong'],
    ]);
  },
};

/** What happens instead of a feature that the revision of one `side` does not have: {name: {side: check}}. */
export const kWithout = {
  elicitation: {
    /** The call fails, and the client does not receive what it does not know. */
    async client(client) {
      await fails(client.callTool('test_elicitation', { message: 'Who are you?' }));
      assert.deepEqual(requested(client, 'elicitation/create'), []);
    },
    /** There is nothing to send. */
    async server() {},
  },
};
