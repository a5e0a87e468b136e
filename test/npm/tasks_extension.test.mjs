// Tasks of the extension of 2026: the official packages' client for tasks, the fixture over HTTP, and the workbench between
// them. And tasks between the eras: the official client of 2025-11-25 with the same fixture, and the client for tasks of the
// extension with the official everything server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  createApplicationInputHandler,
  createTaskSessionFromClient,
  resultFromTaskOutcome,
} from '@modelcontextprotocol/ext-tasks/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { TestFolder } from './lib/official_servers.mjs';
import { WorkbenchOverHttp, fixtureOverHttp } from './lib/over_http.mjs';

const kRevision = '2026-07-28';
const kClientInfo = { name: 'workbench-npm-tests', version: '1' };
const kCapabilities = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };

let server;
let workbench;

before(async () => {
  server = await fixtureOverHttp('modern', '--tasks');
  const only = { description: 'Tasks', mcpServers: { only: { type: 'http', url: server.url } } };
  workbench = await WorkbenchOverHttp.start({ toolMode: 'flat', toolboxes: { only } });
  // The extension is declared when it is known that the server has it.
  const client = await connect();
  await client.listTools();
  await client.close();
});

after(async () => {
  await workbench.stop();
  await server.stop();
});

async function connect({ url } = workbench) {
  const client = new Client(kClientInfo, { capabilities: kCapabilities, versionNegotiation: { mode: { pin: kRevision } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** Sends a request that the package has written, which the client's own codec would refuse. */
const sendTo = (url, sent) => async ({ method, params }) => {
  const request = { jsonrpc: '2.0', id: `task-${sent.length}`, method, params };
  sent.push(request);
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': kRevision,
    'Mcp-Method': method,
    'Mcp-Name': params.name ?? params.taskId,
  };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) });
  if (response.headers.get('content-type') === 'application/json') return response.json();
  const events = [...(await response.text()).matchAll(/^data: (\{.*)$/gm)];
  return events.map(([, data]) => JSON.parse(data)).find(({ id }) => id === request.id);
};

/** Runs `body` with a session that makes tasks of calls, and all that it sends by itself. */
async function withSession(body, { url } = workbench) {
  const sent = [];
  const client = await connect({ url });
  const session = createTaskSessionFromClient(client, {
    endpointId: 'workbench',
    rawDispatch: sendTo(url, sent),
    v2RequestFraming: { protocolVersion: kRevision, clientInfo: kClientInfo, clientCapabilities: kCapabilities },
    onInputRequest: createApplicationInputHandler({
      elicitation: () => ({ action: 'accept', content: { confirm: true, name: 'Ada' } }),
    }),
  });
  try {
    await body(session, sent);
  } finally {
    await session.close();
    await client.close();
  }
}

const textOf = ({ outcome }) => resultFromTaskOutcome(outcome).content[0].text;

test('a call becomes a task and ends with its result', () =>
  withSession(async (session, sent) => {
    const execution = await session.callTool('slow_compute', { seconds: 0.2, label: 'sum' });
    assert.equal(textOf(await execution.settle()), 'sum: done after 0.2 s');
    assert.ok(sent.some(({ method }) => method === 'tasks/get'));
  }));

test('a task asks the client for input', () =>
  withSession(async (session) => {
    const execution = await session.callTool('confirm_delete', { filename: 'a.txt' });
    assert.equal(textOf(await execution.settle()), 'a.txt is deleted');
  }));

test('a task is cancelled', () =>
  withSession(async (session, sent) => {
    const execution = await session.callTool('slow_compute', { seconds: 60 });
    await execution.cancel();
    const { outcome } = await execution.settle();
    assert.equal(outcome.status, 'cancelled');
    assert.ok(sent.some(({ method }) => method === 'tasks/cancel'));
  }));

test('a client that knows of no tasks gets the result of the same call', async () => {
  const client = new Client(kClientInfo, { versionNegotiation: { mode: { pin: kRevision } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(workbench.url)));
  const { content } = await client.callTool({ name: 'failing_job', arguments: {} });
  assert.equal(content[0].text, 'The job has failed.');
  await client.close();
});

/** Runs `body` with an official client of 2025-11-25 that answers what it is asked. */
async function withLegacyClient(body) {
  const client = new LegacyClient(kClientInfo, { capabilities: { elicitation: { form: {} } } });
  const asked = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params);
    return { action: 'accept', content: { confirm: true, name: 'Ada' } };
  });
  await client.connect(new LegacyTransport(new URL(workbench.url)));
  try {
    await client.listTools();
    await body(client, asked);
  } finally {
    await client.close();
  }
}

/** The messages of a call as a task, as the client of 2025-11-25 reports them. */
async function streamOf(client, name, args) {
  const seen = [];
  const call = { name, arguments: args };
  for await (const message of client.experimental.tasks.callToolStream(call, undefined, { task: {} })) seen.push(message);
  return seen;
}

test('a client of 2025-11-25 follows a task of the extension to its end', () =>
  withLegacyClient(async (client) => {
    const seen = await streamOf(client, 'slow_compute', { seconds: 0.2, label: 'sum' });
    assert.equal(seen[0].type, 'taskCreated', JSON.stringify(seen));
    const last = seen.at(-1);
    assert.equal(last.type, 'result', JSON.stringify(last));
    assert.equal(last.result.content[0].text, 'sum: done after 0.2 s');
    const { tasks } = await client.experimental.tasks.listTasks();
    assert.ok(tasks.some(({ taskId, status }) => taskId === seen[0].task.taskId && status === 'completed'));
  }));

test('a task of the extension asks a client of 2025-11-25', () =>
  withLegacyClient(async (client, asked) => {
    const seen = await streamOf(client, 'confirm_delete', { filename: 'a.txt' });
    assert.equal(seen.at(-1).result?.content[0].text, 'a.txt is deleted', JSON.stringify(seen));
    assert.equal(asked.length, 1);
  }));

test('a client of the extension follows a task of 2025-11-25 to its end', async () => {
  const folder = new TestFolder();
  const { everything } = folder.servers('workbench');
  const only = { description: 'Research', mcpServers: { everything } };
  const other = await WorkbenchOverHttp.start({ toolMode: 'flat', toolboxes: { only } });
  try {
    const client = await connect(other);
    await client.listTools();
    await client.close();
    await withSession(async (session, sent) => {
      const execution = await session.callTool('simulate-research-query', { topic: 'python' });
      assert.match(textOf(await execution.settle()), /# Research Report: python/);
      assert.ok(sent.some(({ method }) => method === 'tasks/get'));
    }, other);
  } finally {
    await other.stop();
    folder.remove();
  }
});
