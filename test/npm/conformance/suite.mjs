// Runs the official conformance suite.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { kHere } from '../lib/official_servers.mjs';
import { judge, readExpected } from './judge.mjs';

const kSuite = path.join(kHere, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

const kTold = 4000; // characters of the suite's output, from its end

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

/** {code, output, found}: as the suite ended, what it said and what it checked. */
async function inFolder(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-conformance-'));
  try {
    return { ...(await runSuite([...args, '-o', folder])), found: readChecks(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tell({ code, output }) {
  if (code !== 0) console.log(`  the suite ended with ${code}; it said at last:\n${output.slice(-kTold)}`);
  return code === 0;
}

/** A server's scenario has the name of its folder, but for a prefix. */
const serverScenario = ({ scenario, checks }) => ({ scenario: scenario.replace(/^server-/, ''), checks });

const expecting = (file) => (file ? ['--expected-failures', file] : []);
const expectedIn = (file) => (file ? readExpected(file) : []);

/**
 * Asks all that `revision` requires of the server at `url`. Whether all of it is as expected, to the suite, which
 * looks at what it scores, and to us, who look at everything.
 */
export async function testServer(title, url, revision, expectedFile) {
  const run = await inFolder(['server', '--url', url, '--requirements', revision, ...expecting(expectedFile)]);
  const isExpected = judge(title, run.found.map(serverScenario), expectedIn(expectedFile));
  return tell(run) && isExpected;
}

/** Runs each of `scenarios` by itself. */
async function inTurn(scenarios, args) {
  const found = [];
  let isInOrder = true;
  for (const scenario of scenarios) {
    const run = await inFolder([...args, '--scenario', scenario]);
    isInOrder = tell(run) && isInOrder;
    found.push(...run.found);
  }
  return { found, isInOrder };
}

/** As testServer, for a few scenarios. */
export async function testServerScenarios(title, url, revision, scenarios, expectedFile) {
  const args = ['server', '--url', url, '--spec-version', revision, ...expecting(expectedFile)];
  const { found, isInOrder } = await inTurn(scenarios, args);
  return judge(title, found.map(serverScenario), expectedIn(expectedFile)) && isInOrder;
}

/** Has the suite play the server in some scenarios, to a client that `command` starts with the server's URL. */
export async function testClient(title, command, revision, scenarios) {
  const args = ['client', '--command', command, '--spec-version', revision];
  const { found, isInOrder } = await inTurn(scenarios, args);
  return judge(title, found) && isInOrder;
}
