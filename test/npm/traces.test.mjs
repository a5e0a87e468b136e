// What the workbench exports as OTLP is what OpenTelemetry's own serializer writes of the same spans: every member that the
// workbench has written has the same name, place and value there. And official clients and servers share a trace with it.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { fixture } from './lib/fixture.mjs';
import { configured } from './lib/over_http.mjs';
import { PairingClient } from './lib/pairing_clients.mjs';

const kTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const kAgentSpan = '00f067aa0ba902b7';
const kTool = 'test_simple_text';
const kWayOf = { legacy: 'v1', modern: 'v2 pinned' };

/** A collector that keeps what it is sent. */
class Collector {
  requests = [];

  async start() {
    this.server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      this.requests.push({ path: request.url, type: request.headers['content-type'], body: JSON.parse(body) });
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    await new Promise((listening) => this.server.listen(0, '127.0.0.1', listening));
    this.url = `http://127.0.0.1:${this.server.address().port}`;
  }

  spans() {
    return this.requests.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans);
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(closed));
  }
}

const collector = new Collector();

before(async () => {
  await collector.start();
  for (const era of ['legacy', 'modern']) await callOnce(era);
});

after(() => collector.stop());

/** A call by an official client of this era, whose agent has a trace; the workbench exports when it ends. */
async function callOnce(era) {
  const file = { toolMode: 'flat', toolboxes: { only: { description: 'One', mcpServers: { only: fixture(era) } } } };
  const program = configured(file);
  program.args.push('-D', `traces.otlp.endpoint=${collector.url}`);
  const client = await PairingClient.open(kWayOf[era], { command: program.command, args: program.args, env: {} });
  await client.client.listTools();
  const _meta = { traceparent: `00-${kTrace}-${kAgentSpan}-01`, tracestate: 'rojo=1' };
  await client.client.callTool({ name: kTool, arguments: {}, _meta });
  await client.close();
  program.remove();
}

const valueOf = ({ stringValue, intValue }) => (stringValue === undefined ? Number(intValue) : stringValue);
const attributesOf = (list) => Object.fromEntries(list.map(({ key, value }) => [key, valueOf(value)]));
const timeOf = (text) => [Number(BigInt(text) / 1_000_000_000n), Number(BigInt(text) % 1_000_000_000n)];
const stateOf = (text) => text && { serialize: () => text };

/** The span as the SDK of OpenTelemetry has it. */
function readable(span, resource, scope) {
  const context = { traceId: span.traceId, traceFlags: span.flags, traceState: stateOf(span.traceState) };
  return {
    name: span.name,
    kind: span.kind - 1,
    spanContext: () => ({ ...context, spanId: span.spanId }),
    parentSpanContext: span.parentSpanId && { ...context, spanId: span.parentSpanId },
    startTime: timeOf(span.startTimeUnixNano),
    endTime: timeOf(span.endTimeUnixNano),
    status: { code: span.status?.code ?? 0 },
    attributes: attributesOf(span.attributes),
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Every member of `ours` is in `theirs`; integers may be numbers there, as the encoding allows. */
function assertContained(ours, theirs, place) {
  if (Array.isArray(ours)) {
    assert.equal(theirs?.length, ours.length, place);
    ours.forEach((one, index) => assertContained(one, theirs[index], `${place}[${index}]`));
  } else if (typeof ours === 'object') {
    for (const key of Object.keys(ours)) assertContained(ours[key], theirs?.[key], `${place}.${key}`);
  } else if (place.endsWith('.flags')) {
    assert.equal(Number(theirs) & 0xff, ours, place); // the SDK also says whether the parent is remote
  } else {
    assert.equal(String(theirs), String(ours), place);
  }
}

test('each request is what the serializer of OpenTelemetry writes of the same spans', () => {
  assert.equal(collector.requests.length > 0, true);
  for (const { path, type, body } of collector.requests) {
    assert.equal(path, '/v1/traces');
    assert.equal(type, 'application/json');
    const { resource, scopeSpans } = body.resourceSpans[0];
    const [{ scope, spans }] = scopeSpans;
    const process = { attributes: attributesOf(resource.attributes), asyncAttributesPending: false };
    const bytes = JsonTraceSerializer.serializeRequest(spans.map((span) => readable(span, process, scope)));
    assertContained(body, JSON.parse(new TextDecoder().decode(bytes)), 'request');
  }
});

for (const era of ['legacy', 'modern']) {
  test(`a trace leads from the agent through the workbench to a ${era} server`, () => {
    const version = (span) => attributesOf(span.attributes)['mcp.protocol.version'];
    const named = collector
      .spans()
      .filter(({ name, traceId }) => name === `tools/call ${kTool}` && traceId === kTrace)
      .filter((span) => (version(span) === '2026-07-28') === (era === 'modern'));
    const own = named.find(({ kind }) => kind === 2);
    const toServer = named.find(({ kind }) => kind === 3);
    assert.equal(own.parentSpanId, kAgentSpan);
    assert.equal(own.traceState, 'rojo=1');
    assert.equal(toServer.parentSpanId, own.spanId);
    assert.equal(attributesOf(toServer.attributes)['gen_ai.operation.name'], 'execute_tool');
  });
}
