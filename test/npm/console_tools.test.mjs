// Tools in the console of a person who sees only their own: opened by name, and called with a form that loses nothing.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ConsolePage } from './lib/console_page.mjs';
import { WorkbenchOverHttp } from './lib/over_http.mjs';

const kOperatedServer = fileURLToPath(new URL('./fixture/operated_server.mjs', import.meta.url));
const kMembers = 120; // of which a form has 100

const numbers = Object.fromEntries(Array.from({ length: kMembers - 2 }, (_, at) => [`member_${at}`, { type: 'string' }]));
const properties = { count: { type: 'integer' }, whole: { type: 'object' }, ...numbers };
const kTool = { name: 'count', description: 'Counts.', inputSchema: { type: 'object', properties } };

let folder;
let workbench;
let page;
const methods = new Set(); // that the page has asked for

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'workbench-tools-'));
  const tokensFile = path.join(folder, 'tokens.json');
  writeFileSync(tokensFile, JSON.stringify({ bob: { token: 'of-bob', console: 'own' } }));
  writeFileSync(path.join(folder, 'tools'), JSON.stringify([kTool]));
  const entry = { command: process.execPath, args: [kOperatedServer, folder] };
  const toolboxes = { toolMode: 'proxy', toolboxes: { dev: { description: 'Shared', mcpServers: { files: entry } } } };
  workbench = await WorkbenchOverHttp.start(toolboxes, {}, { console: true, tokensFile });
  page = await ConsolePage.open();
  page.tools.listen(({ method, params }) => {
    if (method === 'Network.requestWillBeSent') methods.add(JSON.parse(params.request.postData ?? '{}').method);
  });
});

after(async () => {
  await page?.close();
  await workbench?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a tool is opened by its name, and no list is asked for that the person may not see', async () => {
  await page.goTo(`${new URL('/console/', workbench.url).href}#/tools`);
  await page.write('Token', 'of-bob');
  await page.click('button', 'Sign in');
  await page.see('.empty', 'Open one by its name');
  await page.write('Tool', 'dev/files/count');
  await page.click('button', 'Open');
  await page.see('h1', 'count');
  assert.ok(methods.has('workbench/whoami'));
  for (const method of ['workbench/tools', 'workbench/tool-uses', 'workbench/explain']) assert.ok(!methods.has(method), method);
});

test('a number that would lose digits is refused, and members without a field are counted', async () => {
  await page.click('button', 'Make a form');
  await page.see('.notice', `${kMembers - 100} more members cannot be written here`);
  const refused = async (member, text) => {
    await page.write(member, text);
    await page.click('button', 'Call count');
    await page.see('.field:has(.invalid) label', member);
    await page.see('.invalid', 'is not exact here');
  };
  await refused('count', '12345678901234567890');
  await page.write('count', ' 9007199254740991 ');
  await refused('whole', '{"id": 12345678901234567890}');
  await page.write('whole', '{"id": "12345678901234567890", "part": 0.12345678901234567}');
  await page.click('button', 'Call count');
  await page.see('#call-result', 'Counts.');
  assert.deepEqual(page.errors, []);
});
