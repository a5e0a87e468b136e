// What others do while a person looks at the console: the same person in another tab, another operator, and a workbench that asks
// for no approvals.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsolePage } from './lib/console_page.mjs';
import { SharedConsole, use } from './lib/shared_console.mjs';

const toolboxes = (entry) => ({
  toolMode: 'proxy',
  toolboxes: { dev: { description: 'What two operate', mcpServers: { files: entry('files', { approve: ['echo'] }) } } },
});

let workbench;
let page;

before(async () => {
  workbench = await SharedConsole.start(toolboxes, ['middleware.approvals.hold=60s']);
  page = await ConsolePage.open();
});

after(async () => {
  await page?.close();
  await workbench?.remove();
});

test('a code that was used leaves the session of an open page as it is, and says so', async () => {
  const address = await workbench.address();
  await page.goTo(address);
  await page.see('h1', 'Inbox');
  await page.see('.empty', 'Nothing waits for you');
  await page.goTo(address);
  await page.see('#banner .notice', 'error');
  await page.show('#/servers');
  await page.see('td, th', 'files');
  await page.miss('#banner .notice');
});

test('a new code in an open page begins its session in a page that is loaded again', async () => {
  const address = await workbench.address();
  const key = await page.evaluate(`localStorage.getItem('workbench-console-key')`);
  await page.loadedBy(() => page.goTo(address));
  await page.see('.empty', 'Nothing waits for you');
  assert.notEqual(await page.evaluate(`localStorage.getItem('workbench-console-key')`), key);
});

/** Answers the first of two calls elsewhere, and clicks where its button was as soon as its card has gone. Gives the name of what is there. */
async function answerElsewhere(id) {
  const clicked = page.evaluate(`new Promise((done) => {
    const button = document.querySelector('#approval-' + CSS.escape(${JSON.stringify(id)}) + ' button.primary');
    button.scrollIntoView({ block: 'center', behavior: 'instant' });
    button.focus({ preventScroll: true });
    const { left, top, width, height } = button.getBoundingClientRect();
    new MutationObserver((_, watched) => {
      if (button.isConnected) return;
      watched.disconnect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2).closest('button');
      there?.click();
      done({ name: there?.ariaLabel ?? null, focused: document.activeElement.id });
    }).observe(document.body, { subtree: true, childList: true });
  })`);
  await page.operate('workbench/approve', { ids: [id], decision: 'once', how: 'console' });
  return clicked;
}

test('when another operator answers, a click under way does not approve the call that moves to its place, and keeps its focus near', async () => {
  const agent = await workbench.agent({ capabilities: {} });
  await agent.callTool('open_toolbox', { toolbox_name: 'dev' });
  const results = ['one', 'two'].map((text) => use(agent, 'files', 'echo', { text }));
  await page.until(`document.querySelectorAll('.approval button.primary:not([aria-disabled])').length === 2`);
  const [first, second] = await page.evaluate(`[...document.querySelectorAll('.approval')].map(({ id }) => id.replace('approval-', ''))`);
  const { name, focused } = await answerElsewhere(first);
  assert.match(name, /^Approve once: dev.files.echo/);
  assert.equal(focused, `approval-${second}`);
  const { waiting } = await page.operate('workbench/approvals');
  assert.deepEqual(waiting.map(({ id }) => id), [second]);
  await page.click('button', 'Approve once: dev/files/echo');
  assert.deepEqual((await Promise.all(results)).map(({ content }) => content[0].text), ['echo: one', 'echo: two']);
  await agent.close();
});

test('a logout in one tab is one in all tabs', async () => {
  const other = await page.another();
  await other.goTo(await page.evaluate('location.href'));
  await other.see('h1', 'Inbox');
  await Promise.all([page.loadedBy(() => undefined), other.loadedBy(() => other.click('button', 'Log out'))]);
  await Promise.all([page, other].map((each) => each.see('h1', 'Sign in')));
});

test('without the plugin "approvals", no call waits, and the inbox says so', async () => {
  const plugins = 'stdio-transport,http-listener,http-transport,local-listener,filters,meta-tools,call-log,metrics';
  const plain = await SharedConsole.start((entry) => ({ toolboxes: { dev: { description: 'Plain', mcpServers: { files: entry('files') } } } }), [`plugins.load=${plugins}`]);
  try {
    await page.goTo(await plain.address());
    await page.see('.empty', 'Nothing waits for you');
    await page.miss('.notice');
  } finally {
    await plain.remove();
  }
});
