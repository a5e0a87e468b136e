// However the workbench ends, nothing that it started stays behind: npx, its shell and its node included.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Playground, throughNpx } from './lib/official_servers.mjs';
import { marked, newMark, until } from './lib/processes.mjs';
import { WorkbenchClient } from './lib/workbench_client.mjs';

let playground;
let mark;
let workbench;

/** A workbench with a tree of npx under it, in the middle of a call. */
beforeEach(async () => {
  playground = new Playground();
  mark = newMark();
  workbench = new WorkbenchClient(playground.workbench({ everything: throughNpx('everything', mark) }));
  await workbench.openOfficial();

  const kLongCall = ['everything', 'trigger-long-running-operation', { duration: 60, steps: 600 }];
  workbench.useTool(...kLongCall, { progressToken: 'long' }).catch(() => {}); // ends with the workbench
  await until(() => workbench.notifications.some((line) => line.includes('"long"')), 'the call has begun');
  assert.ok(marked(mark).length >= 2, 'npx and the server run');
});

afterEach(() => {
  for (const pid of marked(mark)) process.kill(Number(pid), 'SIGKILL');
  playground.remove();
});

test('nothing is left when the workbench is killed', async () => {
  workbench.process.kill('SIGKILL');
  await workbench.ended;
  await until(() => marked(mark).length === 0, 'all processes are gone', 5_000);
});

test('nothing is left when the workbench is asked to end', async () => {
  workbench.process.kill('SIGTERM');
  await workbench.ended;
  assert.deepEqual(marked(mark), []);
});

test('nothing is left when the client goes away', async () => {
  await workbench.close();
  assert.deepEqual(marked(mark), []);
});
