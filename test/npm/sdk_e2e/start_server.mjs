// The suite's tests expect that their server is connected once wire() has returned; the workbench starts it for the first
// request of its client.

import { setTimeout as sleep } from 'node:timers/promises';

const kId = 'start-server';
const kPatience = 1000; // milliseconds; some of the suite's servers never answer

/**
 * Has the workbench behind `transport`, of a connected client, start its server, and waits for the promises
 * `conditions` as well. The client does not see the request.
 */
export async function startServer(transport, conditions) {
  const tapped = Object.getOwnPropertyDescriptor(transport, 'onmessage');
  const answered = new Promise((resolve) => {
    Object.defineProperty(transport, 'onmessage', {
      configurable: true,
      get() {
        const handler = tapped.get();
        return (message, extra) => (message.id === kId ? resolve() : handler?.(message, extra));
      },
      set: tapped.set,
    });
  });
  const send = Object.getPrototypeOf(transport).send.bind(transport);
  const sent = send({ jsonrpc: '2.0', id: kId, method: 'tools/list', params: {} });
  sent.catch(() => {}); // over HTTP it ends with the response, which the end of the test may cut off
  await Promise.race([Promise.all([answered, ...conditions]), sleep(kPatience)]);
}
