// The console of a team: a person logs in to a server, and sees only what belongs to that person.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Chromium } from './lib/chromium.mjs';
import { ConsolePage } from './lib/console_page.mjs';
import { IdentityProvider } from './lib/identity_provider.mjs';
import { WorkbenchOverHttp } from './lib/over_http.mjs';
import { PairingClient } from './lib/pairing_clients.mjs';
import { ProtectedServer } from './lib/protected_server.mjs';
import { SharedConsole, use } from './lib/shared_console.mjs';

const kOperatedServer = fileURLToPath(new URL('./fixture/operated_server.mjs', import.meta.url));
const kTokens = { ada: { token: 'of-ada', console: 'all' }, bob: { token: 'of-bob', console: 'own' }, eve: { token: 'of-eve' } };

let page;

before(async () => {
  page = await ConsolePage.open();
});

after(() => page?.close());

test('a login that a server needs waits in the inbox, and is done from there', async () => {
  const provider = await IdentityProvider.start();
  const server = await ProtectedServer.start(provider);
  const browser = await Chromium.open();
  const toolboxes = () => ({ toolMode: 'proxy', toolboxes: { dev: { description: 'Protected', mcpServers: { protected: { url: server.url } } } } });
  const workbench = await SharedConsole.start(toolboxes);
  try {
    const agent = await workbench.agent({ capabilities: {} });
    await agent.callTool('open_toolbox', { toolbox_name: 'dev' });
    await page.goTo(await workbench.address());
    await page.click('button', 'Log in to dev/protected');
    const address = await page.until(`document.querySelector('a[target=_blank]')?.href`);
    assert.match((await browser.logIn(address, 'ada')).text, /logged in|close/i);
    await page.miss('button', 'Log in to dev/protected');
    await agent.callTool('open_toolbox', { toolbox_name: 'dev' });
    assert.equal((await use(agent, 'protected', 'whoami')).content[0].text, 'ada');
    await agent.close();
  } finally {
    await workbench.remove();
    await browser.close();
    await server.stop();
    await provider.stop();
  }
});

/** A workbench of a team, with a call of each of two people. */
async function withATeam(check) {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-team-'));
  const tokens = path.join(folder, 'tokens.json');
  writeFileSync(tokens, JSON.stringify(kTokens));
  const entry = { command: process.execPath, args: [kOperatedServer, folder] };
  const toolboxes = { toolMode: 'proxy', toolboxes: { dev: { description: 'Shared', mcpServers: { files: entry } } } };
  const workbench = await WorkbenchOverHttp.start(toolboxes, {}, { console: true, tokensFile: tokens });
  try {
    for (const person of ['ada', 'bob']) {
      const client = await PairingClient.open('v1', { url: workbench.url, headers: { Authorization: `Bearer of-${person}` } });
      await client.callTool('open_toolbox', { toolbox_name: 'dev' });
      await use(client, 'files', 'echo', { text: `from ${person}` });
      await client.close();
    }
    await check(new URL('/console/', workbench.url).href);
  } finally {
    await workbench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function signIn(address, person) {
  await page.goTo('about:blank');
  await page.goTo(address);
  await page.write('Token', `of-${person}`);
  await page.click('button', 'Sign in');
}

test('a person with the right "own" sees no call of another person, and cannot control servers', () =>
  withATeam(async (address) => {
    await signIn(address, 'bob');
    await page.see('h1', 'Inbox');
    await page.show('#/calls');
    await page.see('p', '1 call kept');
    await page.show('#/servers/dev/files');
    await page.see('dt', 'Calls');
    await page.miss('button', 'Restart');
    assert.match((await page.operate('workbench/restart', { toolbox: 'dev', server: 'files' })).data.kind, /forbidden/);
    await page.loadedBy(() => page.click('button', 'Log out'));
    await page.see('h1', 'Sign in');
    await signIn(address, 'ada');
    await page.see('h1', 'Inbox');
    await page.show('#/calls');
    await page.see('p', '2 calls kept');
  }));

test('a person without the right is told what is missing', () =>
  withATeam(async (address) => {
    await signIn(address, 'eve');
    await page.see('[role=alert], .notice', '"console": "own"');
  }));
