// The lock of public servers of npm has no false alarm: they are locked on one day in one folder, and compared in another
// folder and on another day. Nor has the scanner, in the texts that are locked.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { kCertificates, kPublicServers, unconfinedEntry, variablesOfNpm } from './lib/confined_server.mjs';
import { kTestSettings, workbenchProgram } from './lib/official_servers.mjs';

/** A date without a time shows on another day only. */
const kWriting = ['--other-folder', '--other-day'];

/** A user with an empty home, all public servers, and the folder of a project. */
class Machine {
  #folder = mkdtempSync(path.join(tmpdir(), 'locked-'));

  constructor() {
    this.home = path.join(this.#folder, 'home');
    this.project = path.join(this.#folder, 'project');
    for (const folder of [this.home, this.project]) mkdirSync(folder);
    const servers = Object.entries(kPublicServers).map(([name, server]) => [name, unconfinedEntry(server, this.home)]);
    const toolboxes = { public: { description: 'Servers', mcpServers: Object.fromEntries(servers) } };
    this.config = path.join(this.project, 'toolboxes.json');
    writeFileSync(this.config, JSON.stringify({ toolboxes }, null, 2));
  }

  /** {code, output, errors} of `mcp-workbench lock` in the folder of the project. */
  async lock(...options) {
    const environment = { PATH: process.env.PATH, HOME: this.home, ...(await variablesOfNpm()) };
    for (const name of kCertificates) if (process.env[name]) environment[name] = process.env[name];
    const words = ['lock', ...options, '--config', this.config, ...kTestSettings];
    return new Promise((resolve) => {
      const options = { cwd: this.project, env: environment, maxBuffer: 2 ** 28 };
      execFile(workbenchProgram(), words, options, (failed, output, errors) =>
        resolve({ code: failed ? failed.code : 0, output, errors }),
      );
    });
  }

  get lockFile() {
    return readFileSync(path.join(this.project, 'workbench.lock'), 'utf8');
  }

  /** {code, output} of the scanner over the tools and instructions in the lock file. */
  async scan() {
    const servers = Object.entries(JSON.parse(this.lockFile).servers).map(([server, { tools, instructions }]) => ({
      server,
      instructions: instructions?.definition,
      tools: Object.values(tools ?? {}).map(({ definition }) => definition),
    }));
    const file = path.join(this.project, 'tools.json');
    writeFileSync(file, JSON.stringify({ servers }));
    return new Promise((resolve) => {
      execFile(process.env.SCAN_TOOLS, [file], { maxBuffer: 2 ** 28 }, (failed, output, errors) =>
        resolve({ code: failed ? failed.code : 0, output: output + errors }),
      );
    });
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

describe('The lock of public servers', { timeout: 1_700_000 }, () => {
  let machine;
  let written;

  before(async () => {
    machine = new Machine();
    written = await machine.lock(...kWriting);
  });
  after(() => machine.remove());

  test('has all of them', () => {
    assert.equal(written.code, 0, written.output + written.errors);
    const servers = Object.keys(JSON.parse(machine.lockFile).servers);
    assert.ok(servers.length >= 30);
    assert.equal(servers.length, Object.keys(kPublicServers).length);
  });

  test('is the same when it is written again', async () => {
    const first = machine.lockFile;
    const again = await machine.lock(...kWriting);
    assert.equal(again.code, 0, again.output + again.errors);
    assert.equal(machine.lockFile, first);
  });

  test('has no critical finding of the scanner, and few warnings', async () => {
    const { code, output } = await machine.scan();
    assert.equal(code, 0, output);
    const [, items] = output.match(/^(\d+) items: 0 critical/m) ?? assert.fail(output);
    assert.ok(Number(items) > 300, output);
  });

  for (const options of [[], ['--other-day', '--other-folder']]) {
    test(`has no false alarm with ${options.join(' ') || 'the same folder'}`, async () => {
      const { code, output, errors } = await machine.lock('--check', '--json', ...options);
      const { servers } = JSON.parse(output);
      assert.deepEqual(servers.filter(({ state }) => state !== 'same'), [], errors);
      assert.equal(code, 0);
    });
  }
});
