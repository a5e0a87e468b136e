// A login with the pages of an identity provider in a real browser.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Chromium } from './lib/chromium.mjs';
import { IdentityProvider } from './lib/identity_provider.mjs';
import { LoginSetup, kWithoutUrls, use } from './lib/login_setup.mjs';
import { Opening } from './lib/person.mjs';
import { ProtectedServer } from './lib/protected_server.mjs';

let provider;
let server;
let browser;

before(async () => {
  provider = await IdentityProvider.start();
  server = await ProtectedServer.start(provider);
  browser = await Chromium.open();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await provider?.stop();
});

async function withSetup(check) {
  const setup = new LoginSetup({ protected: { url: server.url } });
  try {
    await check(setup);
  } finally {
    await setup.remove();
  }
}

const whoami = (client) => use(client, 'whoami');

test('a person logs in at the address that the command prints', () =>
  withSetup(async (setup) => {
    const { code, output, page } = await setup.logIn('only/protected', (url) => browser.logIn(url, 'ada'));
    assert.equal(code, 0, output);
    assert.match(page.text, /logged in|close/i);
    const client = await setup.open('v1', { capabilities: kWithoutUrls });
    assert.equal(await whoami(client), 'ada');
  }));

for (const way of ['v1', 'v2 pinned']) {
  test(`a person logs in at the address that a client opens, and its call goes on: ${way}`, () =>
    withSetup(async (setup) => {
      const opening = new Opening((url) => browser.logIn(url, 'ada'));
      const client = await setup.open(way, { responses: { elicit: opening.respond } });
      assert.equal(await whoami(client), 'ada');
      assert.match((await opening.page).text, /logged in|close/i);
    }));
}
