// The workbench in flat mode between clients and servers of both eras: nobody need know in which era the other is.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { WorkbenchStage } from './lib/stage.mjs';
import { kScenarios } from './scenarios/all.mjs';
import { between } from './scenarios/between.mjs';

const kStages = [
  { way: 'v2 auto', client: 'modern', server: 'modern' },
  { way: 'v2 auto', client: 'modern', server: 'legacy' },
  { way: 'v1', client: 'legacy', server: 'modern' },
  { way: 'v1', client: 'legacy', server: 'legacy' },
  { way: 'v2 legacy', client: 'legacy', server: 'modern' },
];

/** `WORKBENCH_PAIRINGS=ML,LM node --test pairings.test.mjs` plays these alone. */
const only = process.env.WORKBENCH_PAIRINGS?.split(',');

for (const cast of kStages) {
  const stage = new WorkbenchStage(cast);
  if (only && !only.includes(stage.pairing)) {
    stage.remove();
    continue;
  }
  describe(stage.name, () => {
    after(() => stage.remove());
    for (const [name, scenario] of Object.entries({ ...kScenarios, between })) describe(name, () => scenario(stage));

    test('we broke the schema of no revision', () => assert.deepEqual(stage.faults(), []));
  });
}
