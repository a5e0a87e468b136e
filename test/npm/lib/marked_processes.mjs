// Processes are found by a mark in their environment, which children inherit.

import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export function newMark() {
  return { WORKBENCH_TEST_MARK: `mark-${process.pid}-${Date.now()}` };
}

/** The ids of all processes with the mark. A process that ended and was not waited for has no environment. */
export function marked(mark) {
  const variable = `WORKBENCH_TEST_MARK=${mark.WORKBENCH_TEST_MARK}\0`;
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(variable);
    } catch {
      return false; // it has ended, or belongs to another user
    }
  });
}

/** Waits for a condition that has no event. */
export async function until(condition, what, milliseconds = 10_000) {
  const deadline = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`not within the time limit: ${what}`);
    await pause(20);
  }
}
