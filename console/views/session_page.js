// The timeline of one session: its calls one below the other, each where it was in time.

import { h } from '../base/element.js';
import { foreignName } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { clock, counted, duration } from '../base/format.js';
import { badge, button, empty, notice } from '../parts/controls.js';
import { kOutcomes } from './calls.js';

const kMostCalls = 500;

/** Where a call is between the first and the last moment, in percent. */
function placeOf(call, from, length) {
  const start = Date.parse(call.time) - from;
  const left = Math.min(99.5, (100 * start) / length);
  return { left: `${left}%`, width: `${Math.max(0.5, Math.min(100 - left, (100 * call.milliseconds) / length))}%` };
}

function bar(call, from, length) {
  const style = placeOf(call, from, length);
  return h(
    'li',
    { key: call.id },
    h('time', null, clock(call.time)),
    h('a', { href: hashOf('calls', [call.id]) }, foreignName(call.tool || '(no name)')),
    badge(call.outcome, kOutcomes[call.outcome] ?? 'none'),
    h('span', { class: 'number' }, duration(call.milliseconds)),
    h('span', { class: 'track', 'aria-hidden': 'true' }, h('span', { class: `bar ${kOutcomes[call.outcome] ?? 'none'}`, style })),
  );
}

function timeline(calls) {
  const from = Math.min(...calls.map(({ time }) => Date.parse(time)));
  const to = Math.max(...calls.map(({ time, milliseconds }) => Date.parse(time) + milliseconds));
  const length = Math.max(1, to - from);
  return [
    h('p', { class: 'muted' }, `${counted(calls.length, 'call')} in ${duration(length)}, from ${clock(from)} to ${clock(to)}`),
    h('ol', { class: 'timeline' }, calls.map((call) => bar(call, from, length))),
  ];
}

export function sessionPage(app, session) {
  const key = `session:${session}`;
  const entry = app.cached(key, () => app.request('workbench/calls', { limit: kMostCalls, filter: { session } }));
  const calls = entry.value && [...entry.value.running ?? [], ...entry.value.calls].reverse();
  const [first] = calls ?? [];
  return [
    h('p', { class: 'trail' }, h('a', { href: hashOf('calls') }, 'Calls')),
    h('h1', { id: 'heading', tabindex: '-1' }, 'Session ', foreignName(session)),
    first && h('p', null, first.client ? foreignName([first.client, first.clientVersion].filter(Boolean).join(' ')) : 'a client without a name', first.principal && [', as ', foreignName(first.principal)]),
    notice(entry.error && { tone: 'bad', text: entry.error.message }),
    calls?.length === 0 && empty('No call of this session is kept any more.'),
    calls?.length > 0 && timeline(calls),
    h('div', { class: 'actions' }, button('Refresh', () => app.forget(key)), h('a', { href: hashOf('calls', [], { session }) }, 'Follow it live')),
  ];
}
