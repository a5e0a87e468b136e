// Tasks of 2025-11-25: the official client and the official everything server, whose research tool runs as a task only, with
// the workbench between them.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { TestFolder, workbenchProgram } from './lib/official_servers.mjs';
import { PairingClient } from './lib/pairing_clients.mjs';

const kTool = 'simulate-research-query';
const kRelatedTask = 'io.modelcontextprotocol/related-task';

/** Runs `body` with how to start a workbench whose cache is its own. */
async function withProgram(toolMode, body) {
  const servers = new TestFolder();
  const folder = mkdtempSync(path.join(tmpdir(), 'workbench-tasks-'));
  const config = path.join(folder, 'toolboxes.json');
  const { everything } = servers.servers('workbench');
  const toolboxes = { only: { description: 'Research', mcpServers: { everything } } };
  writeFileSync(config, JSON.stringify({ toolMode, toolboxes }));
  try {
    const args = ['--config', config, '-D', 'limits.listPatience=2m'];
    await body({ command: workbenchProgram(), args, env: { ...process.env, XDG_CACHE_HOME: folder } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    servers.remove();
  }
}

/** Runs `body` with an official client that answers what it is asked. */
async function withClient(program, body) {
  const client = new Client({ name: 'npm-tests', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  const asked = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params);
    const [choice] = params.requestedSchema.properties.interpretation.oneOf;
    return { action: 'accept', content: { interpretation: choice.const } };
  });
  await client.connect(new StdioClientTransport(program));
  try {
    await body(client, asked);
  } finally {
    await client.close();
  }
}

/** What is known of the server from an earlier session is declared from the start. */
const learnOfTheServer = (program) => withClient(program, (client) => client.listTools());

test('a client follows a task to its end, and is asked in its course', () =>
  withProgram('flat', async (program) => {
    await learnOfTheServer(program);
    await withClient(program, async (client, asked) => {
      assert.deepEqual(client.getServerCapabilities().tasks, { list: {}, cancel: {}, requests: { tools: { call: {} } } });
      const { tools } = await client.listTools();
      assert.deepEqual(tools.find(({ name }) => name === kTool).execution, { taskSupport: 'optional' });
      const seen = [];
      const call = { name: kTool, arguments: { topic: 'python', ambiguous: true } };
      for await (const message of client.experimental.tasks.callToolStream(call, undefined, { task: {} })) {
        seen.push(message);
      }
      const [created] = seen;
      assert.equal(created.type, 'taskCreated');
      const last = seen.at(-1);
      assert.equal(last.type, 'result', JSON.stringify(last));
      assert.match(last.result.content[0].text, /# Research Report: python/);
      assert.deepEqual(last.result._meta[kRelatedTask], { taskId: created.task.taskId });
      assert.equal(asked.length, 1);
      assert.deepEqual(asked[0]._meta[kRelatedTask], { taskId: created.task.taskId });
      const { tasks } = await client.experimental.tasks.listTasks();
      assert.deepEqual(tasks.map(({ taskId }) => taskId), [created.task.taskId]);
    });
  }));

test('a client cancels a task', () =>
  withProgram('flat', async (program) => {
    await learnOfTheServer(program);
    await withClient(program, async (client) => {
      await client.listTools();
      const call = { name: kTool, arguments: { topic: 'python' } };
      for await (const { type, task } of client.experimental.tasks.callToolStream(call, undefined, { task: {} })) {
        if (type !== 'taskCreated') continue;
        assert.equal((await client.experimental.tasks.cancelTask(task.taskId)).status, 'cancelled');
        assert.equal((await client.experimental.tasks.getTask(task.taskId)).status, 'cancelled');
        break;
      }
    });
  }));

for (const way of ['v1', 'v2 legacy', 'v2 pinned']) {
  test(`a ${way} client that knows of no tasks calls a tool that runs as a task only`, () =>
    withProgram('flat', async (program) => {
      const opened = await PairingClient.open(way, program);
      try {
        await opened.client.listTools();
        const { content } = await opened.callTool(kTool, { topic: 'python' });
        assert.match(content[0].text, /# Research Report: python/);
      } finally {
        await opened.close();
      }
    }));
}

test('a client calls such a tool with use_tool', () =>
  withProgram('proxy', async (program) => {
    const opened = await PairingClient.open('v1', program);
    try {
      await opened.callTool('open_toolbox', { toolbox_name: 'only' });
      const tool = { toolbox: 'only', server: 'everything', tool: kTool };
      const { content } = await opened.callTool('use_tool', { tool, arguments: { topic: 'python' } });
      assert.match(content[0].text, /# Research Report: python/);
    } finally {
      await opened.close();
    }
  }));
