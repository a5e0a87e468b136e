// The schemas that the official packages bring: the newest of each era, for where the schema files are not at hand.

import * as core from '@modelcontextprotocol/core';
import * as sdk from '@modelcontextprotocol/sdk/types.js';
import { kModern } from './revisions.mjs';

const schemas = (revision) => (revision === kModern ? core : sdk);
const find = (revision, definition) => schemas(revision)[`${definition}Schema`];

/** What 2026-07-28 took away is still among the schemas of its package. */
const kTakenAway = ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];

const kRequired = ['protocolVersion', 'clientCapabilities'].map((name) => `io.modelcontextprotocol/${name}`);
const kCacheable = /^(Discover|List(Tools|Prompts|Resources|ResourceTemplates)|ReadResource)Result$/;

/** These schemas serve both eras: what the newer one requires is optional in them. */
function missingInModern(definition, value) {
  if (/Request$/.test(definition) && definition !== 'JSONRPCRequest') {
    return kRequired.find((name) => value.params?._meta?.[name] === undefined);
  }
  if (!/Result$/.test(definition)) return undefined;
  const members = kCacheable.test(definition) ? ['resultType', 'ttlMs', 'cacheScope'] : ['resultType'];
  return members.find((name) => value[name] === undefined);
}

export const packages = {
  has: (revision, definition) => find(revision, definition) !== undefined,

  byMethod(revision, union, method) {
    if (revision === kModern && (union === 'ServerRequest' || kTakenAway.includes(method))) return undefined;
    const named = Object.entries(schemas(revision)).find(
      ([name, schema]) => /(Request|Notification)Schema$/.test(name) && schema.shape?.method?.value === method,
    );
    return named?.[0].replace(/Schema$/, '');
  },

  fault(revision, definition, value) {
    const missing = revision === kModern && missingInModern(definition, value);
    if (missing) return `is no ${definition}: ${missing} is missing`;
    const outcome = find(revision, definition)?.safeParse(value);
    return outcome?.success === false ? `is no ${definition}: ${outcome.error.message}` : undefined;
  },
};
