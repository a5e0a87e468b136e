// The timeline of one session: its calls one below the other, each where it was in time.

import { h } from '../base/element.js';
import { foreignName } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { clock, counted, duration } from '../base/format.js';
import { button, empty } from '../parts/controls.js';
import { actions, failure, heading, link, muted } from '../parts/page.js';
import { outcomeBadge, toneOf } from './calls.js';

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
    h('time', clock(call.time)),
    link(hashOf('calls', [call.id]), foreignName(call.tool || '(no name)')),
    outcomeBadge(call.outcome),
    h('span.number', duration(call.milliseconds)),
    h('span', { class: 'track', 'aria-hidden': 'true' }, h('span', { class: `bar ${toneOf(call.outcome)}`, style })),
  );
}

/** `kind`: "the latest " if there may be more. */
function timeline(calls, kind) {
  const from = Math.min(...calls.map(({ time }) => Date.parse(time)));
  const to = Math.max(...calls.map(({ time, milliseconds }) => Date.parse(time) + milliseconds));
  const length = Math.max(1, to - from);
  return [
    muted(`${kind}${counted(calls.length, 'call')} in ${duration(length)}, from ${clock(from)} to ${clock(to)}`),
    h('ol.timeline', calls.map((call) => bar(call, from, length))),
  ];
}

export function sessionPage(app, session) {
  const key = `session:${session}`;
  const entry = app.cached(key, () => app.request('calls', { limit: kMostCalls, filter: { session } }));
  const calls = entry.value && [...entry.value.running ?? [], ...entry.value.calls].reverse();
  const [first] = calls ?? [];
  return [
    h('p.trail', link(hashOf('calls'), 'Calls')),
    heading('Session ', foreignName(session)),
    first && h('p', first.client ? foreignName([first.client, first.clientVersion].filter(Boolean).join(' ')) : 'a client without a name', first.principal && [', as ', foreignName(first.principal)]),
    failure(entry.error?.message),
    calls?.length === 0 && empty('No call of this session is kept any more.'),
    calls?.length > 0 && timeline(calls, entry.value.calls.length < kMostCalls ? '' : 'the latest '),
    actions(button('Refresh', () => app.forget(key)), link(hashOf('calls', [], { session }), 'Follow it live')),
  ];
}
