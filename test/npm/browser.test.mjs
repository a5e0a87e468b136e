// A page on the web must not reach the tools of the user who opens it.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { ForeignPage, kReboundName } from './lib/foreign_page.mjs';
import { WorkbenchOverHttp } from './lib/over_http.mjs';
import { fixture } from './lib/setup.mjs';

const kToolboxes = {
  toolMode: 'flat',
  toolboxes: { only: { description: 'One server', mcpServers: { only: fixture('both') } } },
};

const kMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'page', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const kHeaders = { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2026-07-28' };

const message = (method, params) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: kMeta } });

/** A call with an effect: afterwards the fixture lists one more tool. */
const kCall = message('tools/call', { name: 'test_trigger_tool_change', arguments: {} });
const kCallHeaders = { ...kHeaders, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'test_trigger_tool_change' };
const kList = message('tools/list', {});
const kListHeaders = { ...kHeaders, 'Mcp-Method': 'tools/list' };

/** The attempts of a script, as the text of the page. */
const attempts = (url, open) => `{
  control: () => fetch('${open}').then((r) => r.text()),
  read: () => fetch('${url}').then((r) => r.text()),
  simplePost: () => fetch('${url}', { method: 'POST', body: ${JSON.stringify(kCall)} }).then((r) => r.text()),
  preflighted: () => fetch('${url}', {
    method: 'POST', headers: ${JSON.stringify(kCallHeaders)}, body: ${JSON.stringify(kCall)},
  }).then((r) => r.text()),
  withoutCors: () => fetch('${url}', {
    method: 'POST', mode: 'no-cors', body: ${JSON.stringify(kCall)},
  }).then(({ type, status }) => ({ type, status })),
  remove: () => fetch('${url}', { method: 'DELETE', headers: { 'Mcp-Session-Id': 'x' } }).then((r) => r.status),
  beacon: async () => navigator.sendBeacon('${url}', ${JSON.stringify(kCall)}),
  events: () => new Promise((resolve, reject) => {
    const source = new EventSource('${url}');
    source.onopen = () => resolve('open');
    source.onerror = () => { source.close(); reject(new Error('refused')); };
  }),
}`;

const kUnreadable = ['read', 'simplePost', 'preflighted', 'remove', 'events'];

let workbench;
let page;

before(async () => {
  workbench = await WorkbenchOverHttp.start(kToolboxes);
  page = await ForeignPage.open();
});

after(async () => {
  page?.close();
  await workbench?.stop();
});

async function listTools() {
  const response = await fetch(workbench.url, { method: 'POST', headers: kListHeaders, body: kList });
  const { result } = await response.json();
  return result.tools.map(({ name }) => name);
}

/** The response to a request with any header. The fetch of node sets no Origin. */
function send(method, headers, body) {
  return new Promise((resolve, reject) => {
    const sent = request(workbench.url, { method, headers }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
    });
    sent.on('error', reject).end(body);
  });
}

for (const name of ['127.0.0.1', kReboundName]) {
  test(`a script of a foreign page reads nothing and calls nothing at ${name}`, async () => {
    const outcome = await page.run(attempts(workbench.url.replace('127.0.0.1', name), page.openAddress(name)));
    assert.equal(outcome.control.got, 'open', JSON.stringify(outcome));
    for (const attempt of kUnreadable) assert.match(outcome[attempt].refused ?? '', /refused|Failed to fetch/, attempt);
    assert.deepEqual(outcome.withoutCors.got, { type: 'opaque', status: 0 });
    assert.ok(!(await listTools()).includes('test_added_tool'), 'a page has called a tool');
  });
}

const kRequests = {
  'a simple POST': ['POST', { 'Content-Type': 'text/plain;charset=UTF-8' }, kCall],
  'a POST like that of an MCP client': ['POST', kCallHeaders, kCall],
  'a GET': ['GET', { Accept: 'text/event-stream' }],
  'a DELETE': ['DELETE', { 'Mcp-Session-Id': 'x' }],
  'a preflight': [
    'OPTIONS',
    { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type,mcp-method' },
  ],
};

for (const [what, [method, headers, body]] of Object.entries(kRequests)) {
  test(`${what} from a foreign origin is forbidden`, async () => {
    const { status, headers: received } = await send(method, { ...headers, Origin: page.origin }, body);
    assert.equal(status, 403);
    assert.deepEqual(Object.keys(received).filter((name) => name.startsWith('access-control-')), []);
    assert.ok(!(await listTools()).includes('test_added_tool'), 'a page has called a tool');
  });

  test(`${what} to a foreign name is forbidden`, async () => {
    const { status } = await send(method, { ...headers, Host: kReboundName }, body);
    assert.equal(status, 403);
  });
}

test('a page of an allowed origin may call', async () => {
  const named = await WorkbenchOverHttp.start(kToolboxes, {}, { allowedOrigins: page.origin });
  try {
    const outcome = await page.run(attempts(named.url, page.openAddress('127.0.0.1')));
    assert.match(outcome.preflighted.got ?? JSON.stringify(outcome), /The tools have changed/);
  } finally {
    await named.stop();
  }
});
