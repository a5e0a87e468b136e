// A form made from a JSON schema. Simple members have fields; all others are written as JSON.

import { h } from '../base/element.js';
import { counted } from '../base/format.js';
import { foreign, visibleLine } from '../base/visible.js';
import { aside, given } from './page.js';

const kMostFields = 100;
const kNumbers = new Set(['number', 'integer']);

const typeOf = (schema) => (Array.isArray(schema?.type) ? schema.type.find((type) => type !== 'null') : schema?.type);

/** [value, title] of each choice, or undefined. */
function choicesOf(schema) {
  const named = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(named) && named.length > 0 && named.every((one) => one && typeof one === 'object' && 'const' in one)) {
    return named.map((one) => [one.const, one.title ?? String(one.const)]);
  }
  if (Array.isArray(schema.enum)) return schema.enum.map((value, at) => [value, schema.enumNames?.[at] ?? String(value)]);
  return undefined;
}

function kindOf(schema) {
  if (choicesOf(schema)) return 'choice';
  const type = typeOf(schema);
  if (type === 'boolean' || type === 'string' || kNumbers.has(type)) return type;
  return 'json';
}

export class SchemaForm {
  texts = new Map(); // what is written, by member; absent: untouched
  errors = new Map();

  /** `schema`: of an object, as servers write it. */
  constructor(schema) {
    this.schema = schema && typeof schema === 'object' ? schema : {};
    const all = Object.entries(this.schema.properties ?? {});
    this.left = Math.max(0, all.length - kMostFields);
    this.members = all.slice(0, kMostFields).map(([name, of]) => ({ name, schema: of && typeof of === 'object' ? of : {} }));
    this.required = new Set(Array.isArray(this.schema.required) ? this.schema.required : []);
  }

  /** The arguments; null, with errors at the members, if something is missing or not valid. */
  value() {
    this.errors.clear();
    const entries = this.members.map((member) => [member.name, this.#valueOf(member)]);
    return this.errors.size > 0 ? null : Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  #valueOf({ name, schema }) {
    const written = this.texts.get(name) ?? defaultText(schema);
    const text = kindOf(schema) === 'string' ? written : written.trim();
    const isRequired = this.required.has(name);
    if (text === '' && !(isRequired && kindOf(schema) === 'string' && !schema.minLength)) {
      if (isRequired) this.errors.set(name, 'is required');
      return undefined;
    }
    try {
      return parsed(text, schema);
    } catch (error) {
      this.errors.set(name, error.message);
      return undefined;
    }
  }

  /** Descriptions of the fields. `prefix` makes ids unique in the page. */
  fields(prefix) {
    const left = this.left > 0 && h('p.notice', `${counted(this.left, 'more member')} cannot be written here.`);
    return [...this.members.map((member, at) => this.#field(member, `${prefix}-${at}`)), left];
  }

  #field({ name, schema }, id) {
    const error = this.errors.get(name);
    const label = [foreign(schema.title && schema.title !== name ? `${schema.title} (${name})` : name, { limit: 120 }), this.required.has(name) ? aside(' required') : null];
    return h(
      'div',
      { class: 'field', key: name },
      h('label', { for: id }, label),
      this.#input(name, schema, { id, 'aria-describedby': `${id}-hint`, 'aria-invalid': error ? 'true' : null }),
      h('small', { id: `${id}-hint` }, error && h('span.invalid', `${error}. `), given(schema.description), ' ', hintOf(schema)),
    );
  }

  #input(name, schema, attributes) {
    const value = this.texts.get(name) ?? defaultText(schema);
    const set = (event) => this.texts.set(name, event.target.value);
    const choices = kindOf(schema) === 'boolean' ? [[true, 'true'], [false, 'false']] : choicesOf(schema);
    if (choices) {
      const options = [h('option', { value: '', key: '' }, '(none)'), ...choices.map(([of, title]) => h('option', { value: JSON.stringify(of), key: JSON.stringify(of) }, visibleLine(title)))];
      return h('select', { ...attributes, value, on: { change: set } }, options);
    }
    const isLong = kindOf(schema) === 'json' || (schema.maxLength ?? 0) > 200;
    if (isLong) return h('textarea', { ...attributes, value, rows: 3, spellcheck: 'false', on: { input: set } });
    const kind = kNumbers.has(kindOf(schema)) ? { inputmode: 'decimal' } : {};
    return h('input', { ...attributes, ...kind, type: 'text', value, autocomplete: 'off', spellcheck: 'false', on: { input: set } });
  }
}

function defaultText(schema) {
  if (schema.default === undefined) return '';
  return kindOf(schema) === 'string' ? String(schema.default) : JSON.stringify(schema.default);
}

function parsed(text, schema) {
  const kind = kindOf(schema);
  if (kind === 'string') return checkedText(text, schema);
  checkExact(text);
  if (kNumbers.has(kind)) return checkedNumber(text, schema);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
}

/** A whole number beyond 2^53 would lose digits as a number of JavaScript. */
function checkExact(text) {
  const whole = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/(?<![\d.]|[eE][+-]?)\d+(?![\d.eE])/g) ?? [];
  if (!whole.map(Number).every(Number.isSafeInteger)) throw new Error('is not exact here');
}

function checkedText(text, { minLength, maxLength }) {
  if (text.length < (minLength ?? 0)) throw new Error(`is shorter than ${minLength}`);
  if (text.length > (maxLength ?? Infinity)) throw new Error(`is longer than ${maxLength}`);
  return text;
}

function checkedNumber(text, schema) {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error('is not a number');
  if (typeOf(schema) === 'integer' && !Number.isInteger(value)) throw new Error('is not a whole number');
  if (value < (schema.minimum ?? -Infinity)) throw new Error(`is below ${schema.minimum}`);
  if (value > (schema.maximum ?? Infinity)) throw new Error(`is above ${schema.maximum}`);
  return value;
}

function hintOf(schema) {
  const parts = [typeOf(schema) ?? (choicesOf(schema) ? '' : 'JSON'), schema.format].filter(Boolean).map(String);
  if (schema.minimum !== undefined) parts.push(`from ${schema.minimum}`);
  if (schema.maximum !== undefined) parts.push(`to ${schema.maximum}`);
  return aside(visibleLine(parts.join(', ')));
}
