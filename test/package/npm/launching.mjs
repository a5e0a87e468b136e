// The launcher between its parent and the program: with a Node that can replace its process, and with one that cannot.
import assert from 'node:assert/strict';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childrenOf, initialize, isRunning, runToEnd, start } from './process.mjs';
import { project } from './setup.mjs';

const newNode = fileURLToPath(new URL(`node_modules/node-linux-${process.arch}/bin/node`, import.meta.url));
const options = { env: project.environment, cwd: project.folder };

/** Options of node that run a statement before the launcher. */
function beforehand(statement) {
  return ['--import', `data:text/javascript,${encodeURIComponent(statement)}`];
}

const ways = {
  'replaces its process': [newNode, []],
  'starts a child': [process.execPath, beforehand('delete process.execve')],
};

for (const [way, [node, before]] of Object.entries(ways)) {
  describe(`a launcher that ${way}`, () => {
    const command = (...args) => [node, [...before, project.launcher, ...args], options];

    /** A program that has answered its first request. */
    async function serving() {
      const program = start(...command('--config', join(project.tree, 'share/mcp-workbench/config-samples/demo.json')));
      program.child.stdin.write(initialize);
      assert.match(await program.line(), /"serverInfo"/);
      return program;
    }

    /** The process that is the program: the launcher's own, or its child. */
    function programOf(pid) {
      return way === 'starts a child' ? childrenOf(pid)[0] : pid;
    }

    test('is the program, or has it as a child', async () => {
      const { child, ended } = await serving();
      assert.equal(readlinkSync(`/proc/${programOf(child.pid)}/exe`), join(project.tree, 'libexec/mcp-workbench'));
      child.stdin.end();
      assert.equal((await ended).code, 0);
    });

    test('prints nothing of its own', async () => {
      const answer = await runToEnd(...command('--version'));
      assert.match(answer.stdout, /^mcp-workbench \d/);
      assert.equal(answer.stderr, '');
    });

    test('ends with the exit code of the program', async () => {
      assert.equal((await runToEnd(...command('--version'))).code, 0);
      assert.equal((await runToEnd(...command('--no-such-option'))).code, 64);
      assert.equal((await runToEnd(...command('--check', '--config', 'missing.json'))).code, 2);
    });

    test('passes arguments unchanged', async () => {
      const answer = await runToEnd(...command('doctor', '--message', "cannot start 'a  b$(c)': it was not found on PATH"));
      assert.match(answer.stdout, /a  b\$\(c\)/);
    });

    test('ends when its standard input does', async () => {
      const { child, ended } = await serving();
      child.stdin.end();
      const end = await ended;
      assert.deepEqual([end.code, end.signal], [0, null]);
    });

    for (const signal of ['SIGTERM', 'SIGINT']) {
      test(`ends the program at ${signal}, and nothing is left`, async () => {
        const { child, ended } = await serving();
        const program = programOf(child.pid);
        child.kill(signal);
        const end = await ended;
        assert.deepEqual([end.code, end.signal], [0, null]);
        assert.ok(!isRunning(program));
      });
    }

    test('ends with the signal that has ended the program', async () => {
      const { child, ended } = await serving();
      process.kill(programOf(child.pid), 'SIGKILL');
      assert.equal((await ended).signal, 'SIGKILL');
    });
  });
}

describe('a launcher without a program', () => {
  async function refusal(statement) {
    const end = await runToEnd(process.execPath, [...beforehand(statement), project.launcher, '--version'], options);
    assert.deepEqual([end.code, end.stdout], [1, '']);
    assert.match(end.stderr, /^[^\n]+\n$/, 'it is not one line');
    return end.stderr;
  }
  const pretend = (what) => `Object.defineProperty(process, ${JSON.stringify(what[0])}, { value: ${JSON.stringify(what[1])} });`;
  const removed = "import m from 'node:module'; const r = m._resolveFilename; m._resolveFilename = (name, ...more) => " +
    "{ if (name.startsWith('@mcp-workbench/')) throw new Error(); return r(name, ...more); };";

  test('names the systems that have one, on another system', async () => {
    assert.match(await refusal(pretend(['platform', 'darwin'])), /there is no build for darwin-.*; use Linux on x64 or arm64/);
    assert.match(await refusal(pretend(['arch', 'riscv64'])), /there is no build for linux-riscv64; use/);
  });

  test('names the C library, on musl', async () => {
    assert.match(await refusal(`${removed} process.report.getReport = () => ({ header: {} });`), /musl.* needs glibc 2\.36 or later; use/);
  });

  test('names the file that cannot be executed', async () => {
    const spoilt = "import fs from 'node:fs'; import cp from 'node:child_process'; const s = cp.spawn; " +
      "cp.spawn = (program, ...more) => s(`${program}-absent`, ...more); delete process.execve;";
    assert.match(await refusal(spoilt), /cannot start '.*tree\/bin\/mcp-workbench': .*ENOENT; install/);
  });
});
