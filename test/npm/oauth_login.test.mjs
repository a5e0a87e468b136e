// The workbench as a client of a server behind an identity provider: people log in on its command line, or when the
// client of their agent asks them to.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { IdentityProvider } from './lib/identity_provider.mjs';
import { LoginSetup, kWithoutUrls, use } from './lib/login_setup.mjs';
import { workbenchProgram } from './lib/official_servers.mjs';
import { Opening, Person } from './lib/person.mjs';
import { ProtectedServer } from './lib/protected_server.mjs';
import { ProtectedSseServer } from './lib/protected_sse_server.mjs';

const kServer = 'only/protected';
const kWays = ['v1', 'v2 pinned'];
const kCommand = /mcp-workbench login only\/protected/;

let provider;
let server;

/** Runs `check` with a setup of its own. */
async function withSetup(check, entry = {}) {
  const setup = new LoginSetup({ protected: { url: server.url, ...entry } });
  try {
    await check(setup);
  } finally {
    await setup.remove();
  }
}

/** How often something has happened that `figure` counts, since this call. */
function counting(figure) {
  const begun = figure();
  return () => figure() - begun;
}

function openingAs(name) {
  const person = new Person(name);
  return new Opening((url) => person.visit(url));
}

const whoami = (client) => use(client, 'whoami');

const countingLogins = () => counting(() => provider.authorized.length);

before(async () => {
  provider = await IdentityProvider.start();
  server = await ProtectedServer.start(provider);
});

after(async () => {
  await server?.stop();
  await provider?.stop();
});

for (const way of kWays) {
  test(`a client is asked to open the login, and its call goes on by itself: ${way}`, () =>
    withSetup(async (setup) => {
      const logins = countingLogins();
      const opening = openingAs('ada');
      const client = await setup.open(way, { responses: { elicit: opening.respond } });
      assert.equal(await whoami(client), 'ada');
      const [{ mode, url, message }] = opening.asked;
      assert.equal(mode, 'url');
      assert.ok(url.startsWith(provider.issuer), url);
      assert.match(message, /protected/);
      assert.equal((await opening.page).status, 200);
      assert.equal(await whoami(client), 'ada');
      assert.equal(opening.asked.length, 1);
      assert.equal(logins(), 1);
    }));

  test(`a login that its user declines is the error of the call: ${way}`, () =>
    withSetup(async (setup) => {
      const client = await setup.open(way, { responses: { elicit: () => ({ action: 'decline' }) } });
      assert.match(await whoami(client), kCommand);
    }));

  test(`a client that cannot open a URL gets the command, and uses the login that follows: ${way}`, () =>
    withSetup(async (setup) => {
      const client = await setup.open(way, { capabilities: kWithoutUrls });
      assert.match(await whoami(client), kCommand);
      const ada = new Person('ada');
      const { code, output } = await setup.logIn(kServer, (url) => ada.visit(url));
      assert.equal(code, 0, output);
      assert.equal(await whoami(client), 'ada');
    }));
}

test('a person whose browser is at another machine pastes the address at which the login has ended there', () =>
  withSetup(async (setup) => {
    const ada = new Person('ada', { isElsewhere: true });
    const { code, output } = await setup.logIn(kServer, (url) => ada.visit(url), (page) => page.url);
    assert.equal(code, 0, output);
    const client = await setup.open('v1', { capabilities: kWithoutUrls });
    assert.equal(await whoami(client), 'ada');
  }));

test('who refuses at the identity provider is not logged in, and the command says so', () =>
  withSetup(async (setup) => {
    const ada = new Person('ada', { refuses: true });
    const { code, output } = await setup.logIn(kServer, (url) => ada.visit(url));
    assert.notEqual(code, 0);
    assert.match(output, /access_denied|refused/);
  }));

test('what is kept of a login is for its user only, and no log has a token or a code', () =>
  withSetup(async (setup) => {
    const opening = openingAs('ada');
    const tokensFile = path.join(setup.folder, 'tokens.json');
    writeFileSync(tokensFile, JSON.stringify({ ada: { token: 'of-ada-at-the-workbench' } }), { mode: 0o600 });
    const workbench = await setup.listen({ tokensFile }, ['log.level=trace']);
    const headers = { Authorization: 'Bearer of-ada-at-the-workbench' };
    const client = await setup.open('v1', { responses: { elicit: opening.respond } }, { url: workbench.url, headers });
    server.tokens.clear();
    assert.equal(await whoami(client), 'ada');
    const files = setup.stored();
    assert.ok(files.length > 0);
    for (const { name, mode } of files) assert.equal(mode, 0o600, name);
    const log = workbench.log.join('\n');
    assert.ok(log.includes('protected'), log);
    const code = new URL((await opening.page).url).searchParams.get('code');
    for (const secret of [...server.tokens, code]) assert.ok(!log.includes(secret), 'the log has a secret');
  }));

