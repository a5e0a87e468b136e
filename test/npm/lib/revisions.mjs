// The revision of the protocol that each message belongs to: by its own metadata, by the request that it belongs to, or by
// the revision that `initialize` negotiated.

export const kModern = '2026-07-28';
export const kLatestLegacy = '2025-11-25';
const kLegacy = [kLatestLegacy, '2025-06-18', '2025-03-26', '2024-11-05'];

const kMeta = 'io.modelcontextprotocol/';
const kVersionKey = `${kMeta}protocolVersion`;

/** A request with metadata of an unknown version is answered as a modern one. */
function declaredBy(message) {
  const declared = message.params?._meta?.[kVersionKey];
  return declared === undefined ? undefined : kModern;
}

/** `initialize` with an unknown version is answered with the latest. */
const negotiated = (version) => (kLegacy.includes(version) ? version : kLatestLegacy);

const other = (sender) => (sender === 'client' ? 'server' : 'client');
const key = (sender, id) => `${sender} ${JSON.stringify(id)}`;

class Exchange {
  #requests = new Map(); // key(sender, id) -> {method, revision}; the newest of each id
  #tokens = new Map(); // key(sender, token) -> revision
  #negotiated; // the revision of the session; that of the request until `initialize` is answered

  /** The entry with {revision, request}; `request` is what a response answers: {method, revision}. */
  place(entry) {
    const { sender, message } = entry;
    if (message.method === undefined) return { ...entry, ...this.#placeResponse(sender, message) };
    if (message.id === undefined) return { ...entry, revision: this.#placeNotification(sender, message) };
    return { ...entry, revision: this.#placeRequest(sender, message) };
  }

  #placeRequest(sender, { id, method, params }) {
    if (method === 'initialize') this.#negotiated = negotiated(params?.protocolVersion);
    const revision = declaredBy({ params }) ?? this.#negotiated ?? (sender === 'server' ? kModern : kLatestLegacy);
    this.#requests.set(key(sender, id), { method, revision });
    const token = params?._meta?.progressToken;
    if (token !== undefined) this.#tokens.set(key(sender, token), revision);
    return revision;
  }

  #placeResponse(sender, { id, result }) {
    const request = this.#requests.get(key(other(sender), id));
    if (request?.method === 'initialize' && result) {
      this.#negotiated = request.revision = negotiated(result.protocolVersion);
    }
    return { request, revision: request?.revision ?? this.#negotiated ?? kModern };
  }

  #placeNotification(sender, message) {
    const { method, params } = message;
    const belongs = {
      'notifications/cancelled': () => this.#requests.get(key(sender, params.requestId))?.revision,
      'notifications/progress': () => this.#tokens.get(key(other(sender), params.progressToken)),
      'notifications/subscriptions/acknowledged': () => kModern,
    };
    if (params?._meta?.[`${kMeta}subscriptionId`] !== undefined) return kModern;
    return declaredBy(message) ?? belongs[method]?.() ?? this.#negotiated ?? kModern;
  }
}

/** The entries {sender, message} of one exchange, each with its {revision} and, if a response, its {request}. */
export function withRevisions(entries) {
  const exchange = new Exchange();
  return entries.map((entry) => exchange.place(entry));
}
