// Logins at authorization servers whose metadata has the shape of well-known products', with clients that an
// administrator has registered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuthorizationServer, kEntra, kKeycloak } from './lib/authorization_server.mjs';
import { LoginSetup, kWithoutUrls, use } from './lib/login_setup.mjs';
import { Person } from './lib/person.mjs';
import { ProtectedServer } from './lib/protected_server.mjs';

const kSecret = 'secret-of-the-workbench';

async function withLogin(shape, oauth, check) {
  const authorization = await AuthorizationServer.start(shape);
  const server = await ProtectedServer.start(authorization);
  const setup = new LoginSetup({ protected: { url: server.url, oauth } });
  try {
    const login = await setup.logIn('only/protected', (url) => new Person('ada').visit(url));
    await check({ authorization, server, setup, login });
  } finally {
    await setup.remove();
    await server.stop();
    await authorization.stop();
  }
}

async function whoami(setup) {
  const client = await setup.open('v1', { capabilities: kWithoutUrls });
  return use(client, 'whoami');
}

test('a public client of Keycloak', () =>
  withLogin(kKeycloak, { clientId: 'workbench' }, async ({ authorization, server, setup, login }) => {
    assert.equal(login.code, 0, login.output);
    assert.equal(await whoami(setup), 'ada');
    const [{ authorization: header, form }] = authorization.exchanged;
    assert.equal(header, undefined);
    assert.equal(form.get('client_id'), 'workbench');
    assert.equal(form.get('resource'), server.url);
  }));

test('a confidential client of Keycloak', () =>
  withLogin(kKeycloak, { clientId: 'workbench', clientSecret: kSecret }, async ({ authorization, setup, login }) => {
    assert.equal(login.code, 0, login.output);
    assert.equal(await whoami(setup), 'ada');
    const [{ authorization: header }] = authorization.exchanged;
    assert.equal(header, `Basic ${Buffer.from(`workbench:${kSecret}`).toString('base64')}`);
  }));

// MCP, "Authorization Code Protection": a client must refuse to proceed if the metadata does not announce PKCE.
test('Entra, which does not announce PKCE, is refused with this reason', () =>
  withLogin(kEntra, { clientId: 'workbench', clientSecret: kSecret }, async ({ authorization, login }) => {
    assert.notEqual(login.code, 0);
    assert.match(login.output, /PKCE|S256/);
    assert.deepEqual(authorization.exchanged, []);
  }));
