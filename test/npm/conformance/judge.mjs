// Judges what the conformance suite found: by the letter of the suite where it scores, and likewise where it does not
// score yet. A warning counts as a failure.

import { readFileSync } from 'node:fs';

/** Scenarios of an extension that neither the workbench nor the fixture offers; no revision requires them. */
const isOfExtension = ({ scenario }) => scenario.startsWith('tasks-');

const kFailures = ['FAILURE', 'WARNING'];
const failedOf = ({ checks }) => checks.filter(({ status }) => kFailures.includes(status));
const passedOf = ({ checks }) => checks.filter(({ status }) => status === 'SUCCESS');
const count = (found, pick) => found.reduce((all, one) => all + pick(one).length, 0);

/** The entries of an expected-failures file, `scenario` or `scenario:check`; each must say why, on its line. */
export function readExpected(file) {
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
export function judge(title, found, expected = []) {
  const judged = found.filter((one) => !isOfExtension(one));
  const unexpected = judged.length === 0 ? ['nothing was checked'] : [];
  const met = new Set();
  for (const { scenario, checks } of judged) {
    for (const { id, errorMessage, description } of failedOf({ checks })) {
      const entry = [scenario, `${scenario}:${id}`].find((one) => expected.includes(one));
      if (entry) met.add(entry);
      else unexpected.push(`${scenario}:${id}: ${errorMessage ?? description}`);
    }
    if (checks.length === 0) unexpected.push(`${scenario}: nothing was checked`);
  }
  const whole = judged.filter((one) => failedOf(one).length === 0).length;
  const stale = expected.filter((entry) => !met.has(entry));
  console.log(
    `${title}: ${whole} of ${judged.length} scenarios pass, ${met.size} failures are expected ` +
      `(checks: ${count(judged, passedOf)} pass, ${count(judged, failedOf)} fail)`,
  );
  const silent = judged.filter(({ checks }) => checks.every(({ status }) => status === 'INFO' || status === 'SKIPPED'));
  for (const { scenario } of silent) console.log(`  found nothing to check: ${scenario}`);
  for (const line of unexpected) console.log(`  unexpected: ${line}`);
  for (const entry of stale) console.log(`  passes, and is expected to fail: ${entry}`);
  return unexpected.length === 0 && stale.length === 0;
}
