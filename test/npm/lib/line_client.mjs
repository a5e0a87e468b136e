// A minimal client of an MCP server on stdio, which keeps every response as the text that arrived.

import { spawn } from 'node:child_process';
import { rawElements, rawMember } from './raw_json.mjs';

const kTimeout = 30_000; // milliseconds until a missing response is a failure

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
    this.process.stdout.on('data', (chunk) => this.#read(chunk));
    this.ended = new Promise((resolve) => this.process.once('close', resolve));
    const failAll = (why) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${server.command}: ${why}`));
    };
    this.process.once('error', (error) => failAll(error.message));
    this.process.stdin.on('error', () => {}); // reported by the end of the process
    this.ended.then((code) => failAll(`ended with ${code}`));
  }

  /** Initializes a session without capabilities. Returns the text of the result. */
  async open() {
    const result = await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'line_client', version: '1' },
    });
    this.notify('notifications/initialized');
    return result;
  }

  /** The text of the result, or `{"error":...}`. */
  request(method, params) {
    return this.start(method, params).response;
  }

  /** The same, with the id: {id, response}. */
  start(method, params) {
    const id = this.#nextId++;
    const response = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no response to ${method} ${JSON.stringify(params)}`)), kTimeout);
      late.unref();
      this.#waiting.set(id, { resolve, reject });
    });
    this.#send({ jsonrpc: '2.0', id, method, params });
    return { id, response };
  }

  notify(method, params) {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Closes the server's stdin and waits until it has exited. */
  async close() {
    this.process.stdin.end();
    await this.ended;
  }

  #send(message) {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #read(chunk) {
    this.#input += chunk;
    const lines = this.#input.split('\n');
    this.#input = lines.pop();
    for (const line of lines) this.#receive(line);
  }

  #receive(line) {
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

/** The same, for the workbench with a toolbox `official`. */
export class WorkbenchClient extends LineClient {
  /** Initializes a session and opens the toolbox. Returns the text of open_toolbox's answer to the model. */
  async openOfficial() {
    await this.open();
    const result = await this.request('tools/call', {
      name: 'open_toolbox',
      arguments: { toolbox_name: 'official' },
    });
    const [block] = rawElements(rawMember(result, 'content'));
    return JSON.parse(rawMember(block, 'text'));
  }

  /** The params of a tools/call of use_tool. */
  static useTool(server, tool, args, meta) {
    const params = { name: 'use_tool', arguments: { tool: { toolbox: 'official', server, tool }, arguments: args } };
    return meta === undefined ? params : { ...params, _meta: meta };
  }

  useTool(server, tool, args, meta) {
    return this.request('tools/call', WorkbenchClient.useTool(server, tool, args, meta));
  }
}
