// A client that says exactly what a test tells it to say, in any era, and keeps every message.

import { spawn } from 'node:child_process';
import { kModern, kNewestLegacy } from './revisions.mjs';

const kPatience = 20_000; // milliseconds until something that does not come is a failure
const kMeta = 'io.modelcontextprotocol/';
const kClientInfo = { name: 'wire', version: '1' };

/** The _meta of a modern request. */
export const claim = (capabilities = {}, more = {}) => ({
  [`${kMeta}protocolVersion`]: kModern,
  [`${kMeta}clientInfo`]: kClientInfo,
  [`${kMeta}clientCapabilities`]: capabilities,
  ...more,
});

export const kLogLevel = `${kMeta}logLevel`;
export const kSubscriptionId = `${kMeta}subscriptionId`;

export class Wire {
  messages = []; // all that came, in order, each with its `text`
  #waiting = [];
  #nextId = 1;

  /** `server` is {command, args, env, cwd}. */
  constructor(server) {
    const options = { env: { ...process.env, ...server.env }, cwd: server.cwd, stdio: ['pipe', 'pipe', 'ignore'] };
    this.process = spawn(server.command, server.args ?? [], options);
    this.process.stdin.on('error', () => {}); // told by the end of the process
    this.ended = new Promise((resolve) => this.process.once('close', resolve));
    let unfinished = '';
    this.process.stdout.setEncoding('utf8');
    this.process.stdout.on('data', (chunk) => {
      const lines = (unfinished + chunk).split('\n');
      unfinished = lines.pop();
      lines.forEach((line) => this.#hear(line));
    });
    this.ended.then(() => this.#waiting.forEach(({ reject }) => reject(new Error('the server has ended'))));
  }

  send(message) {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** The handshake. The result of initialize. */
  async shakeHands(capabilities = {}, protocolVersion = kNewestLegacy) {
    const params = { protocolVersion, capabilities, clientInfo: kClientInfo };
    const { result } = await this.ask({ method: 'initialize', params });
    this.send({ method: 'notifications/initialized' });
    return result;
  }

  /** Sends a request; the answer to it. `id` is ours unless it is given. */
  ask({ id = `wire-${this.#nextId++}`, ...request }) {
    this.send({ id, ...request });
    return this.answerTo(id);
  }

  answerTo(id) {
    return this.next(`an answer to ${JSON.stringify(id)}`, (message) => message.id === id && !message.method);
  }

  /** The first message so far, or else to come, of which `is` holds. */
  next(what, is) {
    const found = this.messages.find(is);
    if (found) return Promise.resolve(found);
    const coming = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no sign of ${what}`)), kPatience);
      late.unref();
      this.#waiting.push({ is, reject, resolve: (message) => (clearTimeout(late), resolve(message)) });
    });
    coming.catch(() => {}); // who does not wait for it does not miss it
    return coming;
  }

  notifications(method) {
    return this.messages.filter((message) => message.method === method);
  }

  /** Ends the input, as clients do, and waits for the process. */
  async close() {
    this.process.stdin.end();
    const late = setTimeout(() => this.process.kill('SIGKILL'), kPatience);
    const code = await this.ended;
    clearTimeout(late);
    if (code === null) throw new Error('the server did not end when its input ended');
  }

  #hear(line) {
    const message = Object.defineProperty(JSON.parse(line), 'text', { value: line });
    this.messages.push(message);
    this.#waiting = this.#waiting.filter(({ is, resolve }) => !is(message) || resolve(message));
  }
}
