// Whichever process of an npx tree is killed during a call, the call gets the reason, another server answers on, the
// next call starts the tree again, and nothing of the old tree remains.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, test } from 'node:test';
import { TestFolder, throughNpx } from './lib/official_servers.mjs';
import { WorkbenchClient } from './lib/line_client.mjs';
import { marked, newMark, until } from './lib/marked_processes.mjs';

let folder;
let mark;
let workbench;

beforeEach(async () => {
  folder = new TestFolder();
  mark = newMark();
  const steady = folder.servers('steady').memory;
  workbench = new WorkbenchClient(folder.workbench({ everything: throughNpx('everything', mark), steady }));
  await workbench.openOfficial();
});

afterEach(async () => {
  await workbench.close();
  for (const pid of marked(mark)) process.kill(Number(pid), 'SIGKILL');
  folder.remove();
});

const words = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').join(' ');

// What the command line of each process has. npx runs the server in a shell.
const kTree = {
  launcher: /\/launcher --/,
  npx: /^npm exec|\/npx |npx-cli/,
  'the shell': /^sh -c /,
  'the server': /^node .*mcp-server-everything/,
};

for (const [name, pattern] of Object.entries(kTree)) {
  test(`a call gets the reason when ${name} is killed, and nothing of the tree remains`, async () => {
    const call = workbench.useTool(
      'everything',
      'trigger-long-running-operation',
      { duration: 60, steps: 600 },
      { progressToken: 'long' },
    );
    await until(() => workbench.notifications.some((line) => line.includes('"long"')), 'the call has started');
    const tree = marked(mark);
    const victim = tree.find((pid) => pattern.test(words(pid)));
    assert.ok(victim, `not in the tree:\n${tree.map(words).join('\n')}`);
    process.kill(Number(victim), 'SIGKILL');

    const answer = await call;
    assert.match(answer, /\[official\/everything\/trigger-long-running-operation\] Error: /);
    assert.match(answer, /the server (ended|was ended)/);
    assert.match(await workbench.useTool('steady', 'read_graph', {}), /entities/);
    assert.match(await workbench.useTool('everything', 'echo', { message: 'proof' }), /proof/);
    await until(() => tree.every((pid) => !marked(mark).includes(pid)), 'the old tree has ended', 5_000);
  });
}
