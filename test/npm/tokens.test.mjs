// What the workbench tells a model of tools costs no more than what a host tells it of servers without a workbench.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connect, definitionsOfServer, hostDefinition, isListed } from './lib/definitions.mjs';
import { Playground } from './lib/official_servers.mjs';
import { definitionIn, describeTools, openToolbox, toolsIn } from './lib/toolbox_answers.mjs';

const kServers = ['filesystem', 'memory', 'everything'];

const playground = new Playground();
const definitions = {}; // server -> what can be called of it
let client;
let answer; // of open_toolbox

before(async () => {
  const direct = playground.servers('direct');
  for (const server of kServers) definitions[server] = (await definitionsOfServer(direct[server])).filter(isListed);
  client = await connect(playground.workbench(playground.servers('workbench')));
  answer = await openToolbox(client, 'official');
});

after(async () => {
  await client?.close();
  playground.remove();
});

const namesOf = (tools) => tools.map(({ name }) => name);

describe('the lean answer is never dearer than direct use, tool by tool', () => {
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

  test('nor is it as a whole', () => {
    const direct = kServers.flatMap((server) => definitions[server].map((tool) => hostDefinition.messages(server, tool)));
    const whole = direct.join(',').length;
    assert.ok(answer.length <= whole, `${answer.length} characters in place of ${whole}`);
  });
});

describe('describe_tools gives back every definition whole', () => {
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
