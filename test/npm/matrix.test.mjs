// Clients of every revision with servers of every revision, over every transport that each has, with the official libraries
// of both generations. docs/protocol/revisions.md has the result as a table;
// `WORKBENCH_WRITE_MATRIX=1` writes it there.
//
// `WORKBENCH_MATRIX='SERVER/CLIENT' node --test matrix.test.mjs` runs the cells whose names have these parts in them, and
// does not look at the table.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MatrixGroup } from './lib/matrix_group.mjs';
import { impossible, kClients, kServers } from './lib/matrix_kinds.mjs';
import { MatrixTable } from './lib/matrix_table.mjs';
import { schemaSource } from './lib/schema.mjs';
import { kFeatures, kWithout } from './scenarios/features.mjs';

const kPatience = 30_000; // milliseconds for one feature, on a machine that is busy
const [onlyServers = '', onlyClients = ''] = process.env.WORKBENCH_MATRIX?.split('/') ?? [];
const table = new MatrixTable(Object.keys(kFeatures));

console.log(`schemas: ${schemaSource}`);

/** Rejects if that takes too long. */
async function inTime(outcome) {
  const tooLong = new AbortController();
  const late = sleep(kPatience, undefined, { signal: tooLong.signal }).then(() => Promise.reject(new Error('it took too long')));
  try {
    await Promise.race([outcome, late]);
  } finally {
    late.catch(() => {}); // aborted
    tooLong.abort();
  }
}

/** {feature: what went wrong}, empty if everything that is possible works. */
async function failures(client, clientKind, serverKind) {
  const found = {};
  const excused = impossible(clientKind.revision, serverKind.revision);
  for (const [name, check] of Object.entries(kFeatures)) {
    const { side } = excused[name] ?? {};
    const expected = side ? kWithout[name][side] : check;
    try {
      await inTime(expected(client, clientKind, serverKind));
    } catch (error) {
      found[name] = error.message;
    }
    table.record(clientKind.revision, serverKind.revision, name, { side, works: !(name in found) });
  }
  return found;
}

for (const serverKind of kServers.filter(({ name }) => name.includes(onlyServers))) {
  describe(`a ${serverKind.name}`, () => {
    let group;
    before(async () => (group = await MatrixGroup.start(serverKind)));
    after(() => group?.stop());

    describe('has every feature', { concurrency: 4 }, () => {
      for (const clientKind of kClients.filter(({ name }) => name.includes(onlyClients))) {
        test(`with a ${clientKind.name}`, async () => {
          const { client, front } = await group.open(clientKind);
          try {
            assert.deepEqual(await failures(client, clientKind, serverKind), {});
            await client.close();
            group.checkFront(front, clientKind);
          } finally {
            await client.close();
            front.remove();
          }
        });
      }
    });

    test('gets messages that are valid in its revision', () => group.checkBack());
  });
}

test('docs/protocol/revisions.md has the result', { skip: process.env.WORKBENCH_MATRIX !== undefined }, () => {
  if (process.env.WORKBENCH_WRITE_MATRIX) table.write();
  assert.equal(table.inDocument(), table.text());
});
