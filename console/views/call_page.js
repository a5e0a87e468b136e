// One call, with its arguments and result where the call log may have them.

import { h } from '../base/element.js';
import { foreign, foreignName } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { bytes, clock, day, duration } from '../base/format.js';
import { button, facts } from '../parts/controls.js';
import { failure, heading, link, loading, muted, named } from '../parts/page.js';
import { json } from '../parts/json_view.js';
import { serverLink } from '../parts/server_state.js';
import { outcomeBadge } from './calls.js';

function about(call) {
  return facts([
    ['Outcome', outcomeBadge(call.outcome)],
    ['Time', `${day(call.time).slice(0, 10)} ${clock(call.time)}`],
    ['Took', duration(call.milliseconds)],
    ['Server', call.toolbox && serverLink(call)],
    ['Client', call.client && foreignName([call.client, call.clientVersion].filter(Boolean).join(' '))],
    ['Principal', named(call.principal)],
    ['Session', call.session && link(hashOf('calls', ['session', call.session]), foreignName(call.session))],
    ['Arguments', bytes(call.bytesIn)],
    ['Result', bytes(call.bytesOut || null)],
  ]);
}

function values(call) {
  return [
    call.arguments !== undefined && [h('h2', 'Arguments'), json(call.arguments)],
    call.result !== undefined && [h('h2', 'Result'), json(call.result)],
    call.error !== undefined && [h('h2', 'Error'), json(call.error)],
    call.withheld && muted(foreign(call.withheld)),
  ];
}

export function callPage(app, id) {
  const key = `call:${id}`;
  const { value: call, error } = app.cached(key, () => app.request('call', { id }));
  return [
    h('p.trail', link(hashOf('calls'), 'Calls')),
    heading(call ? foreignName(call.tool || '(no name)') : `Call ${id}`),
    failure(error?.message, () => app.forget(key)),
    !call && !error && loading(),
    call && [about(call), values(call)],
    call?.outcome === 'running' && button('Refresh', () => app.forget(key)),
  ];
}
