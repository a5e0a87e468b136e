// The workbench and the fixture, each over HTTP.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Listening } from './listening.mjs';
import { workbenchProgram } from './official_servers.mjs';
import { fixture } from './stage.mjs';

/** The fixture of an era, at a URL. */
export const fixtureOverHttp = (era) =>
  Listening.start(fixture(era, '--http', '0'), /^fixture: listening on (http:\S+)$/);

/** The toolboxes of the demonstration, and the environment in which they find their server. */
export function demonstration() {
  const file = new URL('../../../config-samples/demo.json', import.meta.url);
  const server = path.join(path.dirname(workbenchProgram()), 'mcp-workbench-demo-server');
  return { file: JSON.parse(readFileSync(file)), env: { WORKBENCH_DEMO_SERVER: server } };
}

/** How to start a workbench with these toolboxes, given as the whole of the file; and how to clear away after it. */
export function configured(toolboxes) {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-http-'));
  const config = path.join(folder, 'toolboxes.json');
  writeFileSync(config, JSON.stringify(toolboxes, null, 2));
  return {
    command: workbenchProgram(),
    args: ['--config', config],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The workbench with its HTTP listener and no other. */
export class WorkbenchOverHttp {
  /** `toolboxes` is the whole of the file, `options` are those of the listener. */
  static async start(toolboxes, env = {}, options = {}) {
    const { command, args, remove } = configured(toolboxes);
    const set = Object.entries({ port: 0, ...options }).map(([name, value]) => `listener.http.${name}=${value}`);
    const door = ['listeners=http', ...set].flatMap((setting) => ['-D', setting]);
    const started = new WorkbenchOverHttp();
    started.remove = remove;
    started.program = await Listening.start(
      { command, args: [...args, ...door], env },
      /\[listener 'http'\] listening on (https?:\S+)/,
    );
    started.url = started.program.url;
    return started;
  }

  /** The last lines of its log. */
  get log() {
    return this.program.said;
  }

  /** Its exit code. */
  async stop() {
    const code = await this.program.stop();
    this.remove();
    return code;
  }
}
