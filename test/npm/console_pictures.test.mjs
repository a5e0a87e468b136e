// Each view in light and dark, narrow and wide: nothing is cut, nothing lies over the edge, and axe-core finds nothing.
// UPDATE_SCREENSHOTS=1 writes the pictures of the documentation; PICTURES=FOLDER writes them there, to be looked at.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { accessibilityFindings } from './lib/axe.mjs';
import { ConsolePage } from './lib/console_page.mjs';
import { kDatabaseTools, kFileTools } from './lib/pictured_tools.mjs';
import { kHere } from './lib/official_servers.mjs';
import { SharedConsole, use } from './lib/shared_console.mjs';

const kPictures = path.join(kHere, '..', '..', 'docs', 'operate', 'console');
const kLargest = 60_000; // bytes
const kViews = ['inbox', 'servers', 'calls', 'tools', 'toolboxes'];
const kWidths = { narrow: [360, 640], wide: [1280, 720] };

const toolboxes = (entry) => ({
  toolMode: 'proxy',
  toolboxes: {
    dev: { description: 'The files of the project.', mcpServers: { files: entry('files', { approve: ['delete_branch'] }) } },
    production: { description: 'What runs for customers.', mcpServers: { database: entry('database') } },
    shop: { description: 'Orders and customers.', mcpServers: { orders: entry('orders') } },
  },
});

let workbench;
let agent;
let page;
let held;

before(async () => {
  workbench = await SharedConsole.start(toolboxes, ['middleware.approvals.hold=10m', 'catalog.cache=true']);
  workbench.write('database', 'broken', 'connection refused: is the database running?');
  workbench.write('files', 'tools', JSON.stringify(kFileTools));
  workbench.write('orders', 'tools', JSON.stringify(kDatabaseTools));
  agent = await workbench.agent({ capabilities: {} });
  for (const toolbox of ['dev', 'production', 'shop']) await agent.callTool('open_toolbox', { toolbox_name: toolbox });
  await use(agent, 'files', 'search_files', { pattern: 'retry' });
  for (const path of ['src/client.ts', 'src/retry.ts']) await use(agent, 'files', 'read_file', { path });
  held = use(agent, 'files', 'delete_branch', { name: 'retry-of-requests' }).catch(() => undefined);
  page = await ConsolePage.open();
  await page.goTo(await workbench.address());
  await page.see('.approval', 'delete_branch');
});

after(async () => {
  await page?.close();
  await agent?.close();
  await held;
  await workbench?.remove();
});

for (const view of kViews) {
  for (const scheme of ['light', 'dark']) {
    for (const [name, size] of Object.entries(kWidths)) {
      test(`${view}, ${scheme}, ${name}`, async () => {
        await page.setScheme(scheme);
        await page.resize(...size);
        await page.show(`#/${view}`);
        await page.see('h1', `${view[0].toUpperCase()}${view.slice(1)}`); // the view that was shown before is gone
        await page.until(`!/Loading|are asked|is asked/.test(document.querySelector('main').innerText)`);
        assert.deepEqual(await page.overflows(), []);
        assert.deepEqual(await accessibilityFindings(page), []);
        const folder = process.env.PICTURES ?? (process.env.UPDATE_SCREENSHOTS && kPictures);
        if (!folder) return;
        const file = path.join(folder, `${view}-${scheme}-${name}.png`);
        await page.screenshot(file);
        assert.ok(statSync(file).size <= kLargest, `${file} is larger than ${kLargest} bytes`);
      });
    }
  }
}
