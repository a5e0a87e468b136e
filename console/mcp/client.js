// An MCP client of the page (revision 2025-11-25, Streamable HTTP), at /console/mcp as the principal of the session.
// It offers forms (elicitation), which a person answers in the page.

import { resultOf } from '../operator/connection.js';
import { OperatorError } from '../operator/errors.js';
import { isEventStream, messagesOf } from '../operator/events.js';

const kRevision = '2025-11-25';
const kMostPages = 100;

export class McpClient {
  #lastId = 0;
  #sessionId = null;

  /**
   * `elicit(params)` gives the answer to a form, {action, content}. `clientInfo` decides the mode.
   */
  constructor(session, { elicit, clientInfo }) {
    Object.assign(this, { session, elicit, clientInfo });
  }

  static async open(session, options) {
    const client = new McpClient(session, options);
    const capabilities = options.elicit ? { elicitation: {} } : {};
    client.server = await client.request('initialize', { protocolVersion: kRevision, capabilities, clientInfo: options.clientInfo });
    await client.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return client;
  }

  async close() {
    if (!this.#sessionId) return;
    await fetch('mcp', { method: 'DELETE', headers: this.#headers() }).catch(() => undefined);
  }

  /** The result of a request. Throws OperatorError. */
  async request(method, params, signal) {
    const id = ++this.#lastId;
    const response = await this.#send({ jsonrpc: '2.0', id, method, params }, signal);
    if (method === 'initialize') this.#sessionId = response.headers.get('Mcp-Session-Id');
    if (!isEventStream(response)) return resultOf(await response.json());
    try {
      for await (const message of messagesOf(response)) {
        if (message.id === id && !message.method) return resultOf(message);
        if (message.method && message.id !== undefined) this.#respond(message);
      }
    } catch (error) {
      throw signal?.aborted ? cancelled() : error;
    }
    throw new OperatorError('The connection ended before the result came.', 'unreachable');
  }

  /** Tells the workbench that the latest request is cancelled. */
  cancel() {
    const params = { requestId: this.#lastId, reason: 'cancelled in the console' };
    return this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
  }

  async listTools() {
    const tools = [];
    let cursor;
    for (let page = 0; page < kMostPages; page += 1) {
      const result = await this.request('tools/list', cursor ? { cursor } : {});
      tools.push(...result.tools);
      cursor = result.nextCursor;
      if (!cursor) break;
    }
    return tools;
  }

  callTool(name, args, signal) {
    return this.request('tools/call', { name, arguments: args }, signal);
  }

  async #respond({ id, method, params }) {
    const answer = await this.#answerTo(method, params).catch((error) => ({ error: { code: -32603, message: error.message } }));
    await this.#send({ jsonrpc: '2.0', id, ...answer }).catch(() => undefined);
  }

  async #answerTo(method, params) {
    if (method === 'ping') return { result: {} };
    if (method === 'elicitation/create' && this.elicit) return { result: await this.elicit(params) };
    return { error: { code: -32601, message: `Method not found: ${method}` } };
  }

  #headers() {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    if (this.#sessionId) Object.assign(headers, { 'Mcp-Session-Id': this.#sessionId, 'MCP-Protocol-Version': kRevision });
    return this.session.headers(headers);
  }

  async #send(message, signal) {
    const response = await fetch('mcp', { method: 'POST', headers: this.#headers(), body: JSON.stringify(message), signal }).catch((error) => {
      throw signal?.aborted ? cancelled() : OperatorError.unreachable();
    });
    if (response.status === 401) throw OperatorError.signedOut();
    const isOver = response.status === 404 && this.#sessionId;
    if (!response.ok) throw new OperatorError(await refusal(response), isOver ? 'session_over' : undefined);
    return response;
  }
}

const cancelled = () => new OperatorError('The call was cancelled.');

async function refusal(response) {
  const body = await response.json().catch(() => null);
  return body?.error?.message ?? `The workbench has refused the request (HTTP ${response.status}).`;
}
