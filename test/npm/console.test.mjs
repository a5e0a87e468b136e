// What a person does in the console, in a real browser, with a shared workbench and an agent.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { accessibilityFindings } from './lib/axe.mjs';
import { ConsolePage } from './lib/console_page.mjs';
import { SharedConsole, use } from './lib/shared_console.mjs';

const kDescription = 'What a person operates';

const toolboxes = (entry) => ({
  toolMode: 'proxy',
  toolboxes: {
    dev: { description: kDescription, mcpServers: { files: entry('files', { approve: ['echo'] }), broken: entry('broken') } },
    rare: { description: 'What is not opened', mcpServers: { rare: entry('rare') } },
  },
});

let workbench;
let agent;
let page;

before(async () => {
  workbench = await SharedConsole.start(toolboxes, ['middleware.approvals.hold=60s', 'catalog.cache=true']);
  agent = await workbench.agent({ capabilities: {} });
  page = await ConsolePage.open();
  await page.goTo(await workbench.address());
  await page.see('h1', 'Inbox');
});

after(async () => {
  await page?.close();
  await agent?.close();
  await workbench?.remove();
});

test('the code of the address is gone from the address, and nothing waits at first', async () => {
  await page.see('.empty', 'Nothing waits for you');
  assert.equal(await page.evaluate('location.hash'), '#/inbox');
  assert.deepEqual(await accessibilityFindings(page), []);
});

test('a call waits in the inbox, no stray key approves it, and a button does', async () => {
  await agent.callTool('open_toolbox', { toolbox_name: 'dev' });
  const result = use(agent, 'files', 'echo', { text: 'hello' });
  await page.see('.approval', 'echo');
  await page.until('/^\\(1\\) /.test(document.title)');
  assert.match(await page.text('.approval .json'), /"text": "hello"/);
  for (const key of ['Enter', ' ', 'a', 'y']) await page.press(key);
  await page.see('.approval', 'echo');
  await page.click('button', 'Approve once: dev/files/echo');
  assert.equal((await result).content[0].text, 'echo: hello');
  await page.miss('.approval');
});

test('a call is refused with the reason that the person wrote', async () => {
  const result = use(agent, 'files', 'echo', { text: 'no' });
  await page.see('.approval', 'echo');
  await page.write('Reason, for the model', 'not on a Friday');
  await page.click('button', 'Refuse: dev/files/echo');
  const { isError, content } = await result;
  assert.ok(isError);
  assert.match(content[0].text, /not on a Friday/);
});

test('two operators see the same call, and the answer of one is the end of it for the other', async () => {
  const other = await ConsolePage.open();
  try {
    await other.goTo(await workbench.address());
    const result = use(agent, 'files', 'echo', { text: 'two' });
    await Promise.all([page.see('.approval', 'echo'), other.see('.approval', 'echo')]);
    await other.click('button', 'Approve once: dev/files/echo');
    assert.equal((await result).content[0].text, 'echo: two');
    await page.miss('.approval');
  } finally {
    await other.close();
  }
});

test('a failing server is in the inbox with its own words, and runs once it is repaired', async () => {
  workbench.write('broken', 'broken', 'cannot find the database');
  await page.show('#/servers/dev/broken');
  await page.click('button', 'Restart dev/broken');
  await page.show('#/inbox');
  await page.see('.card', 'cannot find the database');
  await page.see('.card', 'Remedy');
  rmSync(path.join(workbench.folderOf('broken'), 'broken'));
  await page.click('button', 'Start dev/broken');
  await page.miss('.card', 'cannot find the database');
  await page.show('#/servers');
  await page.see('tr', 'ready');
});

test('a server is stopped, and its log lines are shown', async () => {
  await page.show('#/servers/dev/broken');
  await page.click('button', 'Stop dev/broken');
  await page.see('button', 'Start dev/broken');
  await page.click('button', 'Refresh the log');
  await page.see('.log .line');
});

test('calls are listed as they end, filtered, and exported as JSON lines', async () => {
  await page.show('#/calls');
  await page.see('.windowed td', 'echo');
  await use(agent, 'files', 'fail');
  await page.see('.windowed td', 'fail');
  await page.choose('Outcome', 'tool_error');
  await page.miss('.windowed td', 'echo');
  await page.evaluate(`void (URL.createObjectURL = ((real) => (blob) => { blob.text().then((text) => (window.exported = text)); return real(blob); })(URL.createObjectURL))`);
  await page.click('button', 'Export as JSON lines');
  const lines = (await page.until('window.exported')).trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual([...new Set(lines.map(({ outcome }) => outcome))], ['tool_error']);
  await page.click('.windowed a', 'fail');
  await page.see('h1', 'fail');
  await page.see('dt', 'Session');
});

// No view has asked the servers for their tools yet: "Tools" would start them.
test('a toolbox that was never opened has no cost of zero, and is counted on demand', async () => {
  const row = (pattern) => `[...document.querySelectorAll('[aria-label="Toolboxes"] tr')].some(({ innerText }) => ${pattern}.test(innerText))`;
  await page.show('#/toolboxes');
  await page.until(row('/^rare\\s+without rare: tools not known\\s+unknown\\s/'));
  await page.click('button', 'Start them once and count');
  await page.until(row('/^rare\\s+\\d+\\s/'));
});

test('a tool is called with a form made of its schema, and its question is answered in the page', async () => {
  await page.show('#/tools/dev/files/ask');
  await page.see('h2', 'Why clients see it as they do');
  await page.see('dt', 'is seen');
  await page.see('dt', 'Tokens'); // what comes later moves the button
  await page.click('button', 'Make a form');
  await page.click('button', 'Call ask');
  await page.see('#elicitation', 'Which part?');
  await page.choose('part', '"last"');
  await page.click('#elicitation button', 'Answer');
  await page.see('#call-result', '"part":"last"');
});

test('the cost of a toolbox for a host is next to its cost without a workbench', async () => {
  await page.show('#/toolboxes');
  await page.see('dt', 'Tokens of all servers directly');
  await page.see('[aria-label="Tools that the client is shown"] th', 'use_tool');
  await page.click('button', 'Check the files');
  await page.see('.badge', 'valid');
});

test('the page says what to do while the workbench is gone, and works again with the next one', async () => {
  await agent.close(); // it would start a workbench
  agent = undefined;
  await workbench.stop();
  await page.see('.banner', 'mcp-workbench open');
  await workbench.run();
  await page.goTo(await workbench.address());
  await page.see('h1', 'Inbox');
  await page.miss('.banner');
});

test('the page needs no other origin, and its content policy was never offended', () => {
  const origins = new Set(page.requested.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).hostname));
  assert.deepEqual([...origins], ['127.0.0.1']);
  assert.deepEqual(page.errors, []);
});
