// What others may do to the console: servers with their names and results, other sites, other names of the machine, and a cookie
// without its key.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsolePage } from './lib/console_page.mjs';
import { ForeignPage, kReboundName } from './lib/foreign_page.mjs';
import { SharedConsole, use } from './lib/shared_console.mjs';

const toolboxes = (entry) => ({
  toolMode: 'proxy',
  toolboxes: { dev: { description: 'Hostile <b>text</b>', mcpServers: { files: entry('files') } } },
});
const kArguments = ['middleware=call-log', 'middleware.call-log.arguments=true', 'middleware.call-log.results=true'];

let workbench;
let agent;
let page;

before(async () => {
  workbench = await SharedConsole.start(toolboxes, kArguments);
  agent = await workbench.agent({ capabilities: {} });
  await agent.callTool('open_toolbox', { toolbox_name: 'dev' });
  page = await ConsolePage.open({ names: [kReboundName] });
  await page.goTo(await workbench.address());
  await page.see('h1', 'Inbox');
});

after(async () => {
  await page?.close();
  await agent?.close();
  await workbench?.remove();
});

const origin = () => page.evaluate('location.origin');

test('markup, hidden characters and a line of 1 MB in a result are text, cut until a person wants all', async () => {
  await page.show('#/tools/dev/files/hostile');
  await page.click('button', 'Make a form');
  await page.click('button', 'Call hostile');
  await page.see('#call-result .hidden-character', '⟨U+202E⟩');
  await page.click('button', 'show all (1.');
  await page.until(`[...document.querySelectorAll('.text')].some(({ textContent }) => textContent.length > 1_000_000)`);
  assert.equal(await page.evaluate(`document.querySelectorAll('main img, main script').length`), 0);
  assert.match(await page.evaluate('document.title'), /MCP Workbench$/);
});

test('the kept result of a call is text, too', async () => {
  await use(agent, 'files', 'fail');
  await page.show('#/calls');
  await page.click('.windowed a', 'fail');
  await page.see('.hidden-character', '⟨U+202E⟩');
  assert.equal(await page.evaluate(`document.querySelectorAll('main img, main script').length`), 0);
});

test('hostile names and descriptions are text in every view', async () => {
  const places = { '#/tools': 'Tools', '#/tools/dev/files/hostile': 'hostile', '#/toolboxes': 'Toolboxes', '#/servers/dev/files': 'files' };
  for (const [place, heading] of Object.entries(places)) {
    await page.show(place);
    await page.see('h1', heading);
    await page.until(`!/Loading|are asked/.test(document.querySelector('main').innerText)`);
    assert.equal(await page.evaluate(`document.querySelectorAll('main img, main script').length`), 0, place);
  }
  assert.deepEqual(page.errors, []);
});

const key = () => page.evaluate(`localStorage.getItem('workbench-console-key')`);

/** What a script of another site gets that sends a request with the cookie of this browser. */
const sent = (other, url, headers, body) =>
  other.evaluate(`fetch(${JSON.stringify(url)}, { method: 'POST', credentials: 'include', headers: ${JSON.stringify(headers)}, body: ${JSON.stringify(body)} }).then((r) => r.text(), (error) => 'refused: ' + error)`);

test('a page of another site in the same browser reads nothing, operates nothing, and may not frame the page', async () => {
  const process = async () => (await page.operate('workbench/status')).servers.find(({ server }) => server === 'files').pid;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workbench/restart', params: { toolbox: 'dev', server: 'files' } });
  const url = `${await origin()}/console/`;
  const [earlier, known] = [await process(), await key()];
  const foreign = await ForeignPage.open();
  const other = await page.another();
  try {
    await other.goTo(foreign.origin.replace('127.0.0.1', 'localhost'));
    for (const headers of [{}, { 'Workbench-Console': known, 'Content-Type': 'application/json' }]) {
      assert.match(await sent(other, `${url}operate`, headers, body), /^refused/);
    }
    const policy = await page.evaluate(`fetch('.').then(({ headers }) => headers.get('Content-Security-Policy'))`);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.ok(earlier > 0);
    assert.equal(await process(), earlier);
  } finally {
    await other.close();
    foreign.close();
  }
});

test('the page is not served at a name that was made to lead here', async () => {
  const response = await page.evaluate(`fetch('.').then(({ status }) => status)`);
  assert.equal(response, 200);
  const { port } = new URL(await origin());
  const other = await ConsolePage.open({ names: [kReboundName] });
  try {
    const responded = other.tools.next('Network.responseReceived', ({ response }) => response.url.includes(kReboundName));
    await other.goTo(`http://${kReboundName}:${port}/console/`);
    assert.equal((await responded).response.status, 403);
    assert.doesNotMatch(await other.evaluate('document.title'), /MCP Workbench/);
  } finally {
    await other.close();
  }
});

test('the cookie without the key, or from another origin, is worth nothing', async () => {
  const { cookies } = await page.tools.send('Network.getCookies', { urls: [`${await origin()}/console/operate`] });
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  assert.ok(cookies.length > 0 && cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Strict'));
  const attempt = async (headers) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workbench/whoami', params: {} });
    const all = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', Cookie: cookie, ...headers };
    return (await fetch(`${await origin()}/console/operate`, { method: 'POST', headers: all, body })).status;
  };
  assert.equal(await attempt({ Origin: await origin(), 'Workbench-Console': await key() }), 200);
  assert.equal(await attempt({ Origin: await origin() }), 401);
  assert.notEqual(await attempt({ Origin: 'http://127.0.0.1:1', 'Workbench-Console': await key() }), 200);
});

test('a code counts once', async () => {
  const address = await workbench.address();
  const code = new URL(address).hash.replace('#code=', '');
  const redeem = () => page.evaluate(`fetch('session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(JSON.stringify({ code }))} }).then(({ status }) => status)`);
  assert.equal(await redeem(), 200);
  assert.equal(await redeem(), 401);
});
