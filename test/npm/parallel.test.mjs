// Two clients with ten calls in flight each, of which some ask their client, some report progress and some are cancelled,
// all at once and over every transport. Every input request reaches the client whose call it belongs to.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MatrixGroup } from './lib/matrix_group.mjs';
import { kClients, kServers } from './lib/matrix_kinds.mjs';

const named = (kinds, name) => kinds.find((kind) => kind.name === name);

const kServerNames = [
  'v1 server of 2024-11-05 over HTTP+SSE',
  'v1 server of 2025-11-25 over stdio',
  'v2 server of 2025-11-25 over Streamable HTTP',
  'v2 server of 2026-07-28 over stdio',
  'v2 server of 2026-07-28 over Streamable HTTP',
];

const kPairs = [
  ['v1 client of 2025-11-25 over Streamable HTTP', 'v2 client of 2025-06-18 over Streamable HTTP'],
  ['v2 client of 2026-07-28 over Streamable HTTP', 'v2 client of 2026-07-28 over Streamable HTTP'],
  ['v1 client of 2025-11-25 over Streamable HTTP', 'v2 client of 2026-07-28 over Streamable HTTP'],
  ['v1 client of 2025-11-25 over stdio', 'v2 client of 2026-07-28 over stdio'],
];

const textOf = ({ content }) => content[0].text;

/** Its responses name the client and the input request. */
const responses = (owner) => ({
  elicit: ({ message }) => ({ action: 'accept', content: { username: owner, email: message } }),
  sample: ({ messages }) => {
    const text = `${owner} on ${[messages[0].content].flat()[0].text}`;
    return { role: 'assistant', content: { type: 'text', text }, model: 'no-model', stopReason: 'endTurn' };
  },
});

async function elicit(client, owner, i) {
  const message = `${owner} elicits ${i}`;
  const content = { username: owner, email: message };
  const expected = `The user answered: ${JSON.stringify({ action: 'accept', content })}`;
  assert.equal(textOf(await client.callTool('test_elicitation', { message })), expected);
}

async function sample(client, owner, i) {
  const prompt = `${owner} samples ${i}`;
  assert.equal(textOf(await client.callTool('test_sampling', { prompt })), `LLM response: ${owner} on ${prompt}`);
}

async function progress(client, owner, i) {
  const latch = `${owner} ${i}`;
  const progressed = new Promise((onprogress, reject) => {
    client.callTool('wait_for_latch', { latch }, { onprogress }).then(() => reject(new Error('no progress')), reject);
  });
  assert.deepEqual(await progressed, { progress: 1 });
  assert.equal(textOf(await client.callTool('release_latch', { latch })), `Released ${latch}.`);
}

async function cancel(client, owner, i) {
  const latch = `${owner} ${i}`;
  const abort = new AbortController();
  const whenStarted = { signal: abort.signal, onprogress: () => abort.abort('enough') };
  await assert.rejects(client.callTool('wait_for_latch', { latch }, whenStarted), /enough/);
  assert.equal(textOf(await client.callTool('cancelled_at_latch', { latch })), JSON.stringify([latch]));
}

const kHasElicitation = ({ revision }) => revision >= '2025-06-18';

/** Ten calls. A server whose revision has no elicitation samples instead. */
function tenCalls(serverKind) {
  const ask = kHasElicitation(serverKind) ? elicit : sample;
  return [ask, sample, progress, cancel, ask, sample, progress, cancel, ask, sample];
}

const requestedBy = ({ params }) => params.message ?? [params.messages[0].content].flat()[0].text;

/** Asserts that all calls of the client succeed, and that the client has received its own input requests, each once. */
async function checkCalls(client, owner, serverKind) {
  const calls = tenCalls(serverKind);
  const outcomes = await Promise.allSettled(calls.map((call, i) => call(client, owner, i)));
  const failed = outcomes.flatMap(({ reason }, i) => (reason ? [`${calls[i].name} ${i}: ${reason.message}`] : []));
  assert.deepEqual(failed, []);
  const verbs = calls.map((call, i) => call === elicit || call === sample ? `${owner} ${call.name}s ${i}` : undefined);
  assert.deepEqual(client.received.requests.map(requestedBy).sort(), verbs.filter(Boolean).sort());
}

for (const name of kServerNames) {
  const serverKind = named(kServers, name);
  describe(`with a ${name}`, () => {
    let group;
    before(async () => (group = await MatrixGroup.start(serverKind)));
    after(() => group?.stop());

    for (const [i, names] of kPairs.entries()) {
      test(`a ${names[0]} and a ${names[1]} get the input requests of their own calls`, { timeout: 60_000 }, async () => {
        const kinds = names.map((each) => named(kClients, each));
        const owners = ['Ada', 'Grace'].map((owner) => `${owner} of ${i}`);
        const opened = await Promise.all(
          kinds.map((kind, k) => group.open(kind, { responses: responses(owners[k]) })),
        );
        try {
          await Promise.all(opened.map(({ client }, k) => checkCalls(client, owners[k], serverKind)));
          for (const { client } of opened) await client.close();
          opened.forEach(({ front }, k) => group.checkFront(front, kinds[k]));
        } finally {
          for (const { client, front } of opened) {
            await client.close();
            front.remove();
          }
        }
      });
    }

    test('gets messages that are valid in its revision', () => group.checkBack());
  });
}
