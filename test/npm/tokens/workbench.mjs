// The workbench with the servers of the benchmark, each in a toolbox of its own with the name of the server; and tables.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '../lib/definitions.mjs';
import { kTestSettings, workbenchProgram } from '../lib/official_servers.mjs';

/** The name of a client that shows results of any length, and of which nothing else is known. */
export const kUnlimitedClient = 'token-benchmark';

/** Runs `body` with a folder, and removes it afterwards. */
export async function withScratch(body) {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-tokens-'));
  try {
    return await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A folder for what the servers write. */
export function homeIn(scratch) {
  const home = path.join(scratch, 'home');
  mkdirSync(home);
  return home;
}

// The first start of a server may take long while others start.
const kPatience = ['-D', 'limits.openPatience=2m', '-D', 'limits.listPatience=2m'];

/**
 * Runs `body` with a client of the workbench. `detail` is that of all toolboxes, or undefined for the default; `name`
 * is the name of the client. `cache`, if there is one, is the folder in which the workbench keeps what servers listed,
 * for the next workbench with that folder; `autoOpen` lets calls open toolboxes.
 */
export async function withWorkbench(scratch, servers, { detail, name, cache, autoOpen = false }, body) {
  const toolboxes = servers.map((server) => [
    server.name,
    { description: server.about, ...(detail && { detail }), mcpServers: { [server.name]: server.entry } },
  ]);
  const file = path.join(scratch, `${detail ?? 'default'}.json`);
  const hosts = { [kUnlimitedClient]: { maxResultBytes: 1_000_000_000 } };
  writeFileSync(file, JSON.stringify({ autoOpen, hosts, toolboxes: Object.fromEntries(toolboxes) }, null, 2));
  const args = ['--config', file, '-D', 'log.level=error', ...kPatience, ...(cache ? [] : kTestSettings)];
  const env = cache ? { XDG_CACHE_HOME: cache } : {};
  const client = await connect({ command: workbenchProgram(), args, env, stderr: 'inherit' }, name);
  try {
    return await body(client);
  } finally {
    await client.close();
  }
}

const shown = (cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell);

/** `columns` are the headings; the first is aligned to the left, the others to the right. */
export function markdownTable(columns, rows) {
  const line = (cells) => `| ${cells.map(shown).join(' | ')} |`;
  const rule = columns.map((_, i) => (i === 0 ? '---' : '---:'));
  return [line(columns), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}
