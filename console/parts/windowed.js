// A table of which only the rows in sight are elements, however many there are. Rows are equally high.

import { h } from '../base/element.js';

const narrow = matchMedia('(max-width: 640px)');
const rowHeight = () => (narrow.matches ? 56 : 32); // pixels; see .windowed tbody tr
const kMore = 10; // rows beyond each edge

/**
 * `view`, {top, height}, is kept between drawings; another one is another list. `name` is for screen readers. `row(of, index)`
 * describes a row with its `aria-rowindex`.
 */
export function windowed({ view, name, head, rows, row, redraw, columns }) {
  const high = rowHeight();
  const first = Math.max(0, Math.floor((view.top ?? 0) / high) - kMore);
  const last = Math.min(rows.length, first + Math.ceil((view.height ?? 800) / high) + 2 * kMore);
  const look = ({ scrollTop, clientHeight }) => {
    Object.assign(view, { top: scrollTop, height: clientHeight });
    redraw();
  };
  const space = (count, key) =>
    count > 0 && h('tr', { key, class: 'space', 'aria-hidden': 'true', style: { height: `${count * high}px` } }, h('td', { colspan: columns }));
  return h(
    'div',
    {
      key: view,
      class: 'windowed',
      tabindex: '0',
      role: 'region',
      'aria-label': name,
      on: { scroll: (event) => look(event.currentTarget) },
      create: (element) => observeSize(element, view.top ?? 0, look),
    },
    h(
      'table',
      { 'aria-rowcount': rows.length + 1 },
      h('thead', head),
      h('tbody', space(first, 'before'), rows.slice(first, last).map((one, at) => row(one, first + at + 2)), space(rows.length - last, 'after')),
    ),
  );
}

/** Calls `look` with each size of the element. At the first one, it is in the document and is scrolled to `top`. */
function observeSize(element, top, look) {
  let isNew = true;
  const observer = new ResizeObserver(() => {
    if (!element.isConnected) return observer.disconnect();
    if (isNew) element.scrollTop = top;
    isNew = false;
    look(element);
  });
  observer.observe(element);
}
