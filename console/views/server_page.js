// One server: its facts, what may be done with it, and what the log of the workbench says of it.

import { h } from '../base/element.js';
import { foreign, foreignName, foreignText } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { clock, day, memory, number, span } from '../base/format.js';
import { badge, button, empty, facts } from '../parts/controls.js';
import { actions, card, failure, heading, link, muted, named, section, texts } from '../parts/page.js';
import { memoryOf, stateBadges } from '../parts/server_state.js';
import { doctor, remedyOf } from '../parts/remedy.js';
import { login } from '../parts/login.js';
import { lockButton, lockReport } from './changes.js';
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
  const names = (server.clients ?? []).map((index) => app.state.status.clients?.[index]?.client ?? 'a client without a name');
  return names.length > 0 && foreign([...new Set(names)].join(', '));
}

function aboutProcess(server) {
  const { container } = server;
  return [
    ['Process', server.pid],
    ['Processes', server.processes],
    ['Memory', memoryOf(server) !== undefined && memory(memoryOf(server))],
    ['Container', container?.name && foreign(container.name)],
    ['Started', server.startedAt && day(server.startedAt)],
    ['Restarts', number(server.restarts)],
    ['Next attempt', server.nextAttemptMs !== undefined && `in ${span(server.nextAttempt - Date.now())}`],
  ];
}

function about(app, server) {
  return facts([
    ['State', [stateBadges(server), server.state !== 'known' && ` for ${span(Date.now() - server.since)}`]],
    ['Principal', named(server.principal)],
    ['Project', named(server.project)],
    ...aboutProcess(server),
    ['Tools', number(server.tools)],
    ['Calls', `${number(server.calls)}, ${number(server.callsInFlight ?? 0)} in flight, ${number(server.timeouts ?? 0)} timed out`],
    ['Clients', clientsOf(app, server)],
    ['Login', server.login?.text && foreign(server.login.text)],
    ['Confinement', confinement(server)],
  ]);
}

function run(app, server) {
  return card(
    server.key,
    about(app, server),
    server.lastError && [h('h2', 'Last error'), foreignText(server.lastError, { className: 'text error' }), remedyOf(app, server.lastError)],
    server.withheld?.length > 0 && [h('h2', 'Withheld'), texts(server.withheld)],
    server.login && login(app, server),
    actions(serverActions(app, server)),
  );
}

function log(app, name, target) {
  const key = `log:${name}`;
  const entry = app.cached(key, () => app.request('log', { ...target, limit: kLines }));
  const lines = entry.value?.lines ?? [];
  const line = (each, at) => h('div', { key: at, class: 'line' }, h('time', clock(each.time)), badge(each.level, kLevels[each.level] ?? 'none'), foreign(each.text, { limit: 400 }));
  return section(
    'Log',
    button('Refresh', () => app.forget(key), { kind: 'quiet', name: 'Refresh the log' }),
    failure(entry.error?.message),
    entry.value && lines.length === 0 && empty('The log says nothing of this server yet. What it writes to stderr comes here.'),
    lines.length > 0 && h('div', { class: 'log', tabindex: '0', role: 'region', 'aria-label': 'Log lines' }, lines.map(line)),
  );
}

function review(app, name) {
  const report = app.state.locks[name];
  return section(
    'Review',
    null,
    muted('Compares what the server lists now with workbench.lock.'),
    report && lockReport(app, report),
    lockButton(app, name, 'Compare'),
  );
}

export function serverPage(app, toolbox, server) {
  const name = `${toolbox}/${server}`;
  const target = { toolbox, server };
  const runs = (app.state.status?.servers ?? []).filter((each) => each.toolbox === toolbox && each.server === server);
  return [
    h('p.trail', link(hashOf('servers'), 'Servers'), ' / ', foreignName(toolbox)),
    heading(foreignName(server)),
    runs.map((each) => run(app, each)),
    app.state.status && runs.length === 0 && empty('No server of this name is configured.', h('p', link(hashOf('servers'), 'Show all servers'))),
    h('p', link(hashOf('calls', [], { server: name }), 'Its calls'), ' · ', link(hashOf('tools', [], { server: name }), 'Its tools')),
    app.seesEverything && [doctor(app, target), review(app, name), log(app, name, target)],
  ];
}
