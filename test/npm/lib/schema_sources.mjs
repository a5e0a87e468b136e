// The official schemas: the JSON schema files where they are at hand (MCP_SCHEMA_FOLDER; this project has no copy), and
// otherwise those in the official packages, each of which has the schema of the latest revision of its time.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as core from '@modelcontextprotocol/core';
import * as sdk from '@modelcontextprotocol/sdk/types.js';
import * as sdk20241105 from 'sdk-2024-11-05/types.js';
import * as sdk20250326 from 'sdk-2025-03-26/types.js';
import * as sdk20250618 from 'sdk-2025-06-18/types.js';
import { kModern } from './revisions.mjs';

const kRoot = fileURLToPath(new URL('../../..', import.meta.url));
const kFolder = process.env.MCP_SCHEMA_FOLDER ?? path.join(kRoot, '..', 'shared', 'schema');

export const haveSchemaFiles = existsSync(path.join(kFolder, '2026-07-28.json'));

/** The files have integer where the specification has number; 95.5 is a valid response. */
function allowFractions(elicitResult) {
  const values = elicitResult?.properties.content.additionalProperties;
  for (const schema of values?.anyOf ?? [values ?? {}]) {
    if (Array.isArray(schema.type)) schema.type = schema.type.map((type) => (type === 'integer' ? 'number' : type));
  }
}

class Revision {
  #ajv;
  #compiled = new Map();

  constructor(name) {
    const schema = JSON.parse(readFileSync(path.join(kFolder, `${name}.json`), 'utf8'));
    this.part = schema.$defs ? '$defs' : 'definitions';
    this.definitions = schema[this.part];
    allowFractions(this.definitions.ElicitResult);
    const Dialect = schema.$schema.includes('2020-12') ? Ajv2020 : Ajv;
    this.#ajv = addFormats(new Dialect({ strict: false, allErrors: true }));
    this.#ajv.addSchema(schema, name);
    this.name = name;
  }

  /** Name and definition of every member of a union such as ClientRequest. */
  members(union) {
    const whole = this.definitions[union];
    const names = whole?.anyOf?.map(({ $ref }) => $ref.split('/').pop());
    return (names ?? (whole?.properties?.method ? [union] : [])).map((name) => [name, this.definitions[name]]);
  }

  fault(definition, value) {
    if (!this.#compiled.has(definition)) {
      this.#compiled.set(definition, this.#ajv.compile({ $ref: `${this.name}#/${this.part}/${definition}` }));
    }
    const check = this.#compiled.get(definition);
    return check(value) ? undefined : `is no ${definition}: ${this.#ajv.errorsText(check.errors)}`;
  }
}

const revisions = new Map();

function revision(name) {
  if (!revisions.has(name)) revisions.set(name, new Revision(name));
  return revisions.get(name);
}

export const files = {
  has: (name, definition) => revision(name).definitions[definition] !== undefined,

  /** The definition among the members of `union` whose method this is, or undefined. */
  byMethod: (name, union, method) =>
    revision(name)
      .members(union)
      .find(([, { properties }]) => properties.method.const === method)?.[0],

  /** What is wrong with the value, or undefined. */
  fault: (name, definition, value) => revision(name).fault(definition, value),
};

// The packages.

const kPackages = {
  '2024-11-05': sdk20241105,
  '2025-03-26': sdk20250326,
  '2025-06-18': sdk20250618,
  '2025-11-25': sdk,
  [kModern]: core,
};
const find = (revision, definition) => kPackages[revision][`${definition}Schema`];

/** The package of 2026-07-28 still has the schemas of removed methods. */
const kTakenAway = ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];

const kRequired = ['protocolVersion', 'clientCapabilities'].map((name) => `io.modelcontextprotocol/${name}`);
const kCacheable = /^(Discover|List(Tools|Prompts|Resources|ResourceTemplates)|ReadResource)Result$/;

/** These schemas are of both eras: what the modern era requires is optional in them. */
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
    const named = Object.entries(kPackages[revision]).find(
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
