// Between node's HTTP server and the web's requests and responses, which the official library has.

import { Readable } from 'node:stream';

/** The request. Its signal is aborted when the client disconnects before the response. */
export function webRequest(incoming, outgoing) {
  const gone = new AbortController();
  outgoing.once('close', () => outgoing.writableFinished || gone.abort());
  const { method, url, rawHeaders } = incoming;
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i], rawHeaders[i + 1]);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {};
  return new Request(new URL(url, 'http://localhost'), { method, headers, signal: gone.signal, ...body });
}

export function answerWith(outgoing, response) {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return outgoing.end();
  outgoing.flushHeaders();
  const body = Readable.fromWeb(response.body);
  body.on('error', () => outgoing.destroy());
  outgoing.once('close', () => body.destroy());
  body.pipe(outgoing);
}
