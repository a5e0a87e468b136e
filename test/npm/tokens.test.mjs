// What a model reads of tools through the workbench is no more than what it reads from a host without a workbench.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  connect,
  definitionIn,
  definitionsOfServer,
  describeTools,
  hostDefinition,
  openToolbox,
  toolsIn,
} from './lib/definitions.mjs';
import { TestFolder } from './lib/official_servers.mjs';

const kServers = ['filesystem', 'memory', 'everything'];

const folder = new TestFolder();
const definitions = {}; // server -> what can be called of it
let client;
let answer; // of open_toolbox

before(async () => {
  const direct = folder.servers('direct');
  for (const server of kServers) definitions[server] = await definitionsOfServer(direct[server]);
  client = await connect(folder.workbench(folder.servers('workbench')));
  answer = await openToolbox(client, 'official');
});

after(async () => {
  await client?.close();
  folder.remove();
});

const namesOf = (tools) => tools.map(({ name }) => name);

describe('a tool in the lean answer is never longer than in direct use', () => {
  for (const server of kServers) {
    test(server, () => {
      const listed = toolsIn(answer).filter((tool) => tool.server === server);
      assert.deepEqual(namesOf(listed), namesOf(definitions[server]));
      definitions[server].forEach((definition, i) => {
        const direct = hostDefinition.messages(server, definition);
        assert.ok(listed[i].text.length <= direct.length, `${listed[i].text}\nis longer than\n${direct}`);
      });
    });
  }

  test('nor is the whole answer', () => {
    const direct = kServers.flatMap((server) => definitions[server].map((tool) => hostDefinition.messages(server, tool)));
    const whole = direct.join(',').length;
    assert.ok(answer.length <= whole, `${answer.length} characters in place of ${whole}`);
  });
});

describe('describe_tools returns every definition whole', () => {
  for (const server of kServers) {
    test(`${server}, all tools at once`, async () => {
      const described = toolsIn(await describeTools(client, { toolbox: 'official', server }));
      assert.deepEqual(described.map(definitionIn), definitions[server]);
    });

    test(`${server}, tool by tool`, async () => {
      for (const definition of definitions[server]) {
        const tool = { toolbox: 'official', server, tool: definition.name };
        const described = toolsIn(await describeTools(client, { tools: [tool] }));
        assert.deepEqual(described.map(definitionIn), [definition]);
        assert.equal(described[0].server, server);
      }
    });
  }
});
