// Finds processes by a mark in their environment, which children inherit wherever they move in the process tree.

import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export function newMark() {
  return { WORKBENCH_TEST_MARK: `mark-${process.pid}-${Date.now()}` };
}

/** The ids of all processes that carry the mark, those that are dead and not yet waited for excepted. */
export function marked(mark) {
  const wanted = `WORKBENCH_TEST_MARK=${mark.WORKBENCH_TEST_MARK}\0`;
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(wanted);
    } catch {
      return false; // gone, or not ours
    }
  });
}

/** Waits for what has no event to wait for. */
export async function until(condition, what, milliseconds = 10_000) {
  const deadline = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await pause(20);
  }
}
