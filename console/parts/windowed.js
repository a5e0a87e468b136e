// A table of which only the rows in sight are elements, however many there are. Rows are equally high.

import { h } from '../base/element.js';

const narrow = matchMedia('(max-width: 640px)');
const rowHeight = () => (narrow.matches ? 56 : 32); // pixels; see .windowed tbody tr
const kMore = 10; // rows beyond each edge

/**
 * @param {{view: object, name: string, head: *, rows: Array, row: function(*): *, redraw: function()}} of `view` is kept
 *   between drawings: {top, height}. `name` is for screen readers.
 */
export function windowed({ view, name, head, rows, row, redraw, columns }) {
  const high = rowHeight();
  const first = Math.max(0, Math.floor((view.top ?? 0) / high) - kMore);
  const last = Math.min(rows.length, first + Math.ceil((view.height ?? 800) / high) + 2 * kMore);
  const scroll = ({ currentTarget: { scrollTop, clientHeight } }) => {
    Object.assign(view, { top: scrollTop, height: clientHeight });
    redraw();
  };
  const space = (count, key) =>
    count > 0 && h('tr', { key, class: 'space', 'aria-hidden': 'true', style: { height: `${count * high}px` } }, h('td', { colspan: columns }));
  return h(
    'div',
    { class: 'windowed', tabindex: '0', role: 'region', 'aria-label': name, on: { scroll } },
    h(
      'table',
      { 'aria-rowcount': rows.length + 1 },
      h('thead', null, head),
      h('tbody', null, space(first, 'before'), rows.slice(first, last).map(row), space(rows.length - last, 'after')),
    ),
  );
}
