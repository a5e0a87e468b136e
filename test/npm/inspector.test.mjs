// The MCP Inspector on a command line.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { TestFolder, kHere } from './lib/official_servers.mjs';

const kPackages = path.join(kHere, 'node_modules');
const kNode = path.join(kPackages, `node-linux-${process.arch}`, 'bin', 'node'); // new enough for the Inspector
const kInspector = path.join(kPackages, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');

const folder = new TestFolder();
after(() => folder.remove());

const config = path.join(folder.path, 'inspector.json');
const { memory } = folder.servers('inspector');
writeFileSync(config, JSON.stringify({ mcpServers: { workbench: folder.workbench({ memory }) } }));

async function inspect(...args) {
  const all = [kInspector, '--cli', '--config', config, '--server', 'workbench', ...args];
  const options = { env: { ...process.env, HOME: folder.path }, timeout: 60_000 };
  const { stdout } = await promisify(execFile)(kNode, all, options);
  return JSON.parse(stdout);
}

test('lists the meta-tools and accepts their schemas', async () => {
  const { tools } = await inspect('--method', 'tools/list', '--strict');
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ['open_toolbox', 'use_tool', 'describe_tools'],
  );
});

test('opens a toolbox', async () => {
  const openToolbox = ['--tool-name', 'open_toolbox', '--tool-arg', 'toolbox_name=official'];
  const result = await inspect('--method', 'tools/call', ...openToolbox);
  const opened = JSON.parse(result.content[0].text);
  assert.equal(opened.servers_connected, 1);
  assert.ok(opened.tools.some((tool) => tool.name === 'create_entities'));
});

test('uses a tool without opening its toolbox, because it connects for each call', async () => {
  const call = ['--tool-name', 'use_tool', '--tool-arg', 'tool={"toolbox":"official","server":"memory","tool":"read_graph"}'];
  const result = await inspect('--method', 'tools/call', ...call);
  assert.ok(!result.isError, result.content[0].text);
  assert.deepEqual(JSON.parse(result.content[0].text), { entities: [], relations: [] });
});
