// The schema check of the other tests finds invalid messages, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, schemaSource } from './lib/schema.mjs';

/** The packages are lenient. */
const kOnlyFiles = { skip: schemaSource.endsWith('packages') };

const kMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

const client = (message) => ({ sender: 'client', message: { jsonrpc: '2.0', ...message } });
const server = (message) => ({ sender: 'server', message: { jsonrpc: '2.0', ...message } });

const kClientInfo = { name: 'test', version: '1' };
const initialization = (protocolVersion) => [
  client({ id: 0, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo: kClientInfo } }),
  server({ id: 0, result: { protocolVersion, capabilities: {}, serverInfo: kClientInfo } }),
  client({ method: 'notifications/initialized' }),
];
const modern = (id, method, params) => client({ id, method, params: { ...params, _meta: kMeta } });

const faults = (...exchange) => [...faultsOf(exchange, 'client'), ...faultsOf(exchange, 'server')];

console.log(`schemas: ${schemaSource}`);

for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
  test(`a valid exchange in ${revision} has no faults`, () => {
    const call = client({ id: 1, method: 'tools/call', params: { name: 'x', _meta: { progressToken: 't' } } });
    const progress = server({ method: 'notifications/progress', params: { progressToken: 't', progress: 1 } });
    const response = server({ id: 1, result: { content: [{ type: 'text', text: 'done' }] } });
    const error = server({ id: 2, error: { code: -32601, message: 'Method not found' } });
    const ping = [client({ id: 2, method: 'ping' }), server({ id: 3, method: 'ping' }), client({ id: 3, result: {} })];
    assert.deepEqual(faults(...initialization(revision), call, progress, response, ...ping, error), []);
  });
}

test('a valid modern exchange has no faults', () => {
  const response = server({ id: 'a', result: { resultType: 'complete', content: [] } });
  assert.deepEqual(faults(modern('a', 'tools/call', { name: 'x' }), response), []);
});

test('a modern request without capabilities is a fault', () => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  assert.equal(faults(client({ id: 1, method: 'tools/list', params: { _meta } })).length, 1);
});

test('a modern list without its cache hints is a fault', () => {
  const response = server({ id: 1, result: { resultType: 'complete', tools: [] } });
  assert.equal(faults(modern(1, 'tools/list'), response).length, 1);
});

test('a modern result without a result type is a fault', () => {
  assert.equal(faults(modern(1, 'tools/call', { name: 'x' }), server({ id: 1, result: { content: [] } })).length, 1);
});

test('a request from a modern server is a fault', () => {
  assert.match(faults(modern(1, 'tools/list'), server({ id: 2, method: 'ping' }))[0] ?? 'no fault', /ping/);
});

test('a ping with modern metadata is a fault', () => {
  assert.equal(faults(modern(1, 'ping')).length, 1);
});

test('an elicitation in a revision that has none is a fault', () => {
  const params = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
  assert.equal(faults(...initialization('2025-03-26'), server({ id: 1, method: 'elicitation/create', params })).length, 1);
});

test('a tool result without content is a fault in both eras', kOnlyFiles, () => {
  const legacy = [client({ id: 1, method: 'tools/call', params: { name: 'x' } }), server({ id: 1, result: {} })];
  assert.equal(faults(...initialization('2025-11-25'), ...legacy).length, 1);
  const response = server({ id: 1, result: { resultType: 'complete' } });
  assert.equal(faults(modern(1, 'tools/call', { name: 'x' }), response).length, 1);
});

test('a response to no request is a fault', () => {
  assert.equal(faults(...initialization('2025-11-25'), server({ id: 77, result: {} })).length, 1);
});
