// The list of calls: its filters, the place of a person who reads in it, and a workbench that keeps no calls.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityFindings } from './lib/axe.mjs';
import { ConsolePage } from './lib/console_page.mjs';
import { SharedConsole, use } from './lib/shared_console.mjs';

const kCalls = 90; // fewer than one notification has, so that the list has all of them

const toolboxes = (entry) => ({ toolMode: 'proxy', toolboxes: { dev: { description: 'Files', mcpServers: { files: entry('files') } } } });

/** Runs `act(page, agent)` at the list of calls of a workbench with an agent. */
async function atCalls(settings, act) {
  const workbench = await SharedConsole.start(toolboxes, settings);
  const page = await ConsolePage.open();
  let agent;
  try {
    agent = await workbench.agent({ capabilities: {} });
    await agent.callTool('open_toolbox', { toolbox_name: 'dev' });
    await page.goTo(await workbench.address());
    await page.show('#/calls');
    await page.see('h1', 'Calls');
    await act(page, agent);
    assert.deepEqual(page.errors, []);
  } finally {
    await page.close();
    await agent?.close();
    await workbench.remove();
  }
}

const kInSight = `[...document.querySelectorAll('.windowed tbody tr:not(.space)')].filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  const list = document.querySelector('.windowed').getBoundingClientRect();
  return bottom > list.top && top < list.bottom;
})`;

test('Back from a call is the same place in the list, with its rows', async () => {
  await atCalls([], async (page, agent) => {
    await Promise.all(Array.from({ length: kCalls }, (_, at) => use(agent, 'files', 'echo', { text: `${at}` })));
    await page.until(`document.querySelector('.windowed table')?.ariaRowCount >= ${kCalls}`);
    const top = await page.evaluate(`(document.querySelector('.windowed').scrollTop = 2000)`);
    await page.until(`${kInSight}.length > 5`);
    await page.evaluate(`${kInSight}[3].querySelector('a').click()`);
    await page.see('dt', 'Session');
    await page.evaluate('history.back()');
    await page.see('h1', 'Calls');
    await page.until(`document.querySelector('.windowed')?.scrollTop === ${top} && ${kInSight}.length > 5`);
    assert.ok(await page.evaluate(`${kInSight}.every((row) => Number(row.ariaRowIndex) > 50)`));
    await use(agent, 'files', 'fail');
    await page.click('button', 'Show 1 new call');
    await page.see('.windowed td', 'fail');
  });
});

test('a row with the focus stays in its place while calls arrive', async () => {
  await atCalls([], async (page, agent) => {
    await use(agent, 'files', 'fail');
    await page.see('.windowed td', 'fail');
    await page.evaluate(`document.querySelector('.windowed tbody a').focus()`);
    await use(agent, 'files', 'echo', { text: 'x' });
    await page.see('button', 'Show 1 new call');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'fail');
    assert.equal(await page.evaluate('document.activeElement.closest("tr").rowIndex'), 1);
  });
});

test('what is written in two filters and chosen in a third, one right after the other, all holds', async () => {
  await atCalls([], async (page, agent) => {
    await use(agent, 'files', 'echo', { text: 'one' });
    await use(agent, 'files', 'fail');
    await page.see('.windowed td', 'fail');
    await page.evaluate(`void (() => {
      const control = (label) => [...document.querySelectorAll('label')].find(({ innerText }) => innerText.startsWith(label)).control;
      const write = (label, value, type) => {
        control(label).value = value;
        control(label).dispatchEvent(new Event(type, { bubbles: true }));
      };
      write('Tool', 'echo', 'input');
      write('Text', 'files', 'input');
      write('Outcome', 'result', 'change');
    })()`);
    await page.until(`['tool=echo', 'text=files', 'outcome=result'].every((part) => location.hash.includes(part))`);
    await page.miss('.windowed td', 'fail');
    await page.show('#/calls');
    await page.see('.windowed td', 'fail');
    const written = `[...document.querySelectorAll('.filters :is(input, select)')].map(({ value }) => value).join('')`;
    assert.equal(await page.evaluate(written), '', 'the fields have what the filter has');
  });
});

test('a filter that has just been written does not take a person back from the call', async () => {
  await atCalls([], async (page, agent) => {
    await use(agent, 'files', 'fail');
    await page.see('.windowed td', 'fail');
    await page.write('Tool', 'fail');
    await page.evaluate(`document.querySelector('.windowed tbody a').click()`);
    await page.see('dt', 'Session');
    // The timer of the filter, which has the same length and was set before, is over by then.
    const place = await page.evaluate(`new Promise((done) => setTimeout(() => done(location.hash), 250))`);
    assert.match(place, /^#\/calls\/\d+$/);
  });
});

test('a filter that is too long, and a workbench that keeps no calls, are said in a sentence', async () => {
  await atCalls([], async (page) => {
    await page.show(`#/calls?text=${'x'.repeat(1001)}`);
    await page.see('.notice', '1000 bytes at most');
    await page.show('#/calls');
    await page.see('.empty', 'No call yet');
  });
  await atCalls(['middleware.recent-calls.records=0'], async (page) => {
    await page.see('.notice', 'keeps no calls');
    await page.miss('p', 'Loading');
    assert.deepEqual(await accessibilityFindings(page), []);
    const asked = page.requested.filter((url) => url.endsWith('/operate')).length;
    // Two lost subscriptions would have been opened again by then: the first pause is 500 ms.
    await page.evaluate('new Promise((done) => setTimeout(done, 1000))');
    assert.equal(page.requested.filter((url) => url.endsWith('/operate')).length, asked, 'it is not asked again');
  });
});
