// Client and server without a workbench: what the other tests can expect of the fixture, the clients and the schema check.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DirectSetup } from './lib/setup.mjs';
import { kScenarios } from './scenarios/all.mjs';

const kSetups = [
  { way: 'v1', client: 'legacy', server: 'legacy', fixtureEra: 'legacy' },
  { way: 'v2 legacy', client: 'legacy', server: 'legacy', fixtureEra: 'both' },
  { way: 'v2 auto', client: 'legacy', server: 'legacy', fixtureEra: 'legacy' },
  { way: 'v2 auto', client: 'modern', server: 'modern', fixtureEra: 'both' },
  { way: 'v2 pinned', client: 'modern', server: 'modern', fixtureEra: 'modern' },
];

for (const options of kSetups) {
  const setup = new DirectSetup(options);
  describe(setup.name, () => {
    after(() => setup.remove());
    for (const [name, scenario] of Object.entries(kScenarios)) describe(name, () => scenario(setup));

    test('every message is valid in the schema of its revision', () => assert.deepEqual(setup.faults(), []));
  });
}
