// Processes with their output, their end, and the process that they have started.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';

/** The first request of a client over stdio. */
export const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},' +
  '"clientInfo":{"name":"check","version":"1"}}}\n';

/** Runs a command until it ends. `input` undefined: the standard input is at its end. */
export async function runToEnd(command, args, options = {}) {
  const process = start(command, args, options);
  process.child.stdin.end(options.input);
  return process.ended;
}

/**
 * Starts a command, with pipes for its streams. `ended` has its exit code, the signal that ended it, and its output, when every process
 * that has its streams has ended;
 * `line()` is the next line of its standard output.
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: 'pipe' });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  child.stdin.on('error', () => {});  // it may end without reading
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }));
  async function line() {
    while (!output.stdout.includes('\n')) {
      await Promise.race([once(child.stdout, 'data'), ended.then((end) => { throw new Error(`it ended: ${JSON.stringify(end)}`); })]);
    }
    return output.stdout.split('\n')[0];
  }
  return { child, ended, line };
}

/** The processes that this one has started and that still run. */
export function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

export function isRunning(pid) {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
