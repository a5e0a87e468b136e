// "content": "native": what a person uses is shown natively in proxy mode, while the tools stay behind the meta-tools.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptDefinitions } from './fixture/prompts.mjs';
import { kTemplate, resourceDefinitions } from './fixture/resources.mjs';
import { TestFolder } from './lib/official_servers.mjs';
import { WorkbenchSetup } from './lib/setup.mjs';

const kMetaTools = ['open_toolbox', 'use_tool', 'describe_tools'];

/** Runs `body` with an official client of a workbench in proxy mode, then checks all messages. */
async function runInProxyMode(setting, body) {
  const setup = new WorkbenchSetup({ mode: 'proxy', content: 'native', ...setting });
  let opened;
  try {
    opened = await setup.open();
    await body(opened);
    assert.deepEqual(setup.faults(), []);
  } finally {
    await opened?.close();
    setup.remove();
  }
}

const openToolbox = (on) => on.callTool('open_toolbox', { toolbox_name: 'only' });
const useTool = (on, tool, args) =>
  on.callTool('use_tool', { tool: { toolbox: 'only', server: 'only', tool }, arguments: args });

for (const server of ['legacy', 'modern']) {
  for (const way of ['v1', 'v2 legacy']) {
    test(`a ${way} client is notified of the content of a ${server} server when its toolbox opens`, () =>
      runInProxyMode({ way, client: 'legacy', server }, async (opened) => {
        const { client } = opened;
        assert.deepEqual((await client.listPrompts()).prompts, []);
        await openToolbox(opened);
        await opened.until(({ changed }) => changed.includes('prompts') && changed.includes('resources'));
        assert.deepEqual((await client.listPrompts()).prompts, promptDefinitions());
        assert.deepEqual((await client.listResources()).resources, resourceDefinitions());
        assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, [kTemplate]);
        assert.deepEqual((await client.listTools()).tools.map(({ name }) => name), kMetaTools);
      }));
  }

  for (const [way, client] of [['v1', 'legacy'], ['v2 pinned', 'modern']]) {
    test(`a ${client} client uses the content of a ${server} server`, () =>
      runInProxyMode({ way, client, server }, async (opened) => {
        const official = opened.client;
        if (client === 'modern') {
          assert.deepEqual((await official.listPrompts()).prompts, promptDefinitions());
          assert.deepEqual((await official.listTools()).tools.map(({ name }) => name), kMetaTools);
        }
        const prompt = await official.getPrompt({ name: 'test_simple_prompt' });
        assert.equal(prompt.messages[0].content.text, 'This is a simple prompt for testing.');
        const [{ uri }] = resourceDefinitions();
        assert.equal((await official.readResource({ uri })).contents[0].uri, uri);
        const { completion } = await official.complete({
          ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
          argument: { name: 'arg1', value: 'par' },
        });
        assert.ok(Array.isArray(completion.values));
      }));
  }
}

for (const [way, client] of [['v1', 'legacy'], ['v2 pinned', 'modern']]) {
  test(`a ${client} client reads the resource links in the result of a tool`, () => {
    const folder = new TestFolder();
    const { everything } = folder.servers('workbench');
    return runInProxyMode({ way, client, server: 'legacy', backend: everything }, async (opened) => {
      await openToolbox(opened);
      const result = await useTool(opened, 'get-resource-links', { count: 4 });
      const links = result.content.filter(({ type }) => type === 'resource_link');
      assert.equal(links.length, 4);
      for (const { uri, mimeType } of links) {
        const { contents } = await opened.client.readResource({ uri });
        assert.deepEqual(contents.map((content) => [content.uri, content.mimeType]), [[uri, mimeType]]);
      }
    }).finally(() => folder.remove());
  });
}
