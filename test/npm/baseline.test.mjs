// Client and server without a workbench: what the other tests may expect of the fixture, the clients and the judge.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DirectStage } from './lib/stage.mjs';
import { kScenarios } from './scenarios/all.mjs';

const kStages = [
  { way: 'v1', client: 'legacy', server: 'legacy', fixtureEra: 'legacy' },
  { way: 'v2 legacy', client: 'legacy', server: 'legacy', fixtureEra: 'both' },
  { way: 'v2 auto', client: 'legacy', server: 'legacy', fixtureEra: 'legacy' },
  { way: 'v2 auto', client: 'modern', server: 'modern', fixtureEra: 'both' },
  { way: 'v2 pinned', client: 'modern', server: 'modern', fixtureEra: 'modern' },
];

for (const cast of kStages) {
  const stage = new DirectStage(cast);
  describe(stage.name, () => {
    after(() => stage.remove());
    for (const [name, scenario] of Object.entries(kScenarios)) describe(name, () => scenario(stage));

    test('no message broke the schema of its revision', () => assert.deepEqual(stage.faults(), []));
  });
}
