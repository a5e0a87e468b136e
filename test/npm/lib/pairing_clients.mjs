// The official clients of both generations, opened in every way that a host may open them.

import { Client as ClientOfTwo, StreamableHTTPClientTransport as HttpOfTwo } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioOfTwo } from '@modelcontextprotocol/client/stdio';
import { Client as ClientOfOne } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioOfOne } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpOfOne } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as one from '@modelcontextprotocol/sdk/types.js';
import * as kUsual from './answers.mjs';

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
const kListChanged = { autoRefresh: false, debounceMs: 0 };
const kLists = ['tools', 'prompts', 'resources'];

/**
 * How a client may be opened: by which generation, in which mode, and the era that it then speaks with a server of
 * both eras.
 */
export const kWays = {
  'v1': { generation: 1, era: 'legacy' },
  'v2 legacy': { generation: 2, mode: 'legacy', era: 'legacy' },
  'v2 auto': { generation: 2, mode: 'auto', era: 'modern' },
  'v2 pinned': { generation: 2, mode: { pin: '2026-07-28' }, era: 'modern' },
};

export class PairingClient {
  /** Everything that came without being an answer: {asked, logged, updated, changed}, each in order. */
  heard = { asked: [], logged: [], updated: [], changed: [], errors: [] };
  #waiting = [];

  /**
   * `server` is {command, args, env, cwd}, or {url} of one over HTTP; `options`: {capabilities, answers: {elicit,
   * sample, roots}}, as in answers.mjs.
   */
  static async open(way, server, options = {}) {
    const opened = new PairingClient(way, options);
    opened.transport = opened.#transportTo(server);
    await opened.client.connect(opened.transport);
    return opened;
  }

  constructor(way, { capabilities = kEverything, answers = {} }) {
    Object.assign(this, kWays[way]);
    const Client = this.generation === 1 ? ClientOfOne : ClientOfTwo;
    this.client = new Client(kName, {
      capabilities,
      ...(this.generation === 2 && { versionNegotiation: { mode: this.mode }, listChanged: this.#listChanged() }),
    });
    this.client.onerror = (error) => this.heard.errors.push(error.message);
    this.#answer(capabilities, { ...kUsual, ...answers });
    this.#listen();
  }

  #transportTo({ url, ...program }) {
    const [Stdio, Http] = this.generation === 1 ? [StdioOfOne, HttpOfOne] : [StdioOfTwo, HttpOfTwo];
    if (url) return new Http(new URL(url));
    return new Stdio({ ...program, stderr: 'ignore', env: { ...process.env, ...program.env } });
  }

  callTool(name, args, options = {}) {
    const params = { name, ...(args && { arguments: args }), ...(options.meta && { _meta: options.meta }) };
    return this.generation === 1
      ? this.client.callTool(params, undefined, options)
      : this.client.callTool(params, options);
  }

  /** Fulfilled as soon as `condition` of what was heard holds. */
  until(condition) {
    if (condition(this.heard)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ condition, resolve }));
  }

  close() {
    return this.client.close();
  }

  #answer(capabilities, answers) {
    const handlers = {
      'elicitation/create': capabilities.elicitation && answers.elicit,
      'sampling/createMessage': capabilities.sampling && answers.sample,
      'roots/list': capabilities.roots && answers.roots,
    };
    for (const [method, answer] of Object.entries(handlers)) {
      if (!answer) continue;
      this.client.setRequestHandler(this.generation === 1 ? kRequestsOfOne[method] : method, ({ params }, extra) => {
        const signal = extra.signal ?? extra.mcpReq?.signal;
        this.#note('asked', { method, params, signal });
        return answer(params, signal);
      });
    }
  }

  #listen() {
    const on = (method, kind, pick) => {
      const heard = ({ params }) => this.#note(kind, pick(params));
      this.client.setNotificationHandler(this.generation === 1 ? kNotificationsOfOne[method] : method, heard);
    };
    on('notifications/message', 'logged', (params) => params);
    on('notifications/resources/updated', 'updated', ({ uri }) => uri);
    if (this.generation === 2) return; // it has handlers of its own for the lists
    for (const list of kLists) on(`notifications/${list}/list_changed`, 'changed', () => list);
  }

  #listChanged() {
    const told = (list) => ({ ...kListChanged, onChanged: () => this.#note('changed', list) });
    return Object.fromEntries(kLists.map((list) => [list, told(list)]));
  }

  #note(kind, what) {
    this.heard[kind].push(what);
    this.#waiting = this.#waiting.filter(({ condition, resolve }) => !condition(this.heard) || resolve());
  }
}
