// Notifications of changes: of lists, and of one resource.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { kSubscriptionId } from '../lib/scripted_client.mjs';
import { withEraClient } from './era_client.mjs';

const kUri = 'test://watched-resource';
const kUpdated = 'notifications/resources/updated';
const kAcknowledged = 'notifications/subscriptions/acknowledged';
const kToolsChanged = 'notifications/tools/list_changed';

const idOf = ({ params }) => params._meta[kSubscriptionId];

/** Subscribes as the era has it. Returns how to end the subscription. */
async function subscribe(setup, client) {
  if (setup.client === 'legacy') {
    await client.subscribeResource({ uri: kUri });
    return () => client.unsubscribeResource({ uri: kUri });
  }
  const subscription = await client.listen({ resourceSubscriptions: [kUri] });
  assert.deepEqual(subscription.honoredFilter, { resourceSubscriptions: [kUri] });
  return () => subscription.close();
}

function subscriptionsListen(setup) {
  const at = (name, body) => test(name, withEraClient(setup, body));

  /** Subscribes, and waits for the acknowledgement. */
  function listen(client, id, notifications) {
    client.request('subscriptions/listen', { notifications }, { id }); // answered when the subscription ends
    const isOurs = (message) => message.method === kAcknowledged && idOf(message) === id;
    return client.raw.next(`the acknowledgement of ${JSON.stringify(id)}`, isOurs);
  }

  at('the acknowledgement lists what is honored, and is the first message', async (client) => {
    const expected = { toolsListChanged: true, resourceSubscriptions: [kUri] };
    const { params } = await listen(client, 'all', expected);
    assert.deepEqual(params.notifications, expected);
    assert.equal(client.raw.messages[0].method, kAcknowledged);
  });

  at('every subscription gets notifications with its own id, of its own type', async (client) => {
    for (const id of [7, '7']) await listen(client, id, { resourceSubscriptions: [kUri] });
    await client.call('test_trigger_resource_update');
    const updated = ({ method }) => method === kUpdated;
    await client.raw.next('both updates', (message) => updated(message) && idOf(message) === '7');
    await client.raw.next('both updates', (message) => updated(message) && idOf(message) === 7);
    assert.equal(client.raw.notifications(kUpdated).length, 2);
  });

  at('a subscription gets nothing that it did not request', async (client) => {
    await listen(client, 'prompts', { promptsListChanged: true });
    await listen(client, 'tools', { toolsListChanged: true });
    await client.call('test_trigger_tool_change');
    await client.call('test_trigger_resource_update');
    await client.raw.next('the change', ({ method }) => method === kToolsChanged);
    assert.deepEqual(client.raw.notifications(kToolsChanged).map(idOf), ['tools']);
    assert.deepEqual(client.raw.notifications(kUpdated), []);
  });

  at('a cancelled subscription gets nothing', async (client) => {
    await listen(client, 'first', { resourceSubscriptions: [kUri] });
    await listen(client, 'second', { resourceSubscriptions: [kUri] });
    client.cancel('first');
    await client.call('test_trigger_resource_update');
    await client.raw.next('the update', ({ method }) => method === kUpdated);
    assert.deepEqual(client.raw.notifications(kUpdated).map(idOf), ['second']);
  });
}

export function subscriptions(setup) {
  let client;
  before(async () => (client = await setup.open()));
  after(() => client?.close());

  test('a resource is reported between subscribe and unsubscribe', async () => {
    const end = await subscribe(setup, client.client);
    await client.callTool('test_trigger_resource_update');
    await client.until(({ updated }) => updated.length > 0);
    await end();
    await client.callTool('test_trigger_resource_update');
    await client.callTool('test_simple_text');
    assert.deepEqual(client.received.updated, [kUri]);
  });

  const lists = async () => {
    const { tools } = await client.client.listTools();
    const { prompts } = await client.client.listPrompts();
    return [...tools, ...prompts].map(({ name }) => name);
  };

  for (const kind of ['tool', 'prompt']) {
    test(`an added and a removed ${kind} are reported`, async () => {
      for (const exists of [true, false]) {
        client.received.changed.length = 0;
        await client.callTool(`test_trigger_${kind}_change`);
        await client.until(({ changed }) => changed.includes(`${kind}s`));
        assert.equal((await lists()).includes(`test_added_${kind}`), exists);
      }
    });
  }

  if (setup.client === 'modern') subscriptionsListen(setup);
}
