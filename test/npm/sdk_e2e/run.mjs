// Runs the end-to-end tests of the official TypeScript SDK with a workbench between their clients and servers:
//
//   WORKBENCH_PROGRAM=... node run.mjs [--direct] [--names PATTERN] [--errors] [--logs FOLDER] CHECKOUT [FILTER...]
//
// CHECKOUT  the SDK's repository, which whoever runs this has fetched and installed (checkout.mjs says how)
// FILTER    names of scenarios, as vitest takes them; default: all that connect a client and a server with wire()
// --direct  without the workbench: shows which tests pass anyway
// --names   runs the tests whose names match alone
// --errors  shows why each test fails
// --logs    keeps the log of each test's workbench in this folder; WORKBENCH_LOG_LEVEL is its level
//
// The exit code is 0 if exactly the tests fail that expected-failures.json names. Nothing in CHECKOUT is changed. Tests that
// connect in other ways are run and not counted.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { Checkout } from './checkout.mjs';
import { Expectations } from './expectations.mjs';
import { substitution } from './substitution.mjs';

const kUsage =
  'usage: node run.mjs [--direct] [--names PATTERN] [--errors] [--logs FOLDER] CHECKOUT [FILTER...]';
const kExpected = fileURLToPath(new URL('expected-failures.json', import.meta.url));
const kShown = 12; // lines of an error

const why = (test) => (test.result().errors ?? []).map(({ stack, message }) => stack ?? message).join('\n');

/** Shows each failure when it happens. */
const reporter = (showsErrors) => ({
  onTestCaseResult(test) {
    if (test.result().state !== 'failed') return;
    console.log(`failed: ${test.fullName}`);
    if (showsErrors) console.log(why(test).split('\n').slice(0, kShown).join('\n'));
  },
});

/** The tests that connected with wire(): [{name, passed}]. */
async function runTests(checkout, filters, { names, errors }) {
  const { startVitest } = await checkout.vitest();
  process.chdir(checkout.suite); // as when the SDK's own developers run it
  const options = { watch: false, cache: false, reporters: [reporter(errors)], testNamePattern: names };
  const plugins = [substitution(checkout.suite)];
  const vitest = await startVitest('test', filters, { ...options, root: checkout.suite }, { plugins });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const found = tests
    .filter((test) => test.meta().isWired)
    .map((test) => ({ name: test.fullName, passed: test.result().state === 'passed' }));
  await vitest.close();
  return found;
}

function report(found, differences, kinds) {
  const failed = found.filter(({ passed }) => !passed).length;
  console.log(`\n${found.length} tests, ${found.length - failed} pass, ${failed} fail`);
  for (const [kind, count] of Object.entries(kinds)) if (count > 0) console.log(`  expected, ${kind}: ${count}`);
  for (const line of differences) console.log(`  ${line}`);
}

async function run() {
  const { values, positionals } = parseArgs({
    options: {
      direct: { type: 'boolean' },
      names: { type: 'string' },
      errors: { type: 'boolean' },
      logs: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [folder, ...filters] = positionals;
  if (!folder) throw new Error(kUsage);
  if (!values.direct && !process.env.WORKBENCH_PROGRAM) {
    throw new Error('WORKBENCH_PROGRAM must name the mcp-workbench to test');
  }
  const checkout = new Checkout(folder);
  const other = checkout.otherRevision();
  if (other) console.log(`warning: the checkout has ${other}; other tests may fail`);

  // Inherited by the processes of vitest, in which wire.mjs runs.
  if (values.direct) process.env.SDK_E2E_DIRECT = '1';
  else process.env.WORKBENCH_PROGRAM = path.resolve(process.env.WORKBENCH_PROGRAM);
  if (values.logs) mkdirSync((process.env.SDK_E2E_LOGS = path.resolve(values.logs)), { recursive: true });

  const isWhole = filters.length === 0 && !values.names;
  const found = await runTests(checkout, filters.length > 0 ? filters : checkout.scenarios(), values);
  const failures = found.filter(({ passed }) => !passed);
  const { kinds, differences } = values.direct
    ? { kinds: {}, differences: failures.map(({ name }) => `fails without the workbench: ${name}`) }
    : new Expectations(kExpected).compare(found, isWhole);
  report(found, differences, kinds);
  return found.length > 0 && differences.length === 0;
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
