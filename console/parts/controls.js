// Buttons, fields and badges. A sign has a shape and a word; its colour is a third sign.

import { h } from '../base/element.js';

/**
 * A button; without `act`, one that submits its form has the type "submit". While `isBusy`, it stays in the order of the keyboard and does nothing.
 *
 * @param {string} label
 * @param {function(Event)} act
 * @param {{kind?: string, isBusy?: boolean, name?: string, key?: string}} [options] `name`: for screen readers, if the label
 *   does not say of what
 */
export function button(label, act, { kind = '', isBusy = false, name, key, type = 'button' } = {}) {
  const click = (event) => {
    if (!isBusy) act?.(event);
  };
  return h(
    'button',
    { type, key, class: kind, 'aria-label': name, 'aria-disabled': isBusy ? 'true' : null, on: { click } },
    label,
    isBusy && h('span', { 'aria-hidden': 'true' }, ' …'),
  );
}

/** A field with its label above. `change` gets the value with each input. */
export function field(label, { value = '', type = 'text', change, hint, key, size, autocomplete = 'off', placeholder, kind = '' } = {}) {
  const input = (event) => change?.(event.target.value);
  const attributes = { type, value, size, autocomplete, placeholder, spellcheck: 'false', on: { input } };
  return h('label', { class: `field ${kind}`, key }, h('span', null, label), h('input', attributes), hint && h('small', null, hint));
}

/** A list of which one is chosen. `options`: texts, or [value, text]. */
export function choice(label, options, { value = '', change, key } = {}) {
  const shown = options.map((option) => {
    const [of, text] = Array.isArray(option) ? option : [option, option];
    return h('option', { value: of, key: of }, text);
  });
  const list = h('select', { value, on: { change: (event) => change(event.target.value) } }, shown);
  return h('label', { class: 'field', key }, h('span', null, label), list);
}

const kShapes = { good: '●', calm: '○', moving: '◐', warning: '▲', bad: '✕', none: '·' };

/** `tone`: "good", "calm", "moving", "warning", "bad" or "none". */
export function badge(text, tone = 'none') {
  return h('span', { class: `badge ${tone}` }, h('span', { class: 'shape', 'aria-hidden': 'true' }, kShapes[tone]), text);
}

/** Names and their values, one a line. Values that are absent are left out. */
export function facts(entries) {
  const present = entries.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '');
  return h('dl', { class: 'facts' }, present.map(([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', null, value))));
}

/** What a view shows that has nothing to show: what that means, and what to do. */
export function empty(text, ...more) {
  return h('div', { class: 'empty' }, h('p', null, text), more);
}

/** What went wrong, or how an action ended. */
export function notice(given, key) {
  if (!given) return null;
  return h('p', { class: `notice ${given.tone}`, key, role: given.tone === 'bad' ? 'alert' : 'status' }, badge(given.tone === 'bad' ? 'error' : 'done', given.tone), ' ', given.text);
}

/** A text to paste, with a button that copies it. */
export function paste(app, text) {
  const copied = app.state.copied === text;
  const copy = () => navigator.clipboard.writeText(text).then(() => app.update({ copied: text }), () => undefined);
  return h('div', { class: 'paste' }, h('pre', { class: 'text', tabindex: '0' }, text), button(copied ? 'Copied' : 'Copy', copy));
}
