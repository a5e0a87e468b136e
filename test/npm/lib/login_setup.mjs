// A workbench with servers that demand a login, and what a person does on its command line.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { WorkbenchOverHttp } from './over_http.mjs';
import { kTestSettings, workbenchProgram } from './official_servers.mjs';
import { PairingClient } from './pairing_clients.mjs';

/** A client without a way to open a URL for its user. */
export const kWithoutUrls = { elicitation: { form: {} } };

const textOf = ({ content }) => content.map(({ text: one }) => one).join('\n');

/** The sessions that have opened the toolbox. */
const withToolbox = new WeakSet();

/** What the workbench answers to a call of a tool of `server`: the tool's text, or why it was not called. */
export async function use(client, tool, server = 'protected') {
  if (client.era === 'legacy' && !withToolbox.has(client)) {
    const opened = await client.callTool('open_toolbox', { toolbox_name: 'only' });
    if (opened.isError) return textOf(opened);
    withToolbox.add(client);
  }
  return textOf(await client.callTool('use_tool', { tool: { toolbox: 'only', server, tool } }));
}

export class LoginSetup {
  folder = mkdtempSync(path.join(tmpdir(), 'workbench-login-'));
  state = path.join(this.folder, 'state');
  /** Further variables of its environment. */
  variables = {};
  #stops = [];

  /** `mcpServers` are the entries of the toolbox `only`; `more`: further members of the toolboxes file. */
  constructor(mcpServers, more = {}) {
    this.toolboxes = { toolboxes: { only: { description: 'Servers', mcpServers } }, ...more };
    this.config = path.join(this.folder, 'toolboxes.json');
    writeFileSync(this.config, JSON.stringify(this.toolboxes, null, 2));
  }

  get env() {
    return { XDG_STATE_HOME: this.state, ...this.variables };
  }

  /** How to start the workbench. */
  program(...settings) {
    const set = settings.flatMap((setting) => ['-D', setting]);
    return { command: workbenchProgram(), args: ['--config', this.config, ...kTestSettings, ...set], env: this.env };
  }

  /** A client of a workbench of its own over stdio, or of the one at `to`. Options as those of PairingClient. */
  async open(way, options, to = this.program()) {
    const client = await PairingClient.open(way, to, options);
    this.#stops.unshift(() => client.close());
    return client;
  }

  /** A workbench over HTTP. */
  async listen(options, settings) {
    const workbench = await WorkbenchOverHttp.start(this.toolboxes, this.env, options, settings);
    this.#stops.unshift(() => workbench.stop());
    return workbench;
  }

  /**
   * `mcp-workbench login SERVER --no-browser`. `visit` gets the URL that it prints; what `pasted` makes of the page that
   * `visit` returns is written to its stdin. Returns {code, output, page}.
   */
  async logIn(server, visit, pasted) {
    const login = this.#run('login', server, '--no-browser');
    const url = await Promise.race([login.url, login.ended]);
    if (typeof url !== 'string') return url;
    try {
      const page = await visit(url);
      if (pasted) login.process.stdin.write(`${pasted(page)}\n`);
      return { ...(await login.ended), page };
    } catch (error) {
      login.process.kill('SIGKILL');
      throw error;
    }
  }

  logOut(server) {
    return this.#run('logout', server).ended;
  }

  /** The files of the store, [{name, mode, text}]. */
  stored() {
    const root = path.join(this.state, 'mcp-workbench');
    if (!existsSync(root)) return [];
    const names = readdirSync(root, { recursive: true }).map((name) => path.join(root, name));
    const files = names.filter((name) => statSync(name).isFile());
    return files.map((name) => ({ name, mode: statSync(name).mode & 0o777, text: readFileSync(name, 'utf8') }));
  }

  async remove() {
    for (const stop of this.#stops) await stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(...command) {
    const { command: program, args, env } = this.program();
    const run = spawn(program, [...command, ...args], { env: { ...process.env, ...env }, stdio: 'pipe' });
    const exited = new Promise((resolve) => run.once('close', resolve));
    let seen = '';
    const url = new Promise((resolve) => {
      run.stdout.on('data', (data) => {
        seen += data;
        const [, found] = /(https?:\/\/\S+)\s/.exec(seen) ?? [];
        if (found) resolve(found);
      });
    });
    const errors = text(run.stderr);
    const ended = exited.then(async (code) => ({ code, output: seen + (await errors) }));
    return { process: run, url, ended };
  }
}