test('nobody is asked to log in who comes over the network without a name', () =>
  withSetup(async (setup) => {
    const workbench = await setup.listen();
    const elicit = () => assert.fail('it was asked');
    const client = await setup.open('v1', { responses: { elicit } }, { url: workbench.url });
    assert.match(await whoami(client), /requires a login; run: mcp-workbench login only\/protected/);
    assert.equal(setup.stored().length, 0);
  }));

test('a logout revokes the tokens at the identity provider, and forgets them', () =>
  withSetup(async (setup) => {
    server.tokens.clear();
    const client = await setup.open('v1', { responses: { elicit: openingAs('ada').respond } });
    assert.equal(await whoami(client), 'ada');
    const [token] = server.tokens;
    const revocations = counting(() => provider.requests.filter((one) => one === 'POST /token/revocation').length);
    const { code, output } = await setup.logOut(kServer);
    assert.equal(code, 0, output);
    assert.ok(revocations() >= 1);
    assert.equal(await provider.find(token), undefined);
    assert.ok(!setup.stored().some(({ text }) => text.includes(token)), 'the token is still kept');
    const other = await setup.open('v1', { capabilities: kWithoutUrls });
    assert.match(await whoami(other), kCommand);
  }));

test('a login that the identity provider has revoked is demanded again, in the course of the call', () =>
  withSetup(async (setup) => {
    const opening = openingAs('ada');
    const client = await setup.open('v1', { responses: { elicit: opening.respond } });
    const mute = await setup.open('v1', { capabilities: kWithoutUrls });
    assert.equal(await whoami(client), 'ada');
    assert.equal(await whoami(mute), 'ada');
    await provider.revokeAll();
    assert.match(await whoami(mute), kCommand);
    assert.equal(await whoami(client), 'ada');
    assert.equal(opening.asked.length, 2);
    assert.equal(await whoami(mute), 'ada');
  }));

for (const way of kWays) {
  test(`a tool that needs a further scope has its user asked for that, too, and the earlier ones stay: ${way}`, () =>
    withSetup(async (setup) => {
      const opening = openingAs('ada');
      provider.authorized = [];
      const client = await setup.open(way, { responses: { elicit: opening.respond } });
      assert.equal(await whoami(client), 'ada');
      assert.equal(await use(client, 'write'), 'ada wrote');
      assert.equal(await whoami(client), 'ada');
      const ofServer = (scopes) => scopes.split(' ').filter((scope) => scope.startsWith('mcp:'));
      const scopes = provider.authorized.map((one) => ofServer(one).sort());
      assert.deepEqual(scopes, [['mcp:read'], ['mcp:read', 'mcp:write']]);
      assert.equal(opening.asked.length, 2);
    }));
}

test('a server over HTTP+SSE has its user asked to log in, too', async () => {
  const sse = await ProtectedSseServer.start(provider);
  try {
    await withSetup(
      async (setup) => {
        const opening = openingAs('ada');
        const client = await setup.open('v1', { responses: { elicit: opening.respond } });
        assert.equal(await whoami(client), 'ada');
        assert.equal(opening.asked.length, 1);
        await provider.revokeAll();
        const mute = await setup.open('v1', { capabilities: kWithoutUrls });
        assert.match(await whoami(mute), kCommand);
      },
      { url: sse.url },
    );
  } finally {
    await sse.stop();
  }
});

test('the sample of hosted servers is valid, and its simplest entry needs nothing but the URL', async () => {
  const sample = new URL('../../config-samples/hosted-servers/toolboxes.json', import.meta.url);
  execFileSync(workbenchProgram(), ['--config', sample.pathname, '--check'], { stdio: 'pipe' });
  const { issues } = JSON.parse(readFileSync(sample, 'utf8')).toolboxes.work.mcpServers;
  const setup = new LoginSetup({ issues });
  setup.variables = { ISSUES_URL: server.url };
  try {
    const ada = new Person('ada');
    const { code, output } = await setup.logIn('only/issues', (url) => ada.visit(url));
    assert.equal(code, 0, output);
    const client = await setup.open('v1', { capabilities: kWithoutUrls });
    assert.equal(await use(client, 'whoami', 'issues'), 'ada');
  } finally {
    await setup.remove();
  }
});
