// Reads a stream of server-sent events. Each `data` is one JSON-RPC message.

const kLongestEvent = 32 * 1024 * 1024; // characters

/** Messages of the response, until its stream ends. A message that is not JSON is skipped. */
export async function* messagesOf(response) {
  let buffered = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffered = (buffered + value).replaceAll('\r\n', '\n');
      if (buffered.length > kLongestEvent) throw new Error('the event is too long');
      const events = buffered.split('\n\n');
      buffered = events.pop();
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
