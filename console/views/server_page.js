// One server: its facts, what may be done with it, and what the log of the workbench says of it.

import { h } from '../base/element.js';
import { foreign, foreignName, foreignText } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { clock, day, memory, number, span } from '../base/format.js';
import { badge, button, empty, facts, notice } from '../parts/controls.js';
import { keyOf, stateBadges } from '../parts/server_state.js';
import { doctor, remedyOf } from '../parts/remedy.js';
import { login } from '../parts/login.js';
import { loadLock, lockReport } from './changes.js';
import { serverActions } from './server_actions.js';

const kLines = 200;
const kLevels = { error: 'bad', fatal: 'bad', warning: 'warning' };

function confinement(server) {
  if (!server.confinement) return null;
  const { state, notEnforced = [], denied = [] } = server.confinement;
  return [
    badge(state, state === 'confined' ? 'good' : notEnforced.length > 0 ? 'warning' : 'none'),
    notEnforced.length > 0 && [' this kernel cannot enforce ', foreign(notEnforced.join(', '))],
    denied.length > 0 && [' denied: ', foreign(denied.join(', '))],
  ];
}

function clientsOf(app, server) {
  const named = (server.clients ?? []).map((index) => app.state.status.clients?.[index]?.client ?? 'a client without a name');
  return named.length > 0 && foreign([...new Set(named)].join(', '));
}

function aboutProcess(server) {
  const { container } = server;
  return [
    ['Process', server.pid],
    ['Processes', server.processes],
    ['Memory', (container?.memoryBytes ?? server.memoryBytes) !== undefined && memory(container?.memoryBytes ?? server.memoryBytes)],
    ['Container', container?.name && foreign(container.name)],
    ['Started', server.startedAt && day(server.startedAt)],
    ['Restarts', number(server.restarts)],
    ['Next attempt', server.nextAttemptMs !== undefined && `in ${span(server.nextAttemptMs)}`],
  ];
}

function about(app, server) {
  return facts([
    ['State', [stateBadges(server), server.state !== 'known' && ` for ${span(server.ageMs ?? 0)}`]],
    ['Principal', server.principal && foreignName(server.principal)],
    ['Project', server.project && foreignName(server.project)],
    ...aboutProcess(server),
    ['Tools', number(server.tools)],
    ['Calls', `${number(server.calls)}, ${number(server.callsInFlight ?? 0)} in flight, ${number(server.timeouts ?? 0)} timed out`],
    ['Clients', clientsOf(app, server)],
    ['Login', server.login?.text && foreign(server.login.text)],
    ['Confinement', confinement(server)],
  ]);
}

function run(app, server) {
  return h(
    'article',
    { class: 'card', key: keyOf(server) },
    about(app, server),
    server.lastError && [h('h2', null, 'Last error'), foreignText(server.lastError, { className: 'text error' }), remedyOf(app, server.lastError)],
    (server.withheld ?? []).length > 0 && [h('h2', null, 'Withheld'), h('ul', null, server.withheld.map((text) => h('li', { key: text }, foreign(text))))],
    server.login && login(app, server),
    h('div', { class: 'actions' }, serverActions(app, server)),
  );
}

function log(app, name, target) {
  const key = `log:${name}`;
  const entry = app.cached(key, () => app.request('workbench/log', { ...target, limit: kLines }));
  const lines = entry.value?.lines ?? [];
  const line = (each, at) => h('div', { key: at, class: 'line' }, h('time', null, clock(each.time)), badge(each.level, kLevels[each.level] ?? 'none'), foreign(each.text, { limit: 400 }));
  return h(
    'section',
    { 'aria-label': 'Log' },
    h('h2', null, 'Log ', button('Refresh', () => app.forget(key), { kind: 'quiet', name: 'Refresh the log' })),
    notice(entry.error && { tone: 'bad', text: entry.error.message }),
    entry.value && lines.length === 0 && empty('The log says nothing of this server yet. What it writes to stderr comes here.'),
    lines.length > 0 && h('div', { class: 'log', tabindex: '0', role: 'region', 'aria-label': 'Log lines' }, lines.map(line)),
  );
}

function review(app, name) {
  const report = app.state.locks[name];
  return h(
    'section',
    { 'aria-label': 'Review' },
    h('h2', null, 'Review'),
    h('p', { class: 'muted' }, 'Compares what the server lists now with workbench.lock.'),
    report && lockReport(app, report),
    notice(app.noticeOf(`lock:${name}`)),
    button('Compare', () => loadLock(app, name), { isBusy: app.isBusy(`lock:${name}`) }),
  );
}

export function serverPage(app, toolbox, server) {
  const name = `${toolbox}/${server}`;
  const target = { toolbox, server };
  const runs = (app.state.status?.servers ?? []).filter((each) => each.toolbox === toolbox && each.server === server);
  return [
    h('p', { class: 'trail' }, h('a', { href: hashOf('servers') }, 'Servers'), ' / ', foreignName(toolbox)),
    h('h1', { id: 'heading', tabindex: '-1' }, foreignName(server)),
    runs.map((each) => run(app, each)),
    app.state.status && runs.length === 0 && empty('No server of this name is configured.', h('p', null, h('a', { href: hashOf('servers') }, 'Show all servers'))),
    h('p', null, h('a', { href: hashOf('calls', [], { server: name }) }, 'Its calls'), ' · ', h('a', { href: hashOf('tools', [], { server: name }) }, 'Its tools')),
    app.seesEverything && [doctor(app, target), review(app, name), log(app, name, target)],
  ];
}
