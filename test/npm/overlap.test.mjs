// Two clients of one workbench with ten calls each in flight, over every transport to the server: questions, progress and
// cancellations all at once, and each reaches whom it belongs to.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { WorkbenchOverHttp, fixtureOverHttp, fixtureOverSse } from './lib/over_http.mjs';
import { PairingClient } from './lib/pairing_clients.mjs';
import { fixture } from './lib/setup.mjs';

const kTimeout = 60_000; // milliseconds until something is missing

const serverOf = (program) => ({ entry: { type: 'http', url: program.url }, stop: () => program.stop() });

const kServers = {
  'a legacy server over stdio': async () => ({ entry: fixture('legacy'), protocol: 'legacy' }),
  'a modern server over stdio': async () => ({ entry: fixture('modern'), protocol: 'modern' }),
  'a legacy server over HTTP': async () => ({ ...serverOf(await fixtureOverHttp('legacy')), protocol: 'legacy' }),
  'a modern server over HTTP': async () => ({ ...serverOf(await fixtureOverHttp('modern')), protocol: 'modern' }),
  'a server over HTTP+SSE': async () => ({ ...serverOf(await fixtureOverSse()), protocol: 'legacy' }),
};

const textOf = ({ content }) => content[0].text;
const range = (count) => Array.from({ length: count }, (_, index) => index);

/** A client that answers a question with the question, and the questions that it was asked. */
async function openClient(way, url) {
  const asked = [];
  const elicit = ({ message }) => {
    asked.push(message);
    return { action: 'accept', content: { username: message, email: 'someone@example.org' } };
  };
  const opened = await PairingClient.open(way, { url }, { responses: { elicit } });
  await opened.client.listTools();
  return { opened, asked };
}

async function beAsked(opened, message) {
  const answer = textOf(await opened.callTool('test_elicitation', { message }));
  assert.ok(answer.includes(`"username":"${message}"`), answer);
}

async function makeProgress(opened, latch) {
  const reported = [];
  const onprogress = ({ progress }) => {
    reported.push(progress);
    opened.callTool('release_latch', { latch });
  };
  assert.equal(textOf(await opened.callTool('wait_for_latch', { latch }, { onprogress })), `Waited for ${latch}.`);
  assert.deepEqual(reported, [1]);
}

async function beCancelled(opened, latch) {
  const abort = new AbortController();
  const options = { signal: abort.signal, onprogress: () => abort.abort('enough') };
  await assert.rejects(opened.callTool('wait_for_latch', { latch }, options), /enough/);
  assert.equal(textOf(await opened.callTool('cancelled_at_latch', { latch })), JSON.stringify([latch]));
}

const tenCalls = (opened, name, questions = 4, cancelled = 3) => [
  ...range(questions).map((number) => beAsked(opened, `${name} question ${number}`)),
  ...range(3).map((number) => makeProgress(opened, `${name} progress ${number}`)),
  ...range(cancelled).map((number) => beCancelled(opened, `${name} cancelled ${number}`)),
];

/**
 * A legacy server over one connection does not say which call it asks about, and modern requests do not say which client
 * they are of. One of those in flight is answered with the question, and while a client answers it there is nothing to
 * cancel.
 */
const isAmbiguous = (title, ways) => /legacy.*stdio|SSE/.test(title) && ways.includes('v2 pinned');

for (const [title, serve] of Object.entries(kServers)) {
  describe(title, () => {
    let served, workbench;
    before(async () => {
      served = await serve();
      const only = { description: 'One', mcpServers: { only: { ...served.entry, protocol: served.protocol } } };
      workbench = await WorkbenchOverHttp.start({ toolMode: 'flat', toolboxes: { only } });
    });
    after(async () => {
      await workbench?.stop();
      await served?.stop?.();
    });

    for (const ways of [['v1', 'v1'], ['v2 pinned', 'v2 pinned'], ['v1', 'v2 pinned']]) {
      test(`a ${ways[0]} and a ${ways[1]} client with ten calls each`, { timeout: kTimeout }, async () => {
        const clients = await Promise.all(ways.map((way) => openClient(way, workbench.url)));
        try {
          const nameOf = (index) => `${ways.join('+')} ${index}`;
          if (isAmbiguous(title, ways)) {
            await Promise.all(clients.flatMap(({ opened }, index) => tenCalls(opened, nameOf(index), 7, 0)));
            const all = clients.flatMap((_, index) => range(7).map((number) => `${nameOf(index)} question ${number}`));
            assert.deepEqual(clients.flatMap(({ asked }) => asked).sort(), all.sort());
            return;
          }
          await Promise.all(clients.flatMap(({ opened }, index) => tenCalls(opened, nameOf(index))));
          clients.forEach(({ asked }, index) => {
            assert.deepEqual(asked.sort(), range(4).map((number) => `${nameOf(index)} question ${number}`));
          });
        } finally {
          await Promise.all(clients.map(({ opened }) => opened.close()));
        }
      });
    }
  });
}
