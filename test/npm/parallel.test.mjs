// Two clients with ten calls in flight each, of which some ask their client, some report progress and some are cancelled,
// all at once and over every transport. Every input request reaches the client whose call it belongs to. Over HTTP the clients
// are two principals: modern clients of one principal have no sessions by which they could be told apart, and a legacy server
// over stdio does not say which call it asks for.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MatrixGroup } from './lib/matrix_group.mjs';
import { kClients, kServers } from './lib/matrix_kinds.mjs';
import { kWays } from './lib/pairing_clients.mjs';
import { kModern } from './lib/revisions.mjs';

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

let latches = 0;

/** The second generation also reports the rounds of a call as progress, with a message. */
const ofServer = (act) => (reported) => reported.message === undefined && act(reported);

async function progress(client, owner, i) {
  const latch = `${owner} ${i} ${latches++}`;
  const progressed = new Promise((resolve, reject) => {
    const waiting = client.callTool('wait_for_latch', { latch }, { onprogress: ofServer(resolve) });
    waiting.then(() => reject(new Error('no progress')), reject);
  });
  assert.deepEqual(await progressed, { progress: 1 });
  assert.equal(textOf(await client.callTool('release_latch', { latch })), `Released ${latch}.`);
}

async function cancel(client, owner, i) {
  const latch = `${owner} ${i} ${latches++}`;
  const abort = new AbortController();
  const whenStarted = { signal: abort.signal, onprogress: ofServer(() => abort.abort('enough')) };
  await assert.rejects(client.callTool('wait_for_latch', { latch }, whenStarted), /enough/);
  assert.equal(textOf(await client.callTool('cancelled_at_latch', { latch })), JSON.stringify([latch]));
}

const kHasElicitation = ({ revision }) => revision >= '2025-06-18';

/** Ten calls. A server whose revision has no elicitation samples instead. */
function tenCalls(serverKind) {
  const ask = kHasElicitation(serverKind) ? elicit : sample;
  return [ask, sample, progress, cancel, ask, sample, progress, cancel, ask, sample];
}

/** Those among them that are not cancelled, and more of these. */
function tenUncancelledCalls(serverKind) {
  const uncancelled = tenCalls(serverKind).filter((call) => call !== cancel);
  return [...uncancelled, ...uncancelled].slice(0, 10);
}

const kPatience = 30_000; // milliseconds for one call, on a machine that is busy

async function inTime(call) {
  const ended = new AbortController();
  const late = sleep(kPatience, undefined, { signal: ended.signal });
  try {
    await Promise.race([call, late.then(() => Promise.reject(new Error('it took too long')))]);
  } finally {
    late.catch(() => {}); // aborted
    ended.abort();
  }
}

const requestedBy = ({ params }) => params.message ?? [params.messages[0].content].flat()[0].text;

/** All calls at once: [{call, i, reason?}]. */
async function runCalls(client, owner, calls) {
  const outcomes = await Promise.allSettled(calls.map((call, i) => inTime(call(client, owner, i))));
  return outcomes.map(({ reason }, i) => ({ call: calls[i], i, reason }));
}

/**
 * Asserts that all calls of the client succeed, and that it has received all input requests of its own calls, and no others.
 * A modern client may receive one twice: it belongs to a round of a call, and if the server does not say of which call, that
 * is a guess, which may have to be made again.
 */
async function checkCalls(client, owner, calls) {
  const outcomes = await runCalls(client, owner, calls);
  assert.deepEqual(outcomes.filter(({ reason }) => reason).map(({ call, i, reason }) => `${call.name} ${i}: ${reason}`), []);
  const asking = outcomes.filter(({ call }) => call === elicit || call === sample);
  const expected = asking.map(({ call, i }) => `${owner} ${call.name}s ${i}`);
  const received = client.received.requests.map(requestedBy);
  const isModern = client.era === 'modern';
  assert.deepEqual((isModern ? [...new Set(received)] : received).sort(), expected.sort());
}

/** Runs `check(client, owner)` with two clients at once. `owners` are the principals of clients over HTTP. */
async function withTwoClients(group, kinds, owners, check) {
  const open = (kind, k) => group.open(kind, { responses: responses(owners[k]) }, owners[k]);
  const opened = await Promise.all(kinds.map(open));
  try {
    await Promise.all(opened.map(({ client }, k) => check(client, owners[k])));
    for (const { client } of opened) await client.close();
    opened.forEach(({ front }, k) => group.checkFront(front, kinds[k]));
  } finally {
    for (const { client, front } of opened) {
      await client.close();
      front.remove();
    }
  }
}

const ownersOf = (i) => ['Ada', 'Grace'].map((name) => `${name}-${i}`);
const kPrincipals = kPairs.flatMap((pair, i) => ownersOf(i));

/** A legacy server, unless each of its calls has a stream. */
const doesNotSayWhich = ({ revision, transport }) => revision !== kModern && transport !== 'Streamable HTTP';

for (const name of kServerNames) {
  const serverKind = named(kServers, name);
  describe(`with a ${name}`, () => {
    let group;
    before(async () => (group = await MatrixGroup.start(serverKind, {}, kPrincipals)));
    after(() => group?.stop());

    for (const [i, names] of kPairs.entries()) {
      const kinds = names.map((each) => named(kClients, each));
      const clients = `a ${names[0]} and a ${names[1]}`;
      const run = (calls) => () =>
        withTwoClients(group, kinds, ownersOf(i), (client, owner) => checkCalls(client, owner, calls));
      // A modern client answers an input request between two rounds of the call in whose course it came. If that is a guess,
      // it may be the call that the client would cancel, and between its rounds there is nothing to cancel.
      const isGuessed = doesNotSayWhich(serverKind) && kinds.some(({ way }) => kWays[way].era === 'modern');
      const calls = isGuessed ? tenUncancelledCalls(serverKind) : tenCalls(serverKind);
      test(`${clients} get the input requests of their own calls`, run(calls));
    }

    test('gets messages that are valid in its revision', () => group.checkBack());
  });
}

describe('with a server that the principals share', () => {
  const serverKind = named(kServers, 'v1 server of 2025-11-25 over stdio');
  let group;
  before(async () => (group = await MatrixGroup.start(serverKind, { share: 'process' }, kPrincipals)));
  after(() => group?.stop());

  for (const [i, names] of kPairs.slice(0, 3).entries()) {
    const kinds = names.map((each) => named(kClients, each));
    test(`a ${names[0]} and a ${names[1]} get no input request of each other`, () =>
      withTwoClients(group, kinds, ownersOf(i), async (client, owner) => {
        const outcomes = await runCalls(client, owner, tenCalls(serverKind));
        const failed = outcomes.filter(({ reason }) => reason).map(({ call }) => call.name);
        assert.ok(failed.every((call) => ['elicit', 'sample'].includes(call)), failed.join());
        assert.deepEqual(client.received.requests.map(requestedBy).filter((text) => !text.startsWith(owner)), []);
      }));
  }
});
