// Requests and subscriptions of the operator protocol, over POST operate.

import { OperatorError } from './errors.js';
import { isEventStream, messagesOf } from './events.js';

export class Connection {
  #lastId = 0;

  /** `ended(isOurs)` is called when a session is over; false: another tab has replaced it. */
  constructor(session, ended) {
    this.session = session;
    this.ended = ended;
  }

  /** The result. Throws OperatorError. */
  async request(method, params = {}) {
    const response = await this.#post(method, params);
    if (!isEventStream(response)) return resultOf(await response.json().catch(() => ({})));
    for await (const message of messagesOf(response)) if (!message.method) return resultOf(message);
    throw OperatorError.unreachable();
  }

  /** Calls `receive` with each notification until the stream ends, which `signal` can cause. Throws OperatorError. */
  async subscribe(params, receive, signal) {
    const response = await this.#post('workbench/subscribe', params, signal);
    if (!isEventStream(response)) return void resultOf(await response.json().catch(() => ({})));
    for await (const message of messagesOf(response)) {
      if (message.method) receive(message);
      else resultOf(message);
    }
  }

  async #post(method, params, signal) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++this.#lastId, method, params });
    const { key } = this.session;
    const headers = this.session.headers({
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    });
    const response = await fetch('operate', { method: 'POST', headers, body, signal }).catch((error) => {
      if (signal?.aborted) throw error;
      throw OperatorError.unreachable();
    });
    if (response.status === 401) {
      this.ended(key !== null && key === this.session.key);
      throw OperatorError.signedOut();
    }
    if (response.status === 503) throw OperatorError.unreachable();
    return response;
  }
}

/** The result of a response. Throws OperatorError. */
export function resultOf(message) {
  if (message.error) throw OperatorError.of(typeof message.error === 'string' ? { message: message.error } : message.error);
  if (message.result === undefined) throw new OperatorError('The workbench gave an answer that is not valid.');
  return message.result;
}
