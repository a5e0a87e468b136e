// The official clients of both generations, in every mode that a host may use, and what they respond to input requests.

import { Client as ClientOfTwo, StreamableHTTPClientTransport as HttpOfTwo } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioOfTwo } from '@modelcontextprotocol/client/stdio';
import { Client as ClientOfOne } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioOfOne } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpOfOne } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as one from '@modelcontextprotocol/sdk/types.js';

// Responses to input requests, the same every time.

const kValues = { string: 'Ada', integer: 7, number: 1.5, boolean: true };

function fill({ default: preset, enum: choices, oneOf, type, items }) {
  if (preset !== undefined) return preset;
  if (choices) return choices[0];
  if (oneOf) return oneOf[0].const;
  if (type === 'array') return [items.enum?.[0] ?? items.anyOf[0].const];
  return kValues[type];
}

/** Fills in the form, or accepts the visit to the URL. */
function elicit({ mode, requestedSchema }) {
  if (mode === 'url') return { action: 'accept' };
  const filled = Object.entries(requestedSchema.properties).map(([name, schema]) => [name, fill(schema)]);
  return { action: 'accept', content: Object.fromEntries(filled) };
}

const sample = () => ({
  role: 'assistant',
  content: { type: 'text', text: 'Paris' },
  model: 'no-model',
  stopReason: 'endTurn',
});

const roots = () => ({ roots: [{ uri: 'file:///srv/work', name: 'Work' }] });

export const kUsualResponses = { elicit, sample, roots };

// The clients.

const kName = { name: 'workbench-npm-tests', version: '1' };

export const kEverything = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: { listChanged: true },
};

/** The schema objects by which the first generation names methods. */
const kRequestsOfOne = {
  'elicitation/create': one.ElicitRequestSchema,
  'sampling/createMessage': one.CreateMessageRequestSchema,
  'roots/list': one.ListRootsRequestSchema,
};
const kNotificationsOfOne = {
  'notifications/message': one.LoggingMessageNotificationSchema,
  'notifications/resources/updated': one.ResourceUpdatedNotificationSchema,
  'notifications/tools/list_changed': one.ToolListChangedNotificationSchema,
  'notifications/prompts/list_changed': one.PromptListChangedNotificationSchema,
  'notifications/resources/list_changed': one.ResourceListChangedNotificationSchema,
};
/**
 * Has the first generation request this revision, which it has no option for. The message that is sent is the one that the
 * library sent when this revision was its latest.
 */
function requestRevision(transport, revision) {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const isInitialize = message.method === 'initialize';
    const params = { ...message.params, protocolVersion: revision };
    return send(isInitialize ? { ...message, params } : message, options);
  };
}

const kListChanged = { autoRefresh: false, debounceMs: 0 };
const kLists = ['tools', 'prompts', 'resources'];

/**
 * The generation of a client, its mode, and the era that it uses with a server of both eras.
 */
export const kWays = {
  'v1': { generation: 1, era: 'legacy' },
  'v2 legacy': { generation: 2, mode: 'legacy', era: 'legacy' },
  'v2 auto': { generation: 2, mode: 'auto', era: 'modern' },
  'v2 pinned': { generation: 2, mode: { pin: '2026-07-28' }, era: 'modern' },
};

export class PairingClient {
  /** What it received besides responses, each in order: {requests, logged, updated, changed}, and errors. */
  received = { requests: [], logged: [], updated: [], changed: [], errors: [] };
  #waiting = [];

  /**
   * `server` is {command, args, env, cwd}, or {url, headers} of one over HTTP; `options`: {capabilities, responses: {elicit,
   * sample, roots}}, in place of the usual ones, and {revision}, the only one of a legacy client.
   */
  static async open(way, server, options = {}) {
    const opened = new PairingClient(way, options);
    opened.transport = opened.#transportTo(server);
    if (options.revision && opened.generation === 1) requestRevision(opened.transport, options.revision);
    await opened.client.connect(opened.transport);
    return opened;
  }

  constructor(way, { capabilities = kEverything, responses = {}, revision }) {
    Object.assign(this, kWays[way]);
    const Client = this.generation === 1 ? ClientOfOne : ClientOfTwo;
    this.client = new Client(kName, {
      capabilities,
      ...(this.generation === 2 && { versionNegotiation: { mode: this.mode }, listChanged: this.#listChanged() }),
      ...(this.generation === 2 && revision && { supportedProtocolVersions: [revision] }),
    });
    this.client.onerror = (error) => this.received.errors.push(error.message);
    this.#respond(capabilities, { ...kUsualResponses, ...responses });
    this.#listen();
  }

  #transportTo({ url, headers = {}, ...program }) {
    const [Stdio, Http] = this.generation === 1 ? [StdioOfOne, HttpOfOne] : [StdioOfTwo, HttpOfTwo];
    if (url) return new Http(new URL(url), { requestInit: { headers } });
    return new Stdio({ ...program, stderr: 'ignore', env: { ...process.env, ...program.env } });
  }

  callTool(name, args, options = {}) {
    const params = { name, ...(args && { arguments: args }), ...(options.meta && { _meta: options.meta }) };
    return this.generation === 1
      ? this.client.callTool(params, undefined, options)
      : this.client.callTool(params, options);
  }

  /** Fulfilled when `condition` of what was received holds. */
  until(condition) {
    if (condition(this.received)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ condition, resolve }));
  }

  close() {
    return this.client.close();
  }

  #respond(capabilities, responses) {
    const handlers = {
      'elicitation/create': capabilities.elicitation && responses.elicit,
      'sampling/createMessage': capabilities.sampling && responses.sample,
      'roots/list': capabilities.roots && responses.roots,
    };
    for (const [method, respond] of Object.entries(handlers)) {
      if (!respond) continue;
      this.client.setRequestHandler(this.generation === 1 ? kRequestsOfOne[method] : method, ({ params }, extra) => {
        const signal = extra.signal ?? extra.mcpReq?.signal;
        this.#record('requests', { method, params, signal });
        return respond(params, signal);
      });
    }
  }

  #listen() {
    const on = (method, kind, pick) => {
      const record = ({ params }) => this.#record(kind, pick(params));
      this.client.setNotificationHandler(this.generation === 1 ? kNotificationsOfOne[method] : method, record);
    };
    on('notifications/message', 'logged', (params) => params);
    on('notifications/resources/updated', 'updated', ({ uri }) => uri);
    if (this.generation === 2) return; // it has handlers of its own for the lists
    for (const list of kLists) on(`notifications/${list}/list_changed`, 'changed', () => list);
  }

  #listChanged() {
    const options = (list) => ({ ...kListChanged, onChanged: () => this.#record('changed', list) });
    return Object.fromEntries(kLists.map((list) => [list, options(list)]));
  }

  #record(kind, what) {
    this.received[kind].push(what);
    this.#waiting = this.#waiting.filter(({ condition, resolve }) => !condition(this.received) || resolve());
  }
}
