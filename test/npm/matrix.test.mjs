// Every revision of the protocol against every other, with official clients and servers, over every transport: what works
// from end to end. The table in the README is made from the result; `WORKBENCH_WRITE=1 node --test matrix.test.mjs` writes it.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WorkbenchOverHttp, configured, fixtureOverHttp, fixtureOverSse } from './lib/over_http.mjs';
import { PairingClient } from './lib/pairing_clients.mjs';
import { kLatestLegacy, kModern } from './lib/revisions.mjs';
import { kLogLevel } from './lib/scripted_client.mjs';
import { fixture } from './lib/setup.mjs';

const kRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', kLatestLegacy, kModern];
const kTimeout = 20_000; // milliseconds until a feature has failed
const kWatched = 'test://watched-resource';

const eraOf = (revision) => (revision === kModern ? 'modern' : 'legacy');
const textOf = ({ content }) => content[0].text;

// --- what is checked in each cell --------------------------------------------------------------------------------------

let calls = 0; // for names that no other cell uses: a server over HTTP serves all of them

const kFeatures = {
  async tools({ opened }) {
    const { tools } = await opened.client.listTools();
    assert.ok(tools.some(({ name }) => name === 'test_simple_text'));
    assert.equal(textOf(await opened.callTool('test_simple_text')), 'This is a simple text response for testing.');
  },

  async sampling({ opened }) {
    const result = await opened.callTool('test_input_required_result_sampling');
    assert.equal(textOf(result), 'The model: Paris');
  },

  async roots({ opened }) {
    const result = await opened.callTool('test_input_required_result_list_roots');
    assert.equal(textOf(result), 'Roots: file:///srv/work');
  },

  async elicitation({ opened }) {
    const result = await opened.callTool('test_input_required_result_elicitation');
    assert.equal(textOf(result), 'Hello, Ada!');
  },

  async progress({ opened }) {
    const latch = `matrix ${++calls}`;
    const reported = [];
    const onprogress = ({ progress }) => {
      reported.push(progress);
      opened.callTool('release_latch', { latch });
    };
    await opened.callTool('wait_for_latch', { latch }, { onprogress });
    assert.deepEqual(reported, [1]);
  },

  async cancellation({ opened }) {
    const latch = `matrix ${++calls}`;
    const abort = new AbortController();
    const options = { signal: abort.signal, onprogress: () => abort.abort('enough') };
    await assert.rejects(opened.callTool('wait_for_latch', { latch }, options), /enough/);
    assert.equal(textOf(await opened.callTool('cancelled_at_latch', { latch })), JSON.stringify([latch]));
  },

  async subscriptions({ opened, client }) {
    if (eraOf(client) === 'legacy') await opened.client.subscribeResource({ uri: kWatched });
    else await opened.client.listen({ resourceSubscriptions: [kWatched] });
    await opened.callTool('test_trigger_resource_update');
    await opened.until(({ updated }) => updated.includes(kWatched));
  },

  async logging({ opened, client }) {
    const isModern = eraOf(client) === 'modern';
    if (!isModern) await opened.client.setLoggingLevel('info');
    await opened.callTool('test_tool_with_logging', {}, isModern ? { meta: { [kLogLevel]: 'info' } } : {});
    await opened.until(({ logged }) => logged.some(({ level }) => level === 'error'));
    assert.ok(!opened.received.logged.some(({ level }) => level === 'debug'));
  },
};

/** The specification has elicitation since 2025-06-18: an older side can neither ask nor answer. */
const isPossible = (feature, ...revisions) =>
  feature !== 'elicitation' || revisions.every((revision) => revision >= '2025-06-18');

// --- the cells ---------------------------------------------------------------------------------------------------------

/** How servers of a revision are reached. HTTP+SSE is the transport of 2024-11-05. */
const kServerTransports = {
  stdio: async (revision) => ({ entry: fixture(eraOf(revision), '--revision', revision) }),
  http: async (revision) => ofProgram(await fixtureOverHttp(eraOf(revision), '--revision', revision)),
  sse: async (revision) => ofProgram(await fixtureOverSse('--revision', revision)),
};
const ofProgram = (program) => ({ entry: { type: 'http', url: program.url }, stop: () => program.stop() });

/** The official clients that speak a revision. */
const waysOf = (revision) => {
  if (revision === kModern) return ['v2 pinned'];
  return revision === kLatestLegacy ? ['v1', 'v2 legacy'] : ['v1'];
};

const worked = new Map(); // `client server` -> the features that worked, in every way and over every transport
const failed = [];

function record(client, server, feature, works) {
  const key = `${client} ${server}`;
  if (!worked.has(key)) worked.set(key, new Set(Object.keys(kFeatures).filter((one) => isPossible(one, client, server))));
  if (works) return;
  worked.get(key).delete(feature);
  failed.push(`${key} ${feature}`);
}

function testCell({ client, server, way, reach }) {
  test(`${way} client of ${client}`, async (t) => {
    const options = eraOf(client) === 'legacy' ? { revision: client } : {};
    const opened = await PairingClient.open(way, reach(), options);
    try {
      for (const [feature, check] of Object.entries(kFeatures)) {
        if (!isPossible(feature, client, server)) continue;
        await t.test(feature, { timeout: kTimeout }, async () => {
          let works = false;
          try {
            await check({ opened, client });
            works = true;
          } finally {
            record(client, server, feature, works);
          }
        });
      }
    } finally {
      await opened.close();
    }
  });
}

for (const [transport, serve] of Object.entries(kServerTransports)) {
  for (const server of kRevisions) {
    if (transport === 'sse' && server !== kRevisions[0]) continue;
    describe(`a server of ${server} over ${transport}`, () => {
      let served, workbench, program;
      before(async () => {
        served = await serve(server);
        const only = { description: 'One server', mcpServers: { only: { ...served.entry, protocol: server } } };
        const file = { toolMode: 'flat', toolboxes: { only } };
        workbench = await WorkbenchOverHttp.start(file);
        program = configured(file);
      });
      after(async () => {
        await workbench?.stop();
        program?.remove();
        await served?.stop?.();
      });
      for (const client of kRevisions) {
        for (const way of waysOf(client)) {
          describe('over stdio', () => testCell({ client, server, way, reach: () => program }));
          describe('over HTTP', () => testCell({ client, server, way, reach: () => ({ url: workbench.url }) }));
        }
      }
    });
  }
}

// --- the table -----------------------------------------------------------------------------------------------------------

const kReadme = fileURLToPath(new URL('../../README.md', import.meta.url));
const kTable = /(<!-- matrix -->\n)[^]*?(<!-- end of matrix -->)/;

function cellOf(client, server) {
  const features = worked.get(`${client} ${server}`) ?? new Set();
  const missing = Object.keys(kFeatures).filter((feature) => !features.has(feature));
  if (missing.length === 0) return 'everything';
  return missing.length === Object.keys(kFeatures).length ? 'nothing' : `all but ${missing.join(', ')}`;
}

function table() {
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const rows = kRevisions.map((client) => row([`client of ${client}`, ...kRevisions.map((server) => cellOf(client, server))]));
  return [row(['', ...kRevisions.map((server) => `server of ${server}`)]), `|${'---|'.repeat(6)}`, ...rows, ''].join('\n');
}

test('the table in the README says what works', () => {
  assert.deepEqual(failed, []);
  const readme = readFileSync(kReadme, 'utf8');
  const expected = readme.replace(kTable, (whole, begin, end) => `${begin}${table()}${end}`);
  if (process.env.WORKBENCH_WRITE) writeFileSync(kReadme, expected);
  else assert.equal(readme, expected);
});
