// The workbench and the fixture, each over HTTP.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fixture } from './fixture.mjs';
import { kTestSettings, workbenchProgram } from './official_servers.mjs';

const kTimeout = 30_000; // milliseconds until a missing URL is a failure

/** A program that serves over HTTP until it is terminated, and writes its URL to stderr. */
export class Listening {
  /** The last lines of the program's stderr. */
  log = [];

  /** Starts {command, args, env, cwd}; `announcement` has the URL as its first group. */
  static async start({ command, args, env, cwd }, announcement) {
    const started = new Listening();
    const options = { env: { ...process.env, ...env }, cwd, stdio: ['ignore', 'ignore', 'pipe'] };
    started.process = spawn(command, args, options);
    started.ended = new Promise((resolve) => started.process.once('close', resolve));
    started.url = await started.#listen(announcement);
    return started;
  }

  /** Terminates the program. Returns its exit code. */
  async stop() {
    this.process.kill('SIGTERM');
    return this.ended;
  }

  #listen(announcement) {
    return new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${why}; on stderr:\n${this.log.join('\n')}`));
      const late = setTimeout(() => {
        this.process.kill('SIGKILL');
        fail('it wrote no URL');
      }, kTimeout);
      this.process.once('error', reject);
      this.ended.then((code) => fail(`it ended with ${code}`)).finally(() => clearTimeout(late));
      createInterface({ input: this.process.stderr }).on('line', (line) => {
        this.log = [...this.log.slice(-200), line];
        const url = announcement.exec(line)?.[1];
        if (!url) return;
        clearTimeout(late);
        resolve(url);
      });
    });
  }
}

/** The fixture of an era, at a URL; `args` as for server.mjs. */
export const fixtureOverHttp = (era, ...args) =>
  Listening.start(fixture(era, '--http', '0', ...args), /^fixture: listening on (http:\S+)$/);

/** The toolboxes file of the demo, and the environment that names its server. */
export function demonstration() {
  const file = new URL('../../../config-samples/demo.json', import.meta.url);
  const server = path.join(path.dirname(workbenchProgram()), 'mcp-workbench-demo-server');
  return { file: JSON.parse(readFileSync(file)), env: { WORKBENCH_DEMO_SERVER: server } };
}

/** How to start a workbench with this toolboxes file, and how to remove the file. */
export function configured(toolboxes) {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-http-'));
  const config = path.join(folder, 'toolboxes.json');
  writeFileSync(config, JSON.stringify(toolboxes, null, 2));
  return {
    command: workbenchProgram(),
    args: ['--config', config, ...kTestSettings],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The workbench with its HTTP listener alone. */
export class WorkbenchOverHttp {
  /** `toolboxes` is the whole file, `options` are those of the listener, `settings` are further ones, as `KEY=VALUE`. */
  static async start(toolboxes, env = {}, options = {}, settings = []) {
    const { command, args, remove } = configured(toolboxes);
    const set = Object.entries({ port: 0, ...options }).map(([name, value]) => `listener.http.${name}=${value}`);
    const listener = ['listeners=http', ...set, ...settings].flatMap((setting) => ['-D', setting]);
    const started = new WorkbenchOverHttp();
    started.remove = remove;
    started.program = await Listening.start(
      { command, args: [...args, ...listener], env },
      /\[listener 'http'\] listening on (https?:\S+)/,
    );
    started.url = started.program.url;
    return started;
  }

  /** The last lines of its log. */
  get log() {
    return this.program.log;
  }

  /** Its exit code. */
  async stop() {
    const code = await this.program.stop();
    this.remove();
    return code;
  }
}
