// Signals that are sent to the launcher alone reach the program, whatever its streams are; those of a terminal reach it once. The
// program is one that prints its signals. This runs without the packages, too: node --test signals.mjs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import './setup.mjs'; // waited for as the other files do: tests that end before those of others begin would end the run

const kLauncher = fileURLToPath(new URL('../../../packaging/npm/launcher/lib/execute.js', import.meta.url));
const kNewNode = fileURLToPath(new URL(`node_modules/node-linux-${process.arch}/bin/node`, import.meta.url));
const kSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];
const kProgram = `
  for (const signal of ${JSON.stringify(kSignals)}) process.on(signal, () => console.log(signal));
  process.stdin.on('end', () => process.exit(0)).resume();
  console.log('ready ' + process.ppid);`;
const kExecute = `require(${JSON.stringify(kLauncher)}).execute(process.execPath, ['-e', ${JSON.stringify(kProgram)}]);`;
const kWithChild = `delete process.execve; ${kExecute}`;

const ways = {
  'replaces its process': [kNewNode, kExecute],
  'starts a child': [process.execPath, kWithChild],
};

/** What the process prints, line by line. */
function linesOf(child) {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => (await lines.next()).value;
}

/** A terminal that is nobody's foreground here: {open, close}. `open` gives a descriptor of it. */
async function otherTerminal() {
  const holder = spawn('script', ['-qec', 'tty; read -r end', '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const path = (await linesOf(holder)()).trim();
  return {
    open: () => openSync(path, constants.O_RDWR | constants.O_NOCTTY),
    close: () => holder.stdin.end('\n'),
  };
}

const terminal = await otherTerminal();
after(() => terminal.close());

for (const [way, [node, statement]] of Object.entries(ways)) {
  for (const [what, openStderr] of [['pipes', () => 'pipe'], ['a terminal for stderr', terminal.open]]) {
    describe(`a launcher that ${way}, with ${what}`, () => {
      for (const signal of kSignals) {
        test(`passes ${signal} on`, { timeout: 60_000 }, async () => {
          const stderr = openStderr();
          // In a group of its own, as a client starts a server that it ends by group.
          const child = spawn(node, ['-e', statement], { stdio: ['pipe', 'pipe', stderr], detached: true });
          if (typeof stderr === 'number') closeSync(stderr);
          const ended = once(child, 'exit');
          const line = linesOf(child);
          assert.match(await line(), /^ready/);
          child.kill(signal);
          assert.equal(await line(), signal);
          child.stdin.end();
          assert.deepEqual(await ended, [0, null]);
        });
      }
    });
  }
}

test('what a terminal sends to its foreground reaches the program once', { timeout: 60_000 }, async () => {
  const env = { ...process.env, NODE: process.execPath, STATEMENT: kWithChild };
  const child = spawn('script', ['-qec', 'exec "$NODE" -e "$STATEMENT"', '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'], env });
  const line = linesOf(child);
  const launcher = Number((await line()).trim().split(' ')[1]);
  child.stdin.write('\x03');
  assert.match(await line(), /SIGINT$/);  // after what the terminal shows of the key
  process.kill(launcher, 'SIGTERM');
  assert.equal((await line()).trim(), 'SIGTERM');
  child.stdin.end('\x04');
  await once(child, 'exit');
});
