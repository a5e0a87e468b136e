// The workbench as a resource server of OAuth 2.1: official clients that log in, and tokens that must not be accepted.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client as ClientOfTwo, StreamableHTTPClientTransport as HttpOfTwo } from '@modelcontextprotocol/client';
import { Client as ClientOfOne } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpOfOne } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AuthorizationServer } from './lib/authorization_server.mjs';
import { IdentityProvider } from './lib/identity_provider.mjs';
import { WorkbenchOverHttp, demonstration } from './lib/over_http.mjs';
import { PairingClient } from './lib/pairing_clients.mjs';

const kResource = 'https://workbench.example.com/mcp';
const kScope = 'mcp:use';

/** Waits until the last line of the log about a refused token has `reason`; it may come after the response. */
async function refusalIn(log, reason) {
  for (;;) {
    if (log().findLast((one) => one.includes('access token refused'))?.includes(reason)) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'workbench-oauth-'));
let company;
let partner;
let workbench;

before(async () => {
  [company, partner] = await Promise.all([AuthorizationServer.start(), AuthorizationServer.start()]);
  const tokensFile = path.join(folder, 'tokens.json');
  const tokens = {
    ci: { token: 'token-of-ci' },
    bot: { token: 'token-of-bot', scopes: [kScope] },
    eve: { token: 'token-of-eve', scopes: ['mcp:other'] },
  };
  writeFileSync(tokensFile, JSON.stringify(tokens), { mode: 0o600 });
  const { file, env } = demonstration();
  workbench = await WorkbenchOverHttp.start(file, env, {
    'oauth.issuer': `${company.issuer},${partner.issuer}`,
    'oauth.audience': kResource,
    'oauth.scopes': kScope,
    tokensFile,
  });
});

after(async () => {
  assert.equal(await workbench?.stop(), 0);
  await Promise.all([company?.stop(), partner?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const claims = (more = {}) => company.claims(kResource, { scope: kScope, ...more });

const kInitialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});
const kPing = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' });

function post(token, { url = workbench.url, body = kInitialize, headers = {} } = {}) {
  const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
  if (token) all.Authorization = `Bearer ${token}`;
  return fetch(url, { method: 'POST', headers: all, body });
}

async function statusOf(token, url = workbench.url) {
  const response = await post(token, { url });
  await response.text();
  return response.status;
}

/** What an official client needs to log in; the browser is a request that follows nothing. */
class Login {
  clientMetadata = { client_name: 'test', redirect_uris: ['http://127.0.0.1:9/callback'] };
  redirectUrl = 'http://127.0.0.1:9/callback';
  state = () => 'a state';
  clientInformation = () => this.information;
  saveClientInformation = (information) => (this.information = information);
  tokens = () => this.saved;
  saveTokens = (tokens) => (this.saved = tokens);
  codeVerifier = () => this.verifier;
  saveCodeVerifier = (verifier) => (this.verifier = verifier);

  async redirectToAuthorization(url) {
    const { headers } = await fetch(url, { redirect: 'manual' });
    this.response = new URL(headers.get('location')).searchParams;
  }
}

describe('an official client that knows the URL alone', () => {
  const kGenerations = {
    v1: [ClientOfOne, HttpOfOne],
    v2: [ClientOfTwo, HttpOfTwo],
  };
  let own;

  before(async () => {
    // The clients check that the metadata is that of the URL that they connect to, so the resource is what it is here.
    const { file, env } = demonstration();
    own = await WorkbenchOverHttp.start(file, env, { 'oauth.issuer': company.issuer, 'oauth.scopes': kScope });
  });

  after(async () => assert.equal(await own?.stop(), 0));

  for (const [name, [Client, Http]] of Object.entries(kGenerations)) {
    test(`finds the authorization server, logs in and calls a tool: ${name}`, async () => {
      const login = new Login();
      const connect = async () => {
        const client = new Client({ name: 'test', version: '1' });
        const transport = new Http(new URL(own.url), { authProvider: login });
        await client.connect(transport).catch(async (error) => {
          if (!login.response) throw error;
          await transport.finishAuth(login.response.get('code'), login.response.get('iss'));
        });
        return client;
      };
      await connect();
      assert.equal(login.saved.scope, kScope);
      const client = await connect();
      await client.callTool({ name: 'open_toolbox', arguments: { toolbox_name: 'time-and-numbers' } });
      const tool = { toolbox: 'time-and-numbers', server: 'demo', tool: 'add' };
      const { content } = await client.callTool({ name: 'use_tool', arguments: { tool, arguments: { numbers: [1, 2] } } });
      assert.equal(JSON.parse(content[0].text).sum, 3);
      await client.close();
    });
  }
});

test('a request without a token is told where to log in, and for what', async () => {
  const response = await post(undefined);
  assert.equal(response.status, 401);
  const challenge = response.headers.get('www-authenticate');
  const [, metadata] = /^Bearer .*resource_metadata="([^"]+)"/.exec(challenge);
  assert.match(challenge, /scope="mcp:use"/);
  assert.doesNotMatch(challenge, /error=/);
  const url = new URL(new URL(metadata).pathname, workbench.url);
  const { authorization_servers, scopes_supported } = await (await fetch(url)).json();
  assert.deepEqual(authorization_servers, [company.issuer, partner.issuer]);
  assert.deepEqual(scopes_supported, [kScope]);
});

