// The messages between a client and a server over HTTP: what lib/recording.mjs is for stdio.

import { createServer, request as forward } from 'node:http';

const kNoMessage = {}; // what is not JSON becomes a message without members, which no schema allows

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return kNoMessage;
  }
}

/** Calls `receive(type, data)` for each event of a stream. */
class EventReader {
  #text = '';

  constructor(receive) {
    this.receive = receive;
  }

  read(chunk) {
    this.#text += chunk;
    const events = this.#text.split(/\r?\n\r?\n/);
    this.#text = events.pop();
    for (const event of events) this.#readEvent(event.split(/\r?\n/));
  }

  #readEvent(lines) {
    const values = (field) =>
      lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
    const data = values('data').join('\n');
    if (data !== '') this.receive(values('event')[0] ?? 'message', data);
  }
}

/**
 * Stands between clients and servers, and records each message before it passes it on. The exchanges are the sessions, and
 * for requests that belong to no session each request with its response.
 */
export class HttpRecording {
  #sessions = new Map(); // session id -> exchange
  #exchanges = [];
  #servers = [];

  /** Returns the URL at which the server of `url` is reached with its messages recorded. */
  async of(url) {
    const { origin, pathname } = new URL(url);
    const server = createServer((incoming, outgoing) => this.#pass(origin, incoming, outgoing));
    this.#servers.push(server);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${server.address().port}${pathname}`;
  }

  /** In the order of their beginnings: [{sender: 'client' or 'server', line, message}]. */
  exchanges() {
    return this.#exchanges;
  }

  remove() {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  async #pass(origin, incoming, outgoing) {
    const chunks = [];
    for await (const chunk of incoming.on('error', () => {})) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const exchange = this.#exchangeOf(incoming);
    if (body.length > 0) this.#record(exchange, 'client', body.toString());

    const target = new URL(incoming.url, origin);
    const headers = { ...incoming.headers, host: target.host };
    const upstream = forward(target, { method: incoming.method, headers, agent: false }, (response) =>
      this.#answer(exchange, response, outgoing),
    );
    upstream.on('error', () => outgoing.destroy());
    outgoing.once('close', () => upstream.destroy());
    upstream.end(body);
  }

  #answer(exchange, response, outgoing) {
    this.#nameSession(response.headers['mcp-session-id'], exchange);
    outgoing.writeHead(response.statusCode, response.headers);
    outgoing.flushHeaders();
    response.setEncoding('utf8');
    const isStream = /^text\/event-stream/.test(response.headers['content-type'] ?? '');
    const isJson = /^application\/json/.test(response.headers['content-type'] ?? '');
    const events = new EventReader((type, data) => this.#recordEvent(exchange, type, data));
    let whole = '';
    response.on('data', (chunk) => {
      if (isStream) events.read(chunk);
      whole += isJson ? chunk : '';
      if (!isJson) outgoing.write(chunk);
    });
    response.on('end', () => {
      if (whole !== '') this.#record(exchange, 'server', whole);
      outgoing.end(whole);
    });
    response.on('error', () => outgoing.destroy());
  }

  #recordEvent(exchange, type, data) {
    if (type === 'endpoint') this.#nameSession(new URL(data, 'http://localhost').searchParams.get('sessionId'), exchange);
    else this.#record(exchange, 'server', data);
  }

  /** That of the session which the request names, and a new one for other requests. */
  #exchangeOf({ headers, url }) {
    const id = headers['mcp-session-id'] ?? new URL(url, 'http://localhost').searchParams.get('sessionId');
    const known = this.#sessions.get(id);
    if (known) return known;
    const exchange = [];
    this.#exchanges.push(exchange);
    return exchange;
  }

  #nameSession(id, exchange) {
    if (id && !this.#sessions.has(id)) this.#sessions.set(id, exchange);
  }

  #record(exchange, sender, text) {
    const message = parse(text);
    const messages = Array.isArray(message) ? message : [message];
    for (const one of messages) exchange.push({ sender, line: JSON.stringify(one), message: one });
  }
}
