// Which revision of the protocol a message was sent under. Every message tells by itself or by the one it belongs to.

export const kModern = '2026-07-28';
export const kNewestLegacy = '2025-11-25';
const kLegacy = [kNewestLegacy, '2025-06-18', '2025-03-26', '2024-11-05'];

const kMeta = 'io.modelcontextprotocol/';
const kClaim = `${kMeta}protocolVersion`;

/** Who claims a version that does not exist is answered as in the modern era. */
function claimOf(message) {
  const claimed = message.params?._meta?.[kClaim];
  return claimed === undefined ? undefined : kModern;
}

/** Who shakes hands for a version that does not exist is offered the newest that does. */
const handshakeFor = (version) => (kLegacy.includes(version) ? version : kNewestLegacy);

const other = (sender) => (sender === 'client' ? 'server' : 'client');
const key = (sender, id) => `${sender} ${JSON.stringify(id)}`;

class Conversation {
  #requests = new Map(); // key(sender, id) -> {method, revision}; the newest of each id
  #tokens = new Map(); // key(sender, token) -> revision
  #handshake; // the revision that `initialize` settled, or asked for until it is answered

  /** The entry with {revision, request}; `request` is what a response answers: {method, revision}. */
  place(entry) {
    const { sender, message } = entry;
    if (message.method === undefined) return { ...entry, ...this.#placeResponse(sender, message) };
    if (message.id === undefined) return { ...entry, revision: this.#placeNotification(sender, message) };
    return { ...entry, revision: this.#placeRequest(sender, message) };
  }

  #placeRequest(sender, { id, method, params }) {
    if (method === 'initialize') this.#handshake = handshakeFor(params?.protocolVersion);
    const revision = claimOf({ params }) ?? this.#handshake ?? (sender === 'server' ? kModern : kNewestLegacy);
    this.#requests.set(key(sender, id), { method, revision });
    const token = params?._meta?.progressToken;
    if (token !== undefined) this.#tokens.set(key(sender, token), revision);
    return revision;
  }

  #placeResponse(sender, { id, result }) {
    const request = this.#requests.get(key(other(sender), id));
    if (request?.method === 'initialize' && result) {
      this.#handshake = request.revision = handshakeFor(result.protocolVersion);
    }
    return { request, revision: request?.revision ?? this.#handshake ?? kModern };
  }

  #placeNotification(sender, message) {
    const { method, params } = message;
    const belongs = {
      'notifications/cancelled': () => this.#requests.get(key(sender, params.requestId))?.revision,
      'notifications/progress': () => this.#tokens.get(key(other(sender), params.progressToken)),
      'notifications/subscriptions/acknowledged': () => kModern,
    };
    if (params?._meta?.[`${kMeta}subscriptionId`] !== undefined) return kModern;
    return claimOf(message) ?? belongs[method]?.() ?? this.#handshake ?? kModern;
  }
}

/** The entries {sender, message} of one conversation, each with its {revision} and, if a response, its {request}. */
export function withRevisions(entries) {
  const conversation = new Conversation();
  return entries.map((entry) => conversation.place(entry));
}
