// A shared workbench of a user of its own, its agents, and the address of its console.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { kTestSettings, workbenchProgram } from './official_servers.mjs';
import { Listening } from './over_http.mjs';
import { PairingClient } from './pairing_clients.mjs';

const kServer = fileURLToPath(new URL('../fixture/operated_server.mjs', import.meta.url));

export class SharedConsole {
  /** `toolboxes(entry)` gives the file; entry(name, further) is a server whose folder is `folderOf(name)`. */
  static async start(toolboxes, settings = []) {
    const started = new SharedConsole();
    started.folder = mkdtempSync(path.join(tmpdir(), 'workbench-console-'));
    started.config = path.join(started.folder, 'toolboxes.json');
    started.settings = [...kTestSettings, ...settings.flatMap((setting) => ['-D', setting])];
    started.env = { HOME: started.folder, XDG_RUNTIME_DIR: path.join(started.folder, 'run') };
    mkdirSync(started.env.XDG_RUNTIME_DIR, { mode: 0o700 });
    const entry = (name, further = {}) => {
      mkdirSync(started.folderOf(name), { recursive: true });
      return { command: process.execPath, args: [kServer, started.folderOf(name)], ...further };
    };
    writeFileSync(started.config, JSON.stringify(toolboxes(entry), null, 2));
    await started.run();
    return started;
  }

  /** Starts the shared workbench, again after stop(). */
  async run() {
    this.program = await Listening.start(
      { command: workbenchProgram(), args: ['--shared', ...this.#configured()], env: this.env },
      /serves clients of the listener local with (\S+)/,
    );
  }

  /** What decides how a server behaves; see operated_server.mjs. */
  folderOf(server) {
    return path.join(this.folder, 'servers', server);
  }

  write(server, file, text) {
    writeFileSync(path.join(this.folderOf(server), file), text);
  }

  /** The output of a command of the workbench. */
  async command(...words) {
    const options = { env: { ...process.env, ...this.env }, timeout: 60_000 };
    const { stdout } = await promisify(execFile)(workbenchProgram(), [...words, ...this.#configured()], options);
    return stdout;
  }

  /** The address of the console with a code that counts once. */
  async address() {
    return (await this.command('open', '--print')).trim().split(/\s+/).find((word) => word.startsWith('http'));
  }

  /** An agent that uses the workbench. */
  async agent(options = {}) {
    const transport = { command: workbenchProgram(), args: ['--join', ...this.#configured()], env: this.env };
    return PairingClient.open('v1', transport, options);
  }

  stop() {
    return this.program.stop();
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #configured() {
    return ['--config', this.config, ...this.settings];
  }
}

/** A call of a tool as an agent makes it. */
export const use = (agent, server, tool, args = {}) =>
  agent.callTool('use_tool', { tool: { toolbox: 'dev', server, tool }, arguments: args });
