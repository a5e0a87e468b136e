// The least client of an MCP server on stdio: it keeps every answer as the text it came in.

import { spawn } from 'node:child_process';
import { rawMember } from './raw_json.mjs';

const kPatience = 30_000; // milliseconds until a missing answer is a failure

export class LineClient {
  #waiting = new Map(); // id -> {resolve, reject}
  #nextId = 1;
  #input = '';

  /** `server` is {command, args, env, cwd}, as a workbench configuration has it. */
  constructor(server) {
    this.notifications = []; // whole lines
    this.process = spawn(server.command, server.args ?? [], {
      env: { ...process.env, ...server.env },
      cwd: server.cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // One character for each byte, so that equal text is equal bytes.
    this.process.stdout.setEncoding('latin1');
    this.process.stdout.on('data', (chunk) => this.#take(chunk));
    this.ended = new Promise((resolve) => this.process.once('close', resolve));
    const failAll = (why) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${server.command}: ${why}`));
    };
    this.process.once('error', (error) => failAll(error.message));
    this.process.stdin.on('error', () => {}); // told by the end of the process
    this.ended.then((code) => failAll(`ended with ${code}`));
  }

  /** The handshake, without any capability of ours. The text of its result. */
  async open() {
    const result = await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'line_client', version: '1' },
    });
    this.notify('notifications/initialized');
    return result;
  }

  /** The text of the result; of an error, `{"error":...}` likewise. */
  request(method, params) {
    return this.start(method, params).answer;
  }

  /** The same for who needs the id. */
  start(method, params) {
    const id = this.#nextId++;
    const answer = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${method} ${JSON.stringify(params)}`)), kPatience);
      late.unref();
      this.#waiting.set(id, { resolve, reject });
    });
    this.#send({ jsonrpc: '2.0', id, method, params });
    return { id, answer };
  }

  notify(method, params) {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Ends the input, as clients do, and waits for the process. */
  async close() {
    this.process.stdin.end();
    await this.ended;
  }

  #send(message) {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #take(chunk) {
    this.#input += chunk;
    const lines = this.#input.split('\n');
    this.#input = lines.pop();
    for (const line of lines) this.#hear(line);
  }

  #hear(line) {
    if (!line.startsWith('{')) return;
    const id = rawMember(line, 'id');
    if (id === undefined) {
      this.notifications.push(line);
      return;
    }
    const error = rawMember(line, 'error');
    const waiting = this.#waiting.get(JSON.parse(id));
    this.#waiting.delete(JSON.parse(id));
    waiting?.resolve(error === undefined ? rawMember(line, 'result') : `{"error":${error}}`);
  }
}
