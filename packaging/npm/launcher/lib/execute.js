'use strict';
// Replaces this process by a program where Node can do that, and otherwise stands between it and its parent without being noticed.

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const { constants } = require('node:os');

const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];

/** A terminal sends these to all processes in its foreground group, so that the program has them already. */
const sentByTerminals = ['SIGINT', 'SIGQUIT'];

function cannotStart(program, error) {
  return new Error(`cannot start '${program}': ${error.message}; install mcp-workbench again, in a folder from which programs may run`);
}

/**
 * Whether this process is in the foreground group of its terminal, as of now: a shell changes that. Streams do not say it: a client
 * may have given a server its own terminal for stderr alone.
 */
function isInForeground() {
  try {
    const stat = fs.readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');  // from the state on; see proc(5)
    return group === foreground;
  } catch {
    return false;
  }
}

/** Calls the function with each signal that is to be passed on. Returns the function that ends this. */
function catchSignals(passOn) {
  const hasIt = (signal) => sentByTerminals.includes(signal) && isInForeground();
  const handlers = passedOn.map((signal) => [signal, () => { if (!hasIt(signal)) passOn(signal); }]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

/** Ends this process in the way in which the child has ended. */
function endLike(code, signal) {
  if (signal === null) process.exit(code);
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]);  // for a signal that this process ignores
}

/** Signals are caught before the child exists: none can end this process and leave the child. */
function spawnAndWait(program, args) {
  let child;
  const stopCatching = catchSignals((signal) => child.kill(signal));
  child = spawn(program, args, { stdio: 'inherit' });
  child.on('error', (error) => {
    stopCatching();
    process.stderr.write(`mcp-workbench: ${cannotStart(program, error).message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    stopCatching();
    endLike(code, signal);
  });
}

/** Node ends with a stack trace if the kernel refuses the program: so that is tried before. */
function replaceProcess(program, args) {
  try {
    fs.accessSync(program, fs.constants.X_OK);
  } catch (error) {
    throw cannotStart(program, error);
  }
  process.execve(program, [program, ...args], process.env);
}

/**
 * Runs the program with the standard streams of this process, so that its exit code, or the signal that ended it, is this one's.
 * Returns at once if Node cannot replace its process (before 22.15); the program then runs until this process ends.
 * @throws {Error} whose message is one sentence with the remedy, if the program cannot be started
 */
function execute(program, args) {
  if (typeof process.execve === 'function') {
    replaceProcess(program, args);
  } else {
    spawnAndWait(program, args);
  }
}

module.exports = { execute };
