// Runs the official conformance suite.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { kHere } from '../lib/official_servers.mjs';

const kSuite = path.join(kHere, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

// What the suite found counts by its own letter where it scores, and likewise where it does not score yet. A warning counts
// as a failure.

const kFailures = ['FAILURE', 'WARNING'];
const failedOf = ({ checks }) => checks.filter(({ status }) => kFailures.includes(status));
const passedOf = ({ checks }) => checks.filter(({ status }) => status === 'SUCCESS');
const count = (found, pick) => found.reduce((all, one) => all + pick(one).length, 0);

/** The entries of an expected-failures file, `scenario` or `scenario:check`; each must say why, on its line. */
function readExpected(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => /^\s*-/.test(line)).map((line) => {
    const [, entry] = /^\s*-\s*(\S+)\s+# .{10}/.exec(line) ?? [];
    if (!entry) throw new Error(`${file}: '${line.trim()}' does not say why it is expected`);
    return entry;
  });
}

/**
 * Prints what was found, [{scenario, checks}], and whether that is every failure in `expected` and no other. True if
 * it is.
 */
function evaluate(title, found, expected = []) {
  const unexpected = found.length === 0 ? ['nothing was checked'] : [];
  const met = new Set();
  for (const { scenario, checks } of found) {
    for (const { id, errorMessage, description } of failedOf({ checks })) {
      const entry = [scenario, `${scenario}:${id}`].find((one) => expected.includes(one));
      if (entry) met.add(entry);
      else unexpected.push(`${scenario}:${id}: ${errorMessage ?? description}`);
    }
    if (checks.length === 0) unexpected.push(`${scenario}: nothing was checked`);
  }
  const whole = found.filter((one) => failedOf(one).length === 0).length;
  const stale = expected.filter((entry) => !met.has(entry));
  console.log(
    `${title}: ${whole} of ${found.length} scenarios pass, ${met.size} failures are expected ` +
      `(checks: ${count(found, passedOf)} pass, ${count(found, failedOf)} fail)`,
  );
  const silent = found.filter(({ checks }) => checks.every(({ status }) => status === 'INFO' || status === 'SKIPPED'));
  for (const { scenario } of silent) console.log(`  found nothing to check: ${scenario}`);
  for (const line of unexpected) console.log(`  unexpected: ${line}`);
  for (const entry of stale) console.log(`  passes although a failure is expected: ${entry}`);
  return unexpected.length === 0 && stale.length === 0;
}

// Running the suite.

const kMaxShown = 4000; // characters of the suite's output, from its end

async function runSuite(args) {
  const suite = spawn(process.execPath, [kSuite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => suite.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(suite.stdout), text(suite.stderr)]);
  return { code: await ended, output: stdout + stderr };
}

/** The checks of each scenario, from folders such as server-ping-2026-11-21T07-41-47-123Z. */
function readChecks(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => path.basename(file) === 'checks.json');
  return files.map((file) => ({
    scenario: path.dirname(file).replace(/-\d{4}-\d{2}-\d{2}T.*$/, ''),
    checks: JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
  }));
}

/** {code, output, found}: the suite's exit code, its output, and its checks. */
async function runInFolder(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-conformance-'));
  try {
    return { ...(await runSuite([...args, '-o', folder])), found: readChecks(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportExit({ code, output }) {
  if (code !== 0) console.log(`  the suite exited with ${code}; the end of its output:\n${output.slice(-kMaxShown)}`);
  return code === 0;
}

/** A server's scenario has the name of its folder, but for a prefix. */
const serverScenario = ({ scenario, checks }) => ({ scenario: scenario.replace(/^server-/, ''), checks });

const expecting = (file) => (file ? ['--expected-failures', file] : []);
const expectedIn = (file) => (file ? readExpected(file) : []);

/** Those of the extension for tasks, which no revision requires. */
const isOfTasks = ({ scenario }) => scenario.startsWith('tasks-');

/**
 * Checks everything that `revision` requires of the server at `url`, and the extension if it `hasTasks`. True if all of it
 * is as expected, both for the suite, which has its own score, and here, where every check counts.
 */
export async function testServer(title, { url, hasTasks = false }, revision, expectedFile) {
  const run = await runInFolder(['server', '--url', url, '--requirements', revision, ...expecting(expectedFile)]);
  const found = run.found.map(serverScenario).filter((one) => hasTasks || !isOfTasks(one));
  const isExpected = evaluate(title, found, expectedIn(expectedFile));
  return reportExit(run) && isExpected;
}

/** Runs each of `scenarios` by itself, `atOnce` of them at a time. What is found is in their order. */
async function runEach(scenarios, args, atOnce = 1) {
  const runs = [];
  const left = [...scenarios.entries()];
  const runOthers = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, scenario] = next;
      runs[index] = await runInFolder([...args, '--scenario', scenario]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runOthers));
  const found = runs.flatMap((run, index) =>
    run.found.length === 0 ? [{ scenario: scenarios[index], checks: [] }] : run.found,
  );
  return { found, isInOrder: runs.map(reportExit).every((isGood) => isGood) };
}

/** As testServer, for a few scenarios. */
export async function testServerScenarios(title, url, revision, scenarios, expectedFile) {
  const args = ['server', '--url', url, '--spec-version', revision, ...expecting(expectedFile)];
  const { found, isInOrder } = await runEach(scenarios, args);
  return evaluate(title, found.map(serverScenario), expectedIn(expectedFile)) && isInOrder;
}

/**
 * Runs scenarios in which the suite is the server, with a client that `command` starts with the server's URL; those of
 * extensions, too, which belong to no revision. `atOnce`: how many at a time.
 */
export async function testClient(title, command, revision, scenarios, atOnce = 1) {
  const args = ['client', '--command', command, '--spec-version', revision, '--force'];
  const { found, isInOrder } = await runEach(scenarios, args, atOnce);
  return evaluate(title, found) && isInOrder;
}