test('the tokens of both authorization servers, and those of the file, are accepted', async () => {
  assert.equal(await statusOf(company.sign(claims())), 200);
  assert.equal(await statusOf(partner.sign({ ...claims(), iss: partner.issuer })), 200);
  assert.equal(await statusOf('token-of-ci'), 200);
  assert.equal(await statusOf('token-of-bot'), 200);
});

test('a session belongs to the person who has opened it', async () => {
  const opened = await post(company.sign(claims()));
  const session = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') };
  await opened.text();
  const ping = async (sub) => (await post(company.sign(claims({ sub })), { body: kPing, headers: session })).status;
  assert.equal(await ping('ada'), 200);
  assert.equal(await ping('eve'), 404);
});

test('a token without the scope is answered with what is missing', async () => {
  for (const token of [company.sign(claims({ scope: 'mcp:other' })), 'token-of-eve']) {
    const response = await post(token);
    assert.equal(response.status, 403);
    assert.match(response.headers.get('www-authenticate'), /error="insufficient_scope"/);
    assert.match(response.headers.get('www-authenticate'), /scope="mcp:use"/);
  }
});

/** The demonstration, with scopes that a toolbox and a tool of it require. */
function demonstrationWithScopes(toolMode = 'proxy') {
  const { file, env } = demonstration();
  const toolbox = file.toolboxes['time-and-numbers'];
  toolbox.requires = ['mcp:prod'];
  toolbox.mcpServers.demo.tools = { add: { requires: ['mcp:numbers'] } };
  return { file: { ...file, toolMode }, env };
}

const call = (id, name, args) => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });
const kAdd = { tool: { toolbox: 'time-and-numbers', server: 'demo', tool: 'add' }, arguments: { numbers: [1, 2] } };

