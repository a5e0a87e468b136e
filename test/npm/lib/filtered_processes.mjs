// Processes, and whether the kernel filters their calls.

import { readFileSync, readdirSync } from 'node:fs';

/** `/proc/PID/NAME`; empty: the process has ended. */
function procFile(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

const statusOf = (pid, field) => Number(procFile(pid, 'status').match(new RegExp(`^${field}:\\s*(\\d+)`, 'm'))?.[1] ?? 0);

/** The ids of all processes below `pid`. */
export function childrenBelow(pid) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.map(Number).filter((one) => statusOf(one, 'PPid') === pid);
  return children.flatMap((one) => [one, ...childrenBelow(one)]);
}

/** Whether a process has not ended. */
export function isRunning(pid) {
  const state = procFile(pid, 'status').match(/^State:\s*(\w)/m)?.[1];
  return state !== undefined && state !== 'Z';
}

/** Whether a process has a filter that we do not have, and can gain no rights; true if it has ended. */
export function isFiltered(pid) {
  const isGone = procFile(pid, 'status') === '';
  const hasMore = statusOf(pid, 'Seccomp_filters') > statusOf('self', 'Seccomp_filters');
  return isGone || (hasMore && statusOf(pid, 'NoNewPrivs') === 1);
}
