// Attacks on the workbench as a client of a server that demands a login, and authorization servers that are broken.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { AuthorizationServer } from './lib/authorization_server.mjs';
import { fixture } from './lib/fixture.mjs';
import { LoginSetup, kWithoutUrls, use } from './lib/login_setup.mjs';
import { Opening, Person } from './lib/person.mjs';
import { ProtectedServer } from './lib/protected_server.mjs';
import { InternalService, ProxiedServer } from './lib/proxied_server.mjs';

const kServer = 'only/protected';
const kTextOfFixture = 'This is a simple text response for testing.';

let authorization;
let server;
let setup;

beforeEach(async () => {
  authorization = await AuthorizationServer.start();
  server = await ProtectedServer.start(authorization);
  setup = new LoginSetup({ protected: { url: server.url }, other: fixture('both') });
});

afterEach(async () => {
  await setup.remove();
  await server.stop();
  await authorization.stop();
});

const exchanges = () => authorization.requests.filter((one) => one === 'POST /token').length;
const authorizations = () => authorization.requests.filter((one) => one === 'GET /authorize').length;

const whoami = (client) => use(client, 'whoami');

/** Opens the address. The status, or undefined if nothing listens there. */
const statusAt = (address) => fetch(address).then(({ status }) => status, () => undefined);

/** The address that the authorization server has sent a browser to, not opened. */
async function redirectOf(url) {
  const { url: address } = await new Person('ada', { isElsewhere: true }).visit(url);
  return new URL(address);
}

/** `address` with other parameters. */
function changed(address, parameters) {
  const other = new URL(address);
  for (const [name, value] of Object.entries(parameters)) other.searchParams.set(name, value);
  return other;
}

describe('the end of a login that another authorization server has caused is refused', () => {
  for (const [name, metadata, redirect] of [
    ['with its issuer', {}, { iss: 'https://login.example.com' }],
    ['with its issuer, which nobody has announced', { authorization_response_iss_parameter_supported: undefined }, {
      iss: 'https://login.example.com',
    }],
    ['with an issuer that is the same but for a slash', {}, undefined],
  ]) {
    test(name, async () => {
      authorization.changedMetadata = metadata;
      authorization.changedRedirect = redirect ?? { iss: `${authorization.issuer}/` };
      const { code, output, page } = await setup.logIn(kServer, (url) => new Person('ada').visit(url));
      assert.notEqual(code, 0);
      assert.match(output, /issuer|another authorization server/);
      assert.ok(page.status >= 400, `the browser got ${page.status}`);
      assert.equal(exchanges(), 0);
    });
  }
});

test('an end with another state is refused, and the login goes on', async () => {
  const { code, output } = await setup.logIn(kServer, async (url) => {
    const address = await redirectOf(url);
    assert.ok((await statusAt(changed(address, { state: 'guessed' }))) >= 400);
    assert.ok((await statusAt(changed(address, { state: '' }))) >= 400);
    assert.equal(exchanges(), 0);
    assert.equal(await statusAt(address), 200);
  });
  assert.equal(code, 0, output);
  assert.equal(exchanges(), 1);
});

test('an end at another path is not one, and the login goes on', async () => {
  const { code, output } = await setup.logIn(kServer, async (url) => {
    const address = await redirectOf(url);
    const elsewhere = new URL(address);
    elsewhere.pathname = '/other';
    assert.equal(await statusAt(elsewhere), 404);
    assert.equal(await statusAt(new URL('/favicon.ico', address)), 404);
    assert.equal(exchanges(), 0);
    assert.equal(await statusAt(address), 200);
  });
  assert.equal(code, 0, output);
});

test('a code that is replayed is not exchanged a second time', async () => {
  const ada = new Person('ada');
  const opening = new Opening((url) => ada.visit(url));
  const client = await setup.open('v1', { responses: { elicit: opening.respond } });
  assert.equal(await whoami(client), 'ada');
  const { url } = await opening.page;
  assert.notEqual(await statusAt(url), 200);
  assert.equal(exchanges(), 1);
});

test('a pasted address of another login is refused, and the login goes on', async () => {
  const { code, output } = await setup.logIn(
    kServer,
    redirectOf,
    (address) => `${changed(address, { state: 'guessed' })}\n${address}`,
  );
  assert.equal(code, 0, output);
  assert.equal(exchanges(), 1);
});

describe('nobody is sent to an authorization server', () => {
  const kBroken = {
    'without PKCE': [(one) => (one.changedMetadata = { code_challenge_methods_supported: undefined }), /PKCE|S256/],
    'whose metadata is of another issuer': [(one) => (one.changedMetadata = { issuer: 'https://a.example' }), /issuer/],
    'whose page for logins is no web page': [
      (one) => (one.changedMetadata = { authorization_endpoint: 'file:///etc/passwd' }),
      /authorization endpoint|https/,
    ],
    'whose metadata is 50 MB': [
      (one) => (one.replacedMetadata = `{"issuer":"${one.issuer}","x":"${'x'.repeat(50 * 1024 * 1024)}"}`),
      /metadata/,
    ],
    'whose metadata is garbage': [(one) => (one.replacedMetadata = '{"issuer":'), /metadata/],
  };
  for (const [name, [spoil, reason]] of Object.entries(kBroken)) {
    test(name, async () => {
      spoil(authorization);
      const { code, output } = await setup.logIn(kServer, () => assert.fail('a URL was printed'));
      assert.notEqual(code, 0);
      assert.match(output, reason);
      assert.equal(authorizations(), 0);
    });
  }
});

test('metadata inside the network of the workbench is not fetched, and the call says why', async () => {
  const internal = await InternalService.start();
  const outside = await ProxiedServer.start();
  const own = new LoginSetup({ protected: outside.entry });
  try {
    const client = await own.open('v2 pinned', { capabilities: kWithoutUrls });
    const { port } = internal;
    for (const url of [
      `http://127.0.0.1:${port}/metadata`,
      `http://localhost:${port}/metadata`,
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/',
      `https://[::ffff:127.0.0.1]:${port}/`,
      `https://0x7f000001:${port}/`,
    ]) {
      outside.resourceMetadata = url;
      assert.match(await whoami(client), /only this machine or its network can reach/, url);
    }
    assert.deepEqual(internal.requests, []);
  } finally {
    await own.remove();
    await outside.stop();
    await internal.stop();
  }
});

describe('an authorization server that does not answer fails the call in time, and no other call waits', () => {
  for (const path of ['/.well-known/oauth-authorization-server', '/token']) {
    test(path, { timeout: 40_000 }, async () => {
      authorization.hanging.add(path);
      const ada = new Person('ada');
      const opening = new Opening((url) => ada.visit(url));
      const client = await setup.open('v2 pinned', { responses: { elicit: opening.respond } });
      const waiting = whoami(client);
      const meanwhile = performance.now();
      const other = await setup.open('v2 pinned', { capabilities: kWithoutUrls });
      assert.equal(await use(client, 'test_simple_text', 'other'), kTextOfFixture);
      assert.equal(await use(other, 'test_simple_text', 'other'), kTextOfFixture);
      assert.ok(performance.now() - meanwhile < 8_000);
      assert.match(await waiting, /log/);
    });
  }
});
