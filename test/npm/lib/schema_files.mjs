// The official JSON schemas, read where they lie. They are not ours to keep a copy of.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const kRoot = fileURLToPath(new URL('../../..', import.meta.url));
const kFolder = process.env.MCP_SCHEMA_FOLDER ?? path.join(kRoot, '..', 'shared', 'schema');

export const haveSchemaFiles = existsSync(path.join(kFolder, '2026-07-28.json'));

/** The files say integer where the specification says number: an answer of 95.5 is none that anyone should refuse. */
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
