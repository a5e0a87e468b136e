// A client that sends exactly what a test scripts, in any era, and keeps every message.

import { spawn } from 'node:child_process';
import { kModern, kLatestLegacy } from './revisions.mjs';

const kTimeout = 20_000; // milliseconds until a missing message is a failure
const kMeta = 'io.modelcontextprotocol/';
const kClientInfo = { name: 'scripted', version: '1' };

/** The _meta of a modern request. */
export const modernMeta = (capabilities = {}, more = {}) => ({
  [`${kMeta}protocolVersion`]: kModern,
  [`${kMeta}clientInfo`]: kClientInfo,
  [`${kMeta}clientCapabilities`]: capabilities,
  ...more,
});

export const kLogLevel = `${kMeta}logLevel`;
export const kSubscriptionId = `${kMeta}subscriptionId`;

export class ScriptedClient {
  messages = []; // all received, in order, each with its `text`
  #waiting = [];
  #nextId = 1;

  /** `server` is {command, args, env, cwd}. */
  constructor(server) {
    const options = { env: { ...process.env, ...server.env }, cwd: server.cwd, stdio: ['pipe', 'pipe', 'ignore'] };
    this.process = spawn(server.command, server.args ?? [], options);
    this.process.stdin.on('error', () => {}); // reported by the end of the process
    this.ended = new Promise((resolve) => this.process.once('close', resolve));
    let unfinished = '';
    this.process.stdout.setEncoding('utf8');
    this.process.stdout.on('data', (chunk) => {
      const lines = (unfinished + chunk).split('\n');
      unfinished = lines.pop();
      lines.forEach((line) => this.#receive(line));
    });
    this.ended.then(() => this.#waiting.forEach(({ reject }) => reject(new Error('the server has ended'))));
  }

  send(message) {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Initializes a legacy session. Returns the result of initialize. */
  async initialize(capabilities = {}, protocolVersion = kLatestLegacy) {
    const params = { protocolVersion, capabilities, clientInfo: kClientInfo };
    const { result } = await this.request({ method: 'initialize', params });
    this.send({ method: 'notifications/initialized' });
    return result;
  }

  /** Sends a request, with a fresh id unless one is given. Returns the response. */
  request({ id = `scripted-${this.#nextId++}`, ...request }) {
    this.send({ id, ...request });
    return this.responseTo(id);
  }

  responseTo(id) {
    return this.next(`a response to ${JSON.stringify(id)}`, (message) => message.id === id && !message.method);
  }

  /** The first message, received or future, for which `is` holds. */
  next(what, is) {
    const found = this.messages.find(is);
    if (found) return Promise.resolve(found);
    const future = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`missing: ${what}`)), kTimeout);
      late.unref();
      this.#waiting.push({ is, reject, resolve: (message) => (clearTimeout(late), resolve(message)) });
    });
    future.catch(() => {}); // a caller need not wait for it
    return future;
  }

  notifications(method) {
    return this.messages.filter((message) => message.method === method);
  }

  /** Closes the server's stdin and waits until it has exited. */
  async close() {
    this.process.stdin.end();
    const late = setTimeout(() => this.process.kill('SIGKILL'), kTimeout);
    const code = await this.ended;
    clearTimeout(late);
    if (code === null) throw new Error('the server did not end when its input ended');
  }

  #receive(line) {
    const message = Object.defineProperty(JSON.parse(line), 'text', { value: line });
    this.messages.push(message);
    this.#waiting = this.#waiting.filter(({ is, resolve }) => !is(message) || resolve(message));
  }
}
