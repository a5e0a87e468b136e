// Access tokens that live for two seconds, under load. Refresh tokens are used once: if one is used a second time, the
// identity provider ends the login.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { IdentityProvider } from './lib/identity_provider.mjs';
import { LoginSetup, kWithoutUrls, use } from './lib/login_setup.mjs';
import { PairingClient } from './lib/pairing_clients.mjs';
import { Person } from './lib/person.mjs';
import { ProtectedServer } from './lib/protected_server.mjs';

const kTokenSeconds = 2;
const kBetweenCalls = 1000; // milliseconds for which a caller rests

let provider;
let server;
let setup;

before(async () => {
  provider = await IdentityProvider.start({ tokenSeconds: kTokenSeconds });
  server = await ProtectedServer.start(provider);
  setup = new LoginSetup({ protected: { url: server.url } });
  const ada = new Person('ada');
  const { code, output } = await setup.logIn('only/protected', (url) => ada.visit(url));
  assert.equal(code, 0, output);
});

after(async () => {
  await setup?.remove();
  await server?.stop();
  await provider?.stop();
});

/** Calls again and again until `end`. Returns {calls, failures}. */
async function callUntil(end, client) {
  const failures = [];
  let calls = 0;
  for (; performance.now() < end; ++calls) {
    const begun = performance.now();
    const outcome = await use(client, 'whoami').catch((error) => error.message);
    if (outcome !== 'ada') failures.push(outcome);
    await pause(Math.max(0, kBetweenCalls - (performance.now() - begun)));
  }
  return { calls, failures };
}

/** Has `callers` clients of each workbench call for `seconds`. Returns {calls, failures, refreshes}. */
async function load(workbenches, callers, seconds) {
  const refreshed = provider.granted.refresh_token ?? 0;
  const opened = workbenches.flatMap(({ url }) =>
    Array.from({ length: callers }, () => PairingClient.open('v2 pinned', { url }, { capabilities: kWithoutUrls })),
  );
  const clients = await Promise.all(opened);
  const end = performance.now() + seconds * 1000;
  const outcomes = await Promise.all(clients.map((client) => callUntil(end, client)));
  await Promise.all(clients.map((client) => client.close()));
  return {
    calls: outcomes.reduce((all, one) => all + one.calls, 0),
    failures: outcomes.flatMap((one) => one.failures),
    refreshes: (provider.granted.refresh_token ?? 0) - refreshed,
  };
}

/** Every call succeeds, while tokens expire every two seconds, and one refresh follows the other. */
async function checkLoad(workbenches, callers, seconds) {
  provider.tokenSeconds = kTokenSeconds;
  provider.maxRefreshes = 0;
  const { calls, failures, refreshes } = await load(workbenches, callers, seconds);
  assert.deepEqual(failures, []);
  assert.deepEqual(provider.errors, []);
  assert.equal(provider.maxRefreshes, 1);
  assert.ok(calls >= callers * workbenches.length * seconds * 0.5, `${calls} calls`);
  assert.ok(refreshes >= Math.floor(seconds / kTokenSeconds), `${refreshes} refreshes`);
  assert.ok(refreshes <= 2 * seconds, `${refreshes} refreshes`);
}

test('200 callers notice nothing of tokens that expire, and a refresh is made once for all of them', async () => {
  await checkLoad([await setup.listen()], 200, 12);
});

test('two workbenches that share a login never use a refresh token twice', async () => {
  await checkLoad([await setup.listen(), await setup.listen()], 20, 8);
});

test('a token is renewed before it expires, so that the server never refuses one', async () => {
  provider.tokenSeconds = 8; // it is renewed when a fifth of that is left
  const workbench = await setup.listen();
  await load([workbench], 1, 3); // what was kept of the tests above has expired
  const { refused } = server;
  const { failures, refreshes } = await load([workbench], 3, 9);
  assert.deepEqual(failures, []);
  assert.ok(refreshes >= 1);
  assert.equal(server.refused, refused);
});