describe('scopes that toolboxes and tools require', () => {
  let own;

  before(async () => {
    const { file, env } = demonstrationWithScopes();
    own = await WorkbenchOverHttp.start(file, env, {
      'oauth.issuer': company.issuer,
      'oauth.audience': kResource,
      'oauth.scopes': kScope,
    });
  });

  after(async () => assert.equal(await own?.stop(), 0));

  test('are asked for when they are needed, and the session goes on with another token', async () => {
    const tokens = Object.fromEntries(
      [kScope, `${kScope} mcp:prod`, `${kScope} mcp:prod mcp:numbers`].map((scope) => [scope, company.sign(claims({ scope }))]),
    );
    const opened = await post(tokens[kScope], { url: own.url });
    const headers = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') };
    await opened.text();
    let id = 10;
    const send = async (scope, name, args) => {
      const response = await post(tokens[scope], { url: own.url, headers, body: call(++id, name, args) });
      return { status: response.status, challenge: response.headers.get('www-authenticate'), text: await response.text() };
    };
    const open = { toolbox_name: 'time-and-numbers' };

    const refused = await send(kScope, 'open_toolbox', open);
    assert.equal(refused.status, 403);
    assert.match(refused.challenge, /^Bearer error="insufficient_scope", scope="mcp:use mcp:prod", resource_metadata="http/);
    assert.equal(JSON.parse(refused.text).error.code, -32600);

    assert.equal((await send(`${kScope} mcp:prod`, 'open_toolbox', open)).status, 200);
    const call_refused = await send(`${kScope} mcp:prod`, 'use_tool', kAdd);
    assert.equal(call_refused.status, 403);
    assert.match(call_refused.challenge, /scope="mcp:use mcp:prod mcp:numbers"/);
    assert.match((await send(`${kScope} mcp:prod mcp:numbers`, 'use_tool', kAdd)).text, /sum/);
    // What another token has opened is open; the token of this call counts all the same.
    assert.equal((await send(kScope, 'use_tool', kAdd)).status, 403);
  });

  test('do not keep a toolbox out of the list that a client sees', async () => {
    const headers = { Authorization: `Bearer ${company.sign(claims())}` };
    const client = await PairingClient.open('v1', { url: own.url, headers });
    assert.match(client.client.getInstructions(), /time-and-numbers/);
    await client.close();
  });

  test('are what an official client asks its user for', async () => {
    const { file, env } = demonstrationWithScopes();
    const alone = await WorkbenchOverHttp.start(file, env, { 'oauth.issuer': company.issuer, 'oauth.scopes': kScope });
    try {
      const login = new Login();
      let transport;
      const connect = async () => {
        const client = new ClientOfOne({ name: 'test', version: '1' });
        transport = new HttpOfOne(new URL(alone.url), { authProvider: login });
        await client.connect(transport);
        return client;
      };
      await assert.rejects(connect());
      await transport.finishAuth(login.response.get('code'));
      assert.equal(login.saved.scope, kScope);
      const client = await connect();
      const opening = { name: 'open_toolbox', arguments: { toolbox_name: 'time-and-numbers' } };
      await assert.rejects(client.callTool(opening));
      await transport.finishAuth(login.response.get('code'));
      assert.equal(login.saved.scope, `${kScope} mcp:prod`);
      const { isError } = await client.callTool(opening);
      assert.ok(!isError);
      await client.close();
    } finally {
      assert.equal(await alone.stop(), 0);
    }
  });
});

test('two people on one workbench have their own open toolboxes, and requests of their own', async () => {
  const clients = await Promise.all(['ada', 'bob'].map((sub) => PairingClient.open('v1', {
    url: workbench.url,
    headers: { Authorization: `Bearer ${company.sign(claims({ sub }))}` },
  })));
  const [ada, bob] = clients.map(({ client }) => client);
  await ada.callTool({ name: 'open_toolbox', arguments: { toolbox_name: 'time-and-numbers' } });
  const of = async (client) => (await client.callTool({ name: 'use_tool', arguments: kAdd })).content[0].text;
  assert.equal(JSON.parse(await of(ada)).sum, 3);
  assert.match(await of(bob), /not found among the open ones/);
  await Promise.all(clients.map((client) => client.close()));
});

describe('a token is refused, with the reason in the log', () => {
  const now = Math.floor(Date.now() / 1000);
  const kAttacks = {
    'of another audience': [() => company.sign(claims({ aud: 'https://other.example.com/mcp' })), 'for another audience'],
    'of another issuer': [() => company.sign(claims({ iss: 'https://login.example.com' })), 'of another issuer'],
    'of one issuer, signed by another': [() => partner.sign(claims()), 'key'],
    'without a signature': [() => company.leaveUnsigned(claims()), 'none'],
    'with the public key as a shared secret': [() => company.signWithPublicKey(claims()), 'HS256'],
    'that has expired': [() => company.sign(claims({ exp: now - 120 })), 'has expired'],
    'that is not valid yet': [() => company.sign(claims({ nbf: now + 3600 })), 'not valid yet'],
    'whose claims were changed': [() => {
      const [head, , signature] = company.sign(claims()).split('.');
      return `${head}.${Buffer.from(JSON.stringify(claims({ sub: 'root' }))).toString('base64url')}.${signature}`;
    }, 'signature'],
  };
  for (const [name, [forge, reason]] of Object.entries(kAttacks)) {
    test(name, { timeout: 10_000 }, async () => {
      const token = forge();
      const response = await post(token);
      assert.equal(response.status, 401);
      assert.match(response.headers.get('www-authenticate'), /error="invalid_token"/);
      await refusalIn(() => workbench.log, reason);
      assert.ok(!workbench.log.some((one) => one.includes(token)), 'the log has the token');
    });
  }
});

test('after a rotation of keys, new tokens are accepted, and those of the old key are not', async () => {
  const { file, env } = demonstration();
  const own = await WorkbenchOverHttp.start(file, env, { 'oauth.issuer': company.issuer, 'oauth.audience': kResource });
  try {
    const old = company.sign(claims());
    assert.equal(await statusOf(old, own.url), 200);
    company.rotate();
    assert.equal(await statusOf(company.sign(claims()), own.url), 200);
    assert.equal(await statusOf(old, own.url), 401);
  } finally {
    assert.equal(await own.stop(), 0);
  }
});

test('an identity provider from npm is understood, and so are its keys after a rotation', async () => {
  const provider = await IdentityProvider.start();
  const { file, env } = demonstration();
  const own = await WorkbenchOverHttp.start(file, env, { 'oauth.issuer': provider.issuer, 'oauth.audience': kResource });
  try {
    const old = await provider.machineToken(kResource);
    assert.equal(await statusOf(old, own.url), 200);
    assert.equal(await statusOf(await provider.machineToken('https://other.example.com/mcp'), own.url), 401);
    provider.rotateKeys();
    assert.equal(await statusOf(await provider.machineToken(kResource), own.url), 200);
    assert.equal(await statusOf(old, own.url), 401);
  } finally {
    assert.equal(await own.stop(), 0);
    await provider.stop();
  }
});

test('keys that rotate under load fail no call', { timeout: 60_000 }, async () => {
  const rotating = await AuthorizationServer.start();
  const { file, env } = demonstration();
  const own = await WorkbenchOverHttp.start(file, env, { 'oauth.issuer': rotating.issuer, 'oauth.audience': kResource });
  try {
    const sign = () => rotating.sign(rotating.claims(kResource));
    const opened = await post(sign(), { url: own.url });
    const headers = { 'Mcp-Session-Id': opened.headers.get('mcp-session-id') };
    await opened.text();
    let id = 100;
    let token = sign();
    const isOver = { now: false };
    const statuses = new Map();
    const caller = async () => {
      while (!isOver.now) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'ping' });
        const response = await post(token, { url: own.url, headers, body });
        await response.text();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    };
    const callers = Array.from({ length: 50 }, caller);
    const answered = async (count) => {
      while ((statuses.get(200) ?? 0) < count) await new Promise((resolve) => setImmediate(resolve));
    };
    await answered(200);
    // As providers do it: the new key is published beside the old one, and signs from then on.
    rotating.rotate({ keepsOld: true });
    token = sign();
    await answered(600);
    isOver.now = true;
    await Promise.all(callers);
    assert.deepEqual([...statuses.keys()], [200]);
  } finally {
    assert.equal(await own.stop(), 0);
    await rotating.stop();
  }
});

