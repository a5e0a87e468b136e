// However the workbench ends, no process of a server remains: neither npx nor its shell nor its node.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { TestFolder, throughNpx } from './lib/official_servers.mjs';
import { WorkbenchClient } from './lib/line_client.mjs';
import { marked, newMark, until } from './lib/marked_processes.mjs';

let folder;
let mark;
let workbench;

/** A workbench with a process tree of npx, during a call. */
beforeEach(async () => {
  folder = new TestFolder();
  mark = newMark();
  workbench = new WorkbenchClient(folder.workbench({ everything: throughNpx('everything', mark) }));
  await workbench.openOfficial();

  const kLongCall = ['everything', 'trigger-long-running-operation', { duration: 60, steps: 600 }];
  workbench.useTool(...kLongCall, { progressToken: 'long' }).catch(() => {}); // ends with the workbench
  await until(() => workbench.notifications.some((line) => line.includes('"long"')), 'the call has started');
  assert.ok(marked(mark).length >= 2, 'npx and the server run');
});

afterEach(() => {
  for (const pid of marked(mark)) process.kill(Number(pid), 'SIGKILL');
  folder.remove();
});

test('no process remains when the workbench is killed', async () => {
  workbench.process.kill('SIGKILL');
  await workbench.ended;
  await until(() => marked(mark).length === 0, 'all processes have ended', 5_000);
});

test('no process remains when the workbench is terminated', async () => {
  workbench.process.kill('SIGTERM');
  await workbench.ended;
  assert.deepEqual(marked(mark), []);
});

test('no process remains when the client closes the workbench', async () => {
  await workbench.close();
  assert.deepEqual(marked(mark), []);
});
