// A scripted client of the era of a setup, so that a scenario is the same for both eras.

import { kEverything, kUsualResponses } from '../lib/pairing_clients.mjs';
import { modernMeta } from '../lib/scripted_client.mjs';

class EraClient {
  constructor(raw, setup, capabilities) {
    this.raw = raw; // a ScriptedClient
    this.isModern = setup.client === 'modern';
    this.capabilities = capabilities;
  }

  /** `meta` and `capabilities` are for this request alone; `more` has other members of the message, such as id. */
  request(method, params, { meta, capabilities = this.capabilities, ...more } = {}) {
    const _meta = this.isModern ? modernMeta(capabilities, meta) : meta;
    return this.raw.request({ method, params: _meta ? { ...params, _meta } : params, ...more });
  }

  call(name, args, more) {
    return this.request('tools/call', { name, arguments: args }, more);
  }

  cancel(requestId) {
    const params = { requestId, reason: 'no longer needed' };
    const _meta = modernMeta(this.capabilities);
    this.raw.send({ method: 'notifications/cancelled', params: this.isModern ? { ...params, _meta } : params });
  }

  progressOf(token) {
    const all = this.raw.notifications('notifications/progress').map(({ params }) => params);
    return all.filter(({ progressToken }) => progressToken === token).map(({ progress }) => progress);
  }

  close() {
    return this.raw.close();
  }
}

export async function openEraClient(setup, capabilities = kEverything) {
  const client = new EraClient(setup.openScripted(), setup, capabilities);
  if (!client.isModern) await client.raw.initialize(capabilities);
  return client;
}

/** Runs `body` with a client of its own. */
export const withEraClient =
  (setup, body, capabilities) =>
  async () => {
    const client = await openEraClient(setup, capabilities);
    try {
      await body(client);
    } finally {
      await client.close();
    }
  };

const kResponders = { 'elicitation/create': 'elicit', 'sampling/createMessage': 'sample', 'roots/list': 'roots' };

/** The inputResponses for an input_required result. */
export function responsesTo({ inputRequests = {} }) {
  const responses = Object.entries(inputRequests).map(([key, { method, params }]) => [
    key,
    kUsualResponses[kResponders[method]](params),
  ]);
  return Object.fromEntries(responses);
}

export const textOf = ({ result }) => result.content[0].text;
