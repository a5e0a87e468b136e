// MCP Apps (extension io.modelcontextprotocol/ui) with example servers of ext-apps behind a workbench in flat mode.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { kHere, kTestSettings, workbenchProgram } from './lib/official_servers.mjs';
import { PairingClient } from './lib/pairing_clients.mjs';

const kViewType = 'text/html;profile=mcp-app';
const kCapabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [kViewType] } } };

const example = (name) => ({
  command: process.execPath,
  args: [path.join(kHere, 'node_modules', '@modelcontextprotocol', name, 'dist', 'index.js'), '--stdio'],
});

/** Runs `body` with a client that shows apps, of a workbench with `servers`. */
async function withApps(way, servers, body) {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-apps-'));
  const config = path.join(folder, 'toolboxes.json');
  const toolboxes = { apps: { description: 'Servers with views', mcpServers: servers } };
  writeFileSync(config, JSON.stringify({ toolMode: 'flat', toolboxes }));
  const program = { command: workbenchProgram(), args: ['--config', config, ...kTestSettings] };
  let opened;
  try {
    opened = await PairingClient.open(way, program, { capabilities: kCapabilities });
    await body(opened);
  } finally {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const viewOf = (tool) => tool._meta?.ui?.resourceUri;

async function readView(client, uri) {
  const { contents } = await client.readResource({ uri });
  assert.equal(contents.length, 1);
  assert.equal(contents[0].mimeType, kViewType);
  assert.match(contents[0].text, /<html/i);
  return contents[0].text;
}

for (const way of ['v1', 'v2 legacy', 'v2 pinned']) {
  test(`a ${way} client sees the views of two servers, and each calls its own server's tools`, () =>
    withApps(way, { clock: example('server-basic-vanillajs'), budget: example('server-budget-allocator') }, async (opened) => {
      const { tools } = await opened.client.listTools();
      const clock = tools.find(({ name }) => name === 'get-time');
      const budget = tools.find(({ name }) => name === 'get-budget-data');
      assert.ok(clock && budget, JSON.stringify(tools.map(({ name }) => name)));
      assert.notEqual(await readView(opened.client, viewOf(clock)), await readView(opened.client, viewOf(budget)));
      const { content } = await opened.callTool('get-time', {});
      assert.match(content[0].text, /\d{4}-\d\d-\d\dT/);
    }));
}

test('the view of a server whose tools have other names here calls them by their own', () => {
  const clock = { ...example('server-basic-vanillajs'), tools: { 'get-time': { name: 'what_time_is_it' } } };
  return withApps('v1', { clock, budget: example('server-budget-allocator') }, async (opened) => {
    const { tools } = await opened.client.listTools();
    const shown = tools.find(({ name }) => name === 'what_time_is_it');
    await readView(opened.client, viewOf(shown));
    const { content } = await opened.callTool('get-time', {});
    assert.match(content[0].text, /\d{4}-\d\d-\d\dT/);
  });
});
