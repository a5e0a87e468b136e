// Buttons, fields and badges. A sign has a shape and a word; its colour is a third sign.

import { h } from '../base/element.js';
import { foreign, visibleLine } from '../base/visible.js';

/**
 * A button; one of the type "submit" has no `act`. While `isBusy` or `isHeld`, it stays in the order of the keyboard and does nothing.
 * `name`: for screen readers, if the label does not say of what.
 */
export function button(label, act, { kind = '', isBusy = false, isHeld = false, name, key, type = 'button' } = {}) {
  const click = (event) => {
    if (!isBusy && !isHeld) act?.(event);
  };
  return h(
    'button',
    { type, key, class: kind, 'aria-label': name && visibleLine(name.slice(0, 300)), 'aria-disabled': isBusy || isHeld ? 'true' : null, on: { click } },
    label,
    isBusy && h('span', { 'aria-hidden': 'true' }, ' …'),
  );
}

/** A field with its label above. `change` gets the value with each input. */
export function field(label, { value = '', type = 'text', change, key, placeholder, kind = '' } = {}) {
  const input = (event) => change?.(event.target.value);
  const attributes = { type, value, autocomplete: 'off', placeholder, spellcheck: 'false', on: { input } };
  return h('label', { class: `field ${kind}`, key }, h('span', label), h('input', attributes));
}

/** A list of which one is chosen. `options`: texts, or [value, text]. */
export function choice(label, options, { value = '', change, key } = {}) {
  const shown = options.map((option) => {
    const [of, text] = Array.isArray(option) ? option : [option, option];
    return h('option', { value: of, key: of }, visibleLine(String(text).slice(0, 300)));
  });
  const list = h('select', { value, on: { change: (event) => change(event.target.value) } }, shown);
  return h('label', { class: 'field', key }, h('span', label), list);
}

const kShapes = { good: '●', calm: '○', moving: '◐', warning: '▲', bad: '✕', none: '·' };

/** `tone`: "good", "calm", "moving", "warning", "bad" or "none". */
export function badge(text, tone = 'none') {
  return h('span', { class: `badge ${tone}` }, h('span', { class: 'shape', 'aria-hidden': 'true' }, kShapes[tone]), text);
}

/** Names and their values, one a line. Values that are absent are left out. */
export function facts(entries) {
  const present = entries.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '');
  return h('dl.facts', present.map(([name, value]) => h('div', { key: name }, h('dt', name), h('dd', value))));
}

/** What a view shows that has nothing to show: what that means, and what to do. */
export function empty(text, ...more) {
  return h('div.empty', h('p', text), more);
}

/** What went wrong, or how an action ended. */
export function notice(about, key) {
  if (!about) return null;
  return h('p', { class: `notice ${about.tone}`, key, role: about.tone === 'bad' ? 'alert' : 'status' }, badge(about.tone === 'bad' ? 'error' : 'done', about.tone), ' ', foreign(about.text));
}

/** A button that runs `act`, and its outcome. */
export const task = (app, key, label, act, options) => [button(label, () => app.run(key, act), { isBusy: app.isBusy(key), ...options }), notice(app.noticeOf(key))];

/** A text to paste, with a button that copies it. */
export function paste(app, text) {
  const copied = app.state.copied === text;
  const copy = () => navigator.clipboard.writeText(text).then(() => app.update({ copied: text }), () => undefined);
  return h('div.paste', h('pre', { class: 'text', tabindex: '0' }, text), button(copied ? 'Copied' : 'Copy', copy));
}
