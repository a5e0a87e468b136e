// A workbench that several principals use, each with a login of its own at the same server.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { IdentityProvider } from './lib/identity_provider.mjs';
import { LoginSetup, kWithoutUrls, use } from './lib/login_setup.mjs';
import { Opening, Person } from './lib/person.mjs';
import { ProtectedServer } from './lib/protected_server.mjs';

const kTokens = { ada: { token: 'token-of-ada' }, bob: { token: 'token-of-bob' } };

let provider;
let server;
let setup;
let workbench;

before(async () => {
  provider = await IdentityProvider.start();
  server = await ProtectedServer.start(provider);
  setup = new LoginSetup({ protected: { url: server.url } });
  const tokensFile = path.join(setup.folder, 'tokens.json');
  writeFileSync(tokensFile, JSON.stringify(kTokens), { mode: 0o600 });
  workbench = await setup.listen({ tokensFile });
});

after(async () => {
  await setup?.remove();
  await server?.stop();
  await provider?.stop();
});

const open = (way, name, options) =>
  setup.open(way, options, { url: workbench.url, headers: { Authorization: `Bearer ${kTokens[name].token}` } });

const whoami = (client) => use(client, 'whoami');

function openingAs(name) {
  const person = new Person(name);
  return new Opening((url) => person.visit(url));
}

for (const way of ['v1', 'v2 pinned']) {
  test(`a principal never uses the login of another one: ${way}`, async () => {
    const adas = openingAs('Ada Lovelace');
    const ada = await open(way, 'ada', { responses: { elicit: adas.respond } });
    const name = await whoami(ada);
    assert.equal(name, 'Ada Lovelace');

    const mute = await open(way, 'bob', { capabilities: kWithoutUrls });
    assert.match(await whoami(mute), /log/);
    const bobs = openingAs('Bob');
    const bob = await open(way, 'bob', { responses: { elicit: bobs.respond } });
    assert.equal(await whoami(bob), 'Bob');
    const both = [whoami(bob), whoami(ada), whoami(bob), whoami(ada)];
    assert.deepEqual(await Promise.all(both), ['Bob', 'Ada Lovelace', 'Bob', 'Ada Lovelace']);
    assert.equal(await whoami(mute), 'Bob');
    await provider.revokeAll();
  });
}

test('the token of a client is never passed on to the server', async () => {
  server.tokens.clear();
  const ada = await open('v1', 'ada', { responses: { elicit: openingAs('Ada Lovelace').respond } });
  assert.equal(await whoami(ada), 'Ada Lovelace');
  for (const { token } of Object.values(kTokens)) assert.ok(!server.tokens.has(token));
});
