// Flat mode beyond the pairings: lists of many pages, and older revisions.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { promptDefinitions } from './fixture/prompts.mjs';
import { kTemplate, resourceDefinitions } from './fixture/resources.mjs';
import { toolDefinitions } from './fixture/tools.mjs';
import { WorkbenchSetup, fixture } from './lib/setup.mjs';

const kOlder = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const kPlainTools = [
  'test_simple_text',
  'test_image_content',
  'test_audio_content',
  'test_embedded_resource',
  'test_multiple_content_types',
  'test_error_handling',
  'test_structured_content',
];

/** Runs `body` with what `open` opens, checks all messages, and removes the setup. */
async function runWith(setup, open, body) {
  let opened;
  try {
    opened = await open();
    await body(opened);
    assert.deepEqual(setup.faults(), []);
  } finally {
    await opened?.close();
    setup.remove();
  }
}

for (const [way, client] of [['v1', 'legacy'], ['v2 pinned', 'modern']]) {
  for (const server of ['legacy', 'modern']) {
    test(`a ${client} client is shown every page of a ${server} server`, () => {
      const setup = new WorkbenchSetup({ way, client, server, backend: fixture(server, '--page-size', '2') });
      return runWith(setup, () => setup.open(), async ({ client: official }) => {
        assert.deepEqual((await official.listTools()).tools, toolDefinitions());
        assert.deepEqual((await official.listPrompts()).prompts, promptDefinitions());
        assert.deepEqual((await official.listResources()).resources, resourceDefinitions());
        assert.deepEqual((await official.listResourceTemplates()).resourceTemplates, [kTemplate]);
      });
    });
  }
}

for (const server of ['legacy', 'modern']) {
  describe(`a ${server} server`, () => {
    for (const revision of kOlder) {
      test(`is served to a client of ${revision} with members that it has`, () => {
        const setup = new WorkbenchSetup({ way: 'v1', client: 'legacy', server });
        return runWith(setup, async () => setup.openScripted(), async (client) => {
          assert.equal((await client.initialize({}, revision)).protocolVersion, revision);
          const { result } = await client.request({ method: 'tools/list', params: {} });
          assert.equal(result.tools.length, toolDefinitions().length);
          for (const name of kPlainTools) {
            const response = await client.request({ method: 'tools/call', params: { name } });
            assert.ok(response.result.content.length > 0, name);
          }
        });
      });
    }
  });
}

for (const revision of kOlder) {
  test(`a server of ${revision} is used`, () => {
    const backend = fixture('legacy', '--revision', revision);
    const setup = new WorkbenchSetup({ way: 'v2 pinned', client: 'modern', server: 'legacy', backend });
    return runWith(setup, () => setup.open(), async (client) => {
      assert.equal((await client.callTool('test_x_mcp_header', { region: 'eu' })).content[0].text, 'Region: eu');
      const initialized = setup.back.by('server').find(({ result }) => result?.protocolVersion);
      assert.equal(initialized.result.protocolVersion, revision);
    });
  });
}
