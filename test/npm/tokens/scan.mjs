// What the scanner finds in the texts of public servers, as `doctor` shows it.
// `WORKBENCH_PROGRAM=.../mcp-workbench node tokens/scan.mjs [SERVER...]`; `./bootstrap tokens` installs them and does it.
// Exits with 1 if there is a critical finding, a warning at more than 2 % of the tools, or a server that does not start; with
// 77 if the servers are not installed.

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { kTestSettings, workbenchProgram } from '../lib/official_servers.mjs';
import { homeIn, withScratch } from './workbench.mjs';

const kMaxWarned = 0.02; // of the tools
const kNotInstalled = 77;
const kHere = fileURLToPath(new URL('.', import.meta.url));

/** The report of `doctor --json` about all servers together. */
function doctor(scratch, servers) {
  const file = path.join(scratch, 'servers.json');
  const mcpServers = Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
  writeFileSync(file, JSON.stringify({ toolboxes: { all: { description: 'Public servers.', mcpServers } } }));
  const args = ['doctor', '--json', '--config', file, '-D', 'limits.serverStart=5m', ...kTestSettings];
  const { stdout, stderr } = spawnSync(workbenchProgram(), args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (!stdout) throw new Error(`doctor: ${stderr}`);
  return JSON.parse(stdout);
}

const itemOf = ({ server, kind, name }) => `${server}, ${kind} ${name ?? ''}`;

function check({ servers, textFindings }) {
  const tools = servers.reduce((total, { tools }) => total + (tools ?? 0), 0);
  const items = (severity) => new Set(textFindings.filter((one) => one.severity === severity).map(itemOf));
  for (const one of textFindings) console.log(`${one.severity} ${one.rule}: ${itemOf(one)}: ${one.where}: ${one.seen}`);
  const [critical, warned] = [items('critical'), items('warn')];
  const share = warned.size / tools;
  console.log(`${servers.length} servers, ${tools} tools: ${critical.size} items with critical findings, ` +
    `${warned.size} with warnings (${(share * 100).toFixed(1)} %)`);
  const silent = servers.filter(({ tools }) => !tools).map(({ server }) => server);
  if (silent.length) console.error(`FAULT: no tools of ${silent.join(', ')}`);
  return tools > 0 && !silent.length && critical.size === 0 && share <= kMaxWarned;
}

if (!existsSync(path.join(kHere, 'node_modules', '.package-lock.json'))) {
  console.error('The servers are not installed: ./bootstrap tokens');
  process.exit(kNotInstalled);
}
const { benchmarkServers } = await import('./servers.mjs');
await withScratch((scratch) => {
  if (!check(doctor(scratch, benchmarkServers(homeIn(scratch), process.argv.slice(2))))) process.exitCode = 1;
});
