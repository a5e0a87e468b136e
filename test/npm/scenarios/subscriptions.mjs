// Hearing of changes: of lists, and of one resource.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { kSubscriptionId } from '../lib/wire.mjs';
import { speaking } from './speaker.mjs';

const kUri = 'test://watched-resource';
const kUpdated = 'notifications/resources/updated';
const kAcknowledged = 'notifications/subscriptions/acknowledged';
const kToolsChanged = 'notifications/tools/list_changed';

const idOf = ({ params }) => params._meta[kSubscriptionId];

/** Subscribes in the way of the era; how to end it. */
async function subscribe(stage, client) {
  if (stage.client === 'legacy') {
    await client.subscribeResource({ uri: kUri });
    return () => client.unsubscribeResource({ uri: kUri });
  }
  const subscription = await client.listen({ resourceSubscriptions: [kUri] });
  assert.deepEqual(subscription.honoredFilter, { resourceSubscriptions: [kUri] });
  return () => subscription.close();
}

function listening(stage) {
  const at = (name, body) => test(name, speaking(stage, body));

  /** Listens, and waits for the acknowledgement. */
  function listen(speaker, id, notifications) {
    speaker.ask('subscriptions/listen', { notifications }, { id }); // answered when it ends, if ever
    const isOurs = (message) => message.method === kAcknowledged && idOf(message) === id;
    return speaker.wire.next(`the acknowledgement of ${JSON.stringify(id)}`, isOurs);
  }

  at('the acknowledgement says what is honored, and comes first', async (speaker) => {
    const wanted = { toolsListChanged: true, resourceSubscriptions: [kUri] };
    const { params } = await listen(speaker, 'all', wanted);
    assert.deepEqual(params.notifications, wanted);
    assert.equal(speaker.wire.messages[0].method, kAcknowledged);
  });

  at('every subscription hears under its own id, of its own type', async (speaker) => {
    for (const id of [7, '7']) await listen(speaker, id, { resourceSubscriptions: [kUri] });
    await speaker.call('test_trigger_resource_update');
    const updated = ({ method }) => method === kUpdated;
    await speaker.wire.next('both updates', (message) => updated(message) && idOf(message) === '7');
    await speaker.wire.next('both updates', (message) => updated(message) && idOf(message) === 7);
    assert.equal(speaker.wire.notifications(kUpdated).length, 2);
  });

  at('hears nothing that it did not ask for', async (speaker) => {
    await listen(speaker, 'prompts', { promptsListChanged: true });
    await listen(speaker, 'tools', { toolsListChanged: true });
    await speaker.call('test_trigger_tool_change');
    await speaker.call('test_trigger_resource_update');
    await speaker.wire.next('the change', ({ method }) => method === kToolsChanged);
    assert.deepEqual(speaker.wire.notifications(kToolsChanged).map(idOf), ['tools']);
    assert.deepEqual(speaker.wire.notifications(kUpdated), []);
  });

  at('hears nothing after it has cancelled', async (speaker) => {
    await listen(speaker, 'first', { resourceSubscriptions: [kUri] });
    await listen(speaker, 'second', { resourceSubscriptions: [kUri] });
    speaker.cancel('first');
    await speaker.call('test_trigger_resource_update');
    await speaker.wire.next('the update', ({ method }) => method === kUpdated);
    assert.deepEqual(speaker.wire.notifications(kUpdated).map(idOf), ['second']);
  });
}

export function subscriptions(stage) {
  let client;
  before(async () => (client = await stage.open()));
  after(() => client?.close());

  test('hears of a resource from subscribing to unsubscribing', async () => {
    const end = await subscribe(stage, client.client);
    await client.callTool('test_trigger_resource_update');
    await client.until(({ updated }) => updated.length > 0);
    await end();
    await client.callTool('test_trigger_resource_update');
    await client.callTool('test_simple_text');
    assert.deepEqual(client.heard.updated, [kUri]);
  });

  const lists = async () => {
    const { tools } = await client.client.listTools();
    const { prompts } = await client.client.listPrompts();
    return [...tools, ...prompts].map(({ name }) => name);
  };

  for (const kind of ['tool', 'prompt']) {
    test(`hears that a ${kind} has come and gone`, async () => {
      for (const there of [true, false]) {
        client.heard.changed.length = 0;
        await client.callTool(`test_trigger_${kind}_change`);
        await client.until(({ changed }) => changed.includes(`${kind}s`));
        assert.equal((await lists()).includes(`test_added_${kind}`), there);
      }
    });
  }

  if (stage.client === 'modern') listening(stage);
}
