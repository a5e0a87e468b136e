// Takes the place of test/e2e/helpers/index.ts of the SDK's checkout for its scenarios: wire() puts a workbench between
// the client and the server of a test. All else that the module exports is the SDK's own. substitution.mjs has vitest
// load it.

import { TestRunner } from 'vitest';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler } from '@modelcontextprotocol/server';
import * as original from 'sdk-e2e:helpers/index.ts';
import { startLegacySseHost } from 'sdk-e2e:helpers/sse-host.ts';
import { sniffTransport } from 'sdk-e2e:helpers/wire-sniffer.ts';
import { hostAsCommand, hostAtUrl } from './hosts.mjs';
import { startServer } from './start_server.mjs';
import { overHttp, overStdio } from './workbench.mjs';

export * from 'sdk-e2e:helpers/index.ts';

/** Tools that servers of the suite have and do not list. */
const kUnlistedTools = ['any', 'emit-notifications', 'metered_call', 'traced_call'].map((name) => ({
  name,
  inputSchema: { type: 'object' },
}));

const kModernRevision = '2026-07-28';

const hostedHttp = ({ handleRequest, close }) => hostAtUrl(handleRequest, close);

/** `isListenedTo` resolves when somebody listens to what the server sends outside of responses; before that it is lost. */
async function hostedSessions(makeServer) {
  const { handleRequest, close } = original.hostPerSession(makeServer);
  let listens;
  const isListenedTo = new Promise((resolve) => (listens = resolve));
  const handle = async (request) => {
    const response = await handleRequest(request);
    if (request.method === 'GET') listens();
    return response;
  };
  return { ...(await hostAtUrl(handle, close)), isListenedTo };
}

const hostedRequests = (makeServer) => hostedHttp(original.hostStateless(makeServer));

async function hostedSse(makeServer) {
  const { url, close } = await startLegacySseHost(makeServer);
  return { entry: { type: 'sse', url: url.href }, close };
}

function hostedEntry(makeServer, legacy, { entry }) {
  const handler = createMcpHandler(makeServer, { legacy, ...entry });
  return hostAtUrl((request) => handler.fetch(request), () => handler.close());
}

/**
 * The workbench passes calls of tools that their server lists. A server of the lower level that has tools and lists none
 * gets a list of them; the SDK has no public way to ask for a handler that is set.
 */
const withToolList = (makeServer) => (context) => {
  const made = makeServer(context);
  const handlers = (made.server ? undefined : made)?._requestHandlers;
  if (!handlers?.has('tools/call')) return made;
  const list = handlers.get('tools/list') ?? (() => ({ tools: [] }));
  handlers.set('tools/list', async (...args) => {
    const result = await list(...args);
    return result.tools?.length === 0 ? { ...result, tools: kUnlistedTools } : result;
  });
  return made;
};

/** `isInitialized` resolves when the first server that `makeServer` makes knows that its client is initialized. */
function watchInitialized(makeServer) {
  let initialized;
  const isInitialized = new Promise((resolve) => (initialized = resolve));
  const make = (context) => {
    const made = makeServer(context);
    const server = made.server ?? made;
    const own = server.oninitialized;
    server.oninitialized = () => {
      own?.();
      initialized();
    };
    return made;
  };
  return { make, isInitialized };
}

/** How each arm of the SDK's suite hosts the server, and how its client reaches the workbench. */
const kArms = {
  // In memory there is no place for another process.
  inMemory: { era: 'legacy', host: hostAsCommand, client: 'stdio', isSession: true },
  stdio: { era: 'legacy', host: hostAsCommand, client: 'stdio', isSession: true },
  streamableHttp: { era: 'legacy', host: hostedSessions, client: 'http', isSession: true },
  streamableHttpStateless: { era: 'legacy', host: hostedRequests, client: 'http' },
  // The workbench reaches servers over HTTP+SSE; its clients connect over Streamable HTTP.
  sse: { era: 'legacy', host: hostedSse, client: 'http', isSession: true },
  entryStateless: { era: 'legacy', host: (make, options) => hostedEntry(make, 'stateless', options), client: 'http' },
  entryModern: { era: 'modern', host: (make, options) => hostedEntry(make, 'reject', options), client: 'http' },
};

/** A fetch that appends every exchange to `httpLog`, with the members that tests read. */
const recordingFetch = (httpLog) => async (url, init) => {
  const request = new Request(url, init);
  const { method, headers: requestHeaders } = request;
  const response = await fetch(request);
  const { status, headers } = response;
  const contentType = headers.get('content-type') ?? '';
  const requestBody = init?.body;
  httpLog.push({ method, requestHeaders, requestBody, status, contentType, response: response.clone() });
  return response;
};

async function connectOverHttp(client, workbench, era, options) {
  const httpLog = [];
  const url = new URL(workbench.url);
  const fetch = recordingFetch(httpLog);
  if (era === 'modern') client.setVersionNegotiation({ mode: { pin: kModernRevision } });
  const inputRequired = era === 'modern' ? { allowInputRequiredResults: true } : {};
  const transport = new StreamableHTTPClientTransport(url, { fetch });
  await client.connect(sniffTransport(transport, 'client', { ...inputRequired, ...options }));
  return { fetch, url, httpLog };
}

async function connectOverStdio(client, workbench, options) {
  const transport = new StdioClientTransport({ ...workbench.command, stderr: 'pipe' });
  workbench.watch(transport.stderr);
  await client.connect(sniffTransport(transport, 'client', options));
  return {};
}

async function wireThroughWorkbench(arm, makeServer, client, options) {
  const { era, host: startHost, client: over, isSession } = kArms[arm];
  const { make, isInitialized } = watchInitialized(withToolList(makeServer));
  const host = await startHost(make, options);
  const entry = { ...host.entry, protocol: era, clientInfo: 'pass' };
  const workbench = over === 'http' ? await overHttp(entry) : overStdio(entry);
  const test = TestRunner.getCurrentTest();
  const close = async () => {
    await Promise.allSettled([client.close()]);
    await workbench.close(test);
    await host.close();
  };
  try {
    const connected =
      over === 'http'
        ? await connectOverHttp(client, workbench, era, options)
        : await connectOverStdio(client, workbench, options);
    if (isSession) await startServer(client.transport, [isInitialized, host.isListenedTo]);
    return { ...connected, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function wire(arm, makeServer, client, options = {}) {
  const test = TestRunner.getCurrentTest();
  if (test) test.meta.isWired = true;
  return process.env.SDK_E2E_DIRECT
    ? original.wire(arm, makeServer, client, options)
    : wireThroughWorkbench(arm, makeServer, client, options);
}
