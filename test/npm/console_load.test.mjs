// The console while much happens: many calls a second, and 300 servers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsolePage } from './lib/console_page.mjs';
import { SharedConsole, use } from './lib/shared_console.mjs';

const kSeconds = 5;
const kInFlight = 64;
const kServers = 300;

const one = (entry) => ({ toolMode: 'proxy', toolboxes: { dev: { description: 'Busy', mcpServers: { files: entry('files') } } } });

const many = (entry) => {
  const servers = (toolbox) => Object.fromEntries(Array.from({ length: kServers / 10 }, (_, at) => [`server-${toolbox}-${at}`, entry('files')]));
  const toolboxes = Array.from({ length: 10 }, (_, at) => [`team-${at}`, { description: `Team ${at}`, mcpServers: servers(at) }]);
  return { toolMode: 'proxy', toolboxes: Object.fromEntries(toolboxes) };
};

/** Calls for a time, many at once: {calls, p50} in milliseconds. */
async function callFor(agent, seconds) {
  const times = [];
  const end = performance.now() + 1000 * seconds;
  const loop = async () => {
    while (performance.now() < end) {
      const begin = performance.now();
      await use(agent, 'files', 'echo', { text: 'x' });
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: kInFlight }, loop));
  return { calls: times.length, p50: times.sort((a, b) => a - b)[times.length >> 1] };
}

/** Frames of the page until `done` is fulfilled, and what is in memory. */
const kWatch = (seconds) => `new Promise((resolve) => {
  const begin = performance.now();
  let last = begin, worst = 0, frames = 0;
  const frame = (now) => {
    worst = Math.max(worst, now - last);
    last = now;
    frames += 1;
    if (now - begin < ${1000 * seconds}) return requestAnimationFrame(frame);
    resolve({ worst, frames, rows: document.querySelectorAll('.windowed tr').length, heap: performance.memory.usedJSHeapSize });
  };
  requestAnimationFrame(frame);
})`;

test('the page stays responsive and small while calls pour in', async (t) => {
  const workbench = await SharedConsole.start(one);
  const page = await ConsolePage.open();
  try {
    const agent = await workbench.agent({ capabilities: {} });
    await agent.callTool('open_toolbox', { toolbox_name: 'dev' });
    await callFor(agent, 1);
    const alone = await callFor(agent, kSeconds);
    await page.goTo(await workbench.address());
    await page.show('#/calls');
    await page.see('.windowed td', 'echo');
    const [watched, seen] = await Promise.all([callFor(agent, kSeconds), page.evaluate(kWatch(kSeconds))]);
    t.diagnostic(JSON.stringify({ alone, watched, seen, cost: watched.p50 / alone.p50 - 1 }));
    assert.ok(seen.worst < 500, `a frame took ${seen.worst} ms`);
    assert.ok(seen.rows < 120, `${seen.rows} rows are elements`);
    assert.ok(seen.heap < 100e6, `${seen.heap} bytes of memory`);
    await page.see('button', 'Pause');
    await agent.close();
  } finally {
    await page.close();
    await workbench.remove();
  }
});

test('300 servers are listed, found by name, and nothing is cut', async () => {
  const workbench = await SharedConsole.start(many);
  const page = await ConsolePage.open();
  try {
    await page.goTo(await workbench.address());
    await page.show('#/servers');
    await page.see('p', `${kServers} servers`);
    for (const width of [360, 2560]) {
      await page.resize(width, 900);
      assert.deepEqual(await page.overflows(), [], `${width}`);
      assert.equal(await page.evaluate(`document.querySelectorAll('main tr:not(.group) a').length`), kServers);
    }
    await page.write('Name', 'server-7-29');
    await page.see('p', '1 server,');
  } finally {
    await page.close();
    await workbench.remove();
  }
});
