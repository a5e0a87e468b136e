// Public servers, each confined in a workbench of its own.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { childrenBelow, isFiltered, isRunning } from './filtered_processes.mjs';
import { until } from './marked_processes.mjs';
import { kTestSettings, workbenchProgram } from './official_servers.mjs';

const kServers = fileURLToPath(new URL('../servers/', import.meta.url));
export const kCertificates = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'https_proxy', 'HTTPS_PROXY'];
const run = promisify(execFile);

const parsed = (...parts) => JSON.parse(readFileSync(path.join(kServers, ...parts), 'utf8'));

/** What servers.json says: name -> {package, args, env, sandbox, npx, call}. */
export const kPublicServers = parsed('servers.json');

const kVersions = parsed('package.json').devDependencies;

export const versionOf = (server) => kVersions[server.package];

/** The program of an installed package, run by the node that runs us. */
function commandOf(server) {
  const { bin } = parsed('node_modules', server.package, 'package.json');
  const script = typeof bin === 'string' ? bin : Object.values(bin)[0];
  return { command: process.execPath, args: [path.join(kServers, 'node_modules', server.package, script)] };
}

/** Downloaded by npx. */
const npxOf = (server) => ({ command: 'npx', args: ['-y', `${server.package}@${versionOf(server)}`] });

/** The entry of a toolboxes file; the server works in the folder `work`. */
function entryOf(server, work) {
  const { command, args } = server.npx ? npxOf(server) : commandOf(server);
  const env = Object.entries(server.env ?? {}).map(([name, value]) => [name, value.replace('${cwd}', work)]);
  return {
    command,
    args: [...args, ...(server.args ?? [])],
    env: Object.fromEntries(env),
    cwd: work,
    ...(server.sandbox && { sandbox: server.sandbox }),
  };
}

/** The same without a confinement and a folder of its own; `home` is where it may write. */
export function unconfinedEntry(server, home) {
  const { sandbox, cwd, ...entry } = entryOf(server, home);
  return entry;
}

/** npm knows its registry without a file in the home folder. */
export async function variablesOfNpm() {
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  return { npm_config_registry: stdout.trim() };
}

/** Ends a process and waits until it is gone. */
async function ended(pid) {
  process.kill(pid, 'SIGTERM');
  await until(() => !isRunning(pid), `end of process ${pid}`);
}

/** The machine of a new user: an empty home folder, and a workbench that confines all servers and has one. */
export class ConfinedServer {
  #folder = mkdtempSync(path.join(tmpdir(), 'confined-'));
  #workbench; // the process that clients share
  #client = new Client({ name: 'workbench-npm-tests', version: '1' });

  constructor(server) {
    const [home, work, sockets] = ['home', 'work', 'run'].map((name) => path.join(this.#folder, name));
    for (const folder of [home, work, sockets]) mkdirSync(folder, { mode: 0o700 });
    const config = path.join(this.#folder, 'toolboxes.json');
    const toolboxes = { public: { description: 'A server', mcpServers: { s: entryOf(server, work) } } };
    writeFileSync(config, JSON.stringify({ sandbox: 'required', toolboxes }, null, 2));
    this.options = ['-D', `workbench.toolboxes=${config}`, ...kTestSettings];
    this.environment = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: sockets };
    for (const name of kCertificates) if (process.env[name]) this.environment[name] = process.env[name];
  }

  /** What the meta-tool answers that opens the toolbox. */
  async open() {
    Object.assign(this.environment, await variablesOfNpm());
    const command = { command: workbenchProgram(), args: ['--join', ...this.options], env: this.environment };
    await this.#client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));
    return this.#use('open_toolbox', { toolbox_name: 'public' });
  }

  /** The result of a tool, as text. */
  call({ tool, arguments: args }) {
    return this.#use('use_tool', { tool: { toolbox: 'public', server: 's', tool }, arguments: args });
  }

  /** {state, denied, notEnforced}, as `mcp-workbench ps` has it. */
  async confinement() {
    return (await this.#status()).confinement;
  }

  /** What of the server is not confined: what `ps` says, and each process without a filter or with a way out of it. */
  async notConfined() {
    const { confinement, pid } = await this.#status();
    const free = childrenBelow(pid).filter((child) => !isFiltered(child));
    return confinement.state === 'confined' ? free : [confinement, ...free];
  }

  async remove() {
    await this.#client.close();
    if (this.#workbench) await ended(this.#workbench);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #status() {
    const { stdout } = await run(workbenchProgram(), ['ps', '--json', ...this.options], { env: this.environment });
    const { pid, servers } = JSON.parse(stdout);
    this.#workbench = pid;
    return servers[0];
  }

  async #use(name, args) {
    const options = { timeout: 150_000 };
    const result = await this.#client.callTool({ name, arguments: args }, undefined, options);
    const text = result.content.map((part) => part.text ?? '').join('\n');
    if (result.isError) throw new Error(text);
    return text;
  }
}
