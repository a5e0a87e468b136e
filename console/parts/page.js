// What views have in common: headings, tables that scroll, and what is shown while something is fetched or has failed.

import { h } from '../base/element.js';
import { foreign, foreignName } from '../base/visible.js';
import { button, notice } from './controls.js';

/** Gets the focus when a person comes to the view. */
export const heading = (...content) => h('h1', { id: 'heading', tabindex: '-1' }, content);

export const link = (href, ...content) => h('a', { href }, content);

export const status = (...content) => h('p', { class: 'muted', role: 'status' }, content);

export const loading = () => status('Loading…');

/** Why something cannot be shown, if it cannot, and a button for another attempt. */
export const failure = (text, again) => text && [notice({ tone: 'bad', text }), again && button('Try again', again)];

/** `columns`: [name, class] of each. */
export const headRow = (columns, attributes) => h('tr', attributes, columns.map(([name, kind]) => h('th', { scope: 'col', class: kind }, name)));

/** `name` is for screen readers, `kind` a class. */
export function table(name, columns, bodies, kind) {
  return h('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': name }, h('table', { class: kind }, h('thead', headRow(columns)), bodies));
}

/** Bodies of a table, each with a heading: `rows` by `nameOf(row)`; `about(rows)` is beside the name. */
export function groups(rows, nameOf, about, draw, columns) {
  return [...Map.groupBy(rows, nameOf)].map(([name, of]) => h('tbody', { key: name }, h('tr.group', h('th', { colspan: columns.length, scope: 'rowgroup' }, foreignName(name), ' ', aside(about(of)))), of.map(draw)));
}

/** What waits, or a server; a focus that is lost in it stays with it. */
export const card = (key, ...children) => h('article', { class: 'card', key, tabindex: '-1' }, children);

/** A part of a page; `more` is beside its title. */
export const section = (title, more, ...children) => h('section', { key: title, 'aria-label': title }, h('h2', title, ' ', more), children);

export const actions = (...children) => h('div.actions', children);

export const muted = (...children) => h('p.muted', children);

export const aside = (...children) => h('span.muted', children);

export const named = (text) => text && foreignName(text);

export const given = (text) => text && foreign(text);

/** A list of texts of others, if there are any. */
export const texts = (list) => list?.length > 0 && h('ul', list.map((text) => h('li', { key: text }, foreign(text))));
