// The workbench in flat mode between clients and servers of both eras.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { WorkbenchSetup } from './lib/setup.mjs';
import { kScenarios } from './scenarios/all.mjs';
import { intermediary } from './scenarios/intermediary.mjs';

const kSetups = [
  { way: 'v2 auto', client: 'modern', server: 'modern' },
  { way: 'v2 auto', client: 'modern', server: 'legacy' },
  { way: 'v1', client: 'legacy', server: 'modern' },
  { way: 'v1', client: 'legacy', server: 'legacy' },
  { way: 'v2 legacy', client: 'legacy', server: 'modern' },
];

/** `WORKBENCH_PAIRINGS=ML,LM node --test pairings.test.mjs` runs these alone. */
const only = process.env.WORKBENCH_PAIRINGS?.split(',');

for (const options of kSetups) {
  const setup = new WorkbenchSetup(options);
  if (only && !only.includes(setup.pairing)) {
    setup.remove();
    continue;
  }
  describe(setup.name, () => {
    after(() => setup.remove());
    for (const [name, scenario] of Object.entries({ ...kScenarios, intermediary })) describe(name, () => scenario(setup));

    test('every message of the workbench is valid in the schema of its revision', () => assert.deepEqual(setup.faults(), []));
  });
}