test('an introspection that never answers keeps nobody else waiting', { timeout: 60_000 }, async () => {
  const hanging = await AuthorizationServer.start();
  hanging.hanging.add('/introspect');
  const { file, env } = demonstration();
  const own = await WorkbenchOverHttp.start(file, { ...env, INTROSPECTION_SECRET: 'secret' }, {
    'oauth.issuer': company.issuer,
    'oauth.audience': kResource,
    'oauth.introspection.url': `${hanging.issuer}/introspect`,
    'oauth.introspection.clientId': 'workbench',
    'oauth.introspection.clientSecretVariable': 'INTROSPECTION_SECRET',
  });
  try {
    let isDecided = false;
    const opaque = statusOf('an-opaque-token', own.url).finally(() => (isDecided = true));
    assert.equal(await statusOf(company.sign(claims()), own.url), 200);
    assert.equal(isDecided, false, 'the other request was answered after the one that waits');
    assert.equal(await opaque, 503);
  } finally {
    assert.equal(await own.stop(), 0);
    await hanging.stop();
  }
});

for (const [name, disturb] of Object.entries({
  'that never answers': (server) => server.hanging.add('/jwks'),
  'whose keys are 50 MB': (server) => (server.replacedKeys = `{"keys":[],"x":"${'x'.repeat(50 * 1024 * 1024)}"}`),
  'whose keys are garbage': (server) => (server.replacedKeys = '{"keys":'),
})) {
  test(`an authorization server ${name} keeps nobody else waiting`, async () => {
    const broken = await AuthorizationServer.start();
    disturb(broken);
    const { file, env } = demonstration();
    const own = await WorkbenchOverHttp.start(file, env, {
      'oauth.issuer': `${broken.issuer},${company.issuer}`,
      'oauth.audience': kResource,
    });
    try {
      const waiting = PairingClient.open('v1', {
        url: own.url,
        headers: { Authorization: `Bearer ${broken.sign({ ...claims(), iss: broken.issuer })}` },
      }).then(() => 'accepted', () => 'refused');
      const headers = { Authorization: `Bearer ${company.sign(claims())}` };
      const client = await PairingClient.open('v2 auto', { url: own.url, headers });
      assert.equal((await client.client.listTools()).tools.length, 3);
      await client.close();
      assert.equal(await waiting, 'refused');
    } finally {
      assert.equal(await own.stop(), 0);
      await broken.stop();
    }
  });
}
