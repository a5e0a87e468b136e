// A wire that speaks the client's era of a stage, so that a scenario need not know which one that is.

import * as kUsual from '../lib/answers.mjs';
import { kEverything } from '../lib/pairing_clients.mjs';
import { claim } from '../lib/wire.mjs';

class Speaker {
  constructor(wire, stage, capabilities) {
    this.wire = wire;
    this.isModern = stage.client === 'modern';
    this.capabilities = capabilities;
  }

  /** `more` of the message: {id}; `meta` and `capabilities` of this request alone. */
  ask(method, params, { meta, capabilities = this.capabilities, ...more } = {}) {
    const _meta = this.isModern ? claim(capabilities, meta) : meta;
    return this.wire.ask({ method, params: _meta ? { ...params, _meta } : params, ...more });
  }

  call(name, args, more) {
    return this.ask('tools/call', { name, arguments: args }, more);
  }

  cancel(requestId) {
    const params = { requestId, reason: 'changed my mind' };
    const _meta = claim(this.capabilities);
    this.wire.send({ method: 'notifications/cancelled', params: this.isModern ? { ...params, _meta } : params });
  }

  progressOf(token) {
    const all = this.wire.notifications('notifications/progress').map(({ params }) => params);
    return all.filter(({ progressToken }) => progressToken === token).map(({ progress }) => progress);
  }

  close() {
    return this.wire.close();
  }
}

export async function speak(stage, capabilities = kEverything) {
  const speaker = new Speaker(stage.wire(), stage, capabilities);
  if (!speaker.isModern) await speaker.wire.shakeHands(capabilities);
  return speaker;
}

/** Runs `body` with a speaker of its own. */
export const speaking =
  (stage, body, capabilities) =>
  async () => {
    const speaker = await speak(stage, capabilities);
    try {
      await body(speaker);
    } finally {
      await speaker.close();
    }
  };

const kAnswers = { 'elicitation/create': 'elicit', 'sampling/createMessage': 'sample', 'roots/list': 'roots' };

/** The inputResponses for an input_required result. */
export function answersTo({ inputRequests = {} }) {
  const answered = Object.entries(inputRequests).map(([key, { method, params }]) => [
    key,
    kUsual[kAnswers[method]](params),
  ]);
  return Object.fromEntries(answered);
}

export const textOf = ({ result }) => result.content[0].text;
