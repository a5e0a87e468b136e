// Reads a stream of server-sent events. Each `data` is one JSON-RPC message.

import { OperatorError } from './errors.js';

const kLongestEvent = 32 * 1024 * 1024; // characters

/** Messages of the response, until its stream ends. A message that is not JSON is skipped. Throws OperatorError. */
export async function* messagesOf(response) {
  let parts = []; // of an event that has not ended
  let length = 0;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw OperatorError.unreachable();
      });
      if (done) return;
      const text = value.replaceAll('\r', '');
      if (!text) continue;
      const isEnd = text.includes('\n\n') || (text[0] === '\n' && parts.at(-1)?.endsWith('\n'));
      parts.push(text);
      length += text.length;
      if (length > kLongestEvent) throw new OperatorError('The event is too long.');
      if (!isEnd) continue;
      const events = parts.join('').split('\n\n');
      parts = [events.pop()];
      length = parts[0].length;
      for (const event of events) yield* messageOf(event);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function* messageOf(event) {
  const data = event.split('\n').filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart());
  if (data.length === 0) return;
  try {
    yield JSON.parse(data.join('\n'));
  } catch {
    // Another event of the same stream may be valid.
  }
}

export const isEventStream = (response) => /^text\/event-stream\b/.test(response.headers.get('Content-Type') ?? '');
