// One call, with its arguments and result where the call log may have them.

import { h } from '../base/element.js';
import { foreign, foreignName } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { bytes, clock, day, duration } from '../base/format.js';
import { badge, button, facts, notice } from '../parts/controls.js';
import { json } from '../parts/json_view.js';
import { kOutcomes } from './calls.js';

function about(call) {
  const server = `${call.toolbox}/${call.server}`;
  return facts([
    ['Outcome', badge(call.outcome, kOutcomes[call.outcome] ?? 'none')],
    ['Time', `${day(call.time).slice(0, 10)} ${clock(call.time)}`],
    ['Took', duration(call.milliseconds)],
    ['Server', call.toolbox && h('a', { href: hashOf('servers', [call.toolbox, call.server]) }, foreignName(server))],
    ['Client', call.client && foreignName([call.client, call.clientVersion].filter(Boolean).join(' '))],
    ['Principal', call.principal && foreignName(call.principal)],
    ['Session', call.session && h('a', { href: hashOf('calls', ['session', call.session]) }, foreignName(call.session))],
    ['Arguments', bytes(call.bytesIn)],
    ['Result', bytes(call.bytesOut)],
  ]);
}

function values(call) {
  return [
    call.arguments !== undefined && [h('h2', null, 'Arguments'), json(call.arguments)],
    call.result !== undefined && [h('h2', null, 'Result'), json(call.result)],
    call.error !== undefined && [h('h2', null, 'Error'), json(call.error)],
    call.withheld && h('p', { class: 'muted' }, foreign(call.withheld)),
  ];
}

export function callPage(app, id) {
  const key = `call:${id}`;
  const { value: call, error } = app.cached(key, () => app.request('workbench/call', { id }));
  return [
    h('p', { class: 'trail' }, h('a', { href: hashOf('calls') }, 'Calls')),
    h('h1', { id: 'heading', tabindex: '-1' }, call ? foreignName(call.tool || '(no name)') : `Call ${id}`),
    notice(error && { tone: 'bad', text: error.message }),
    !call && !error && h('p', { class: 'muted', role: 'status' }, 'Loading…'),
    call && [about(call), values(call)],
    call?.outcome === 'running' && button('Refresh', () => app.forget(key)),
  ];
}
