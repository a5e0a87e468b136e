// The servers of each toolbox, and a page for each.

import { h } from '../base/element.js';
import { foreignName } from '../base/visible.js';
import { hashOf, replace } from '../base/route.js';
import { counted, memory, number, span } from '../base/format.js';
import { choice, empty, field } from '../parts/controls.js';
import { failure, groups, heading, link, loading, muted, named, table } from '../parts/page.js';
import { expiresSoon, isFailing, isUnconfined, memoryOf, needsLogin, stateBadges } from '../parts/server_state.js';
import { serverPage } from './server_page.js';

const kStates = ['known', 'starting', 'ready', 'idle', 'failed', 'stopped', 'stopping'];
const kFurther = { 'needs a login': needsLogin, 'login expires': expiresSoon, 'not confined': isUnconfined, 'with an error': isFailing };

function isShown(server, { text, state }) {
  const fits = !state || (Object.hasOwn(kFurther, state) ? kFurther[state](server) : server.state === state);
  return fits && (!text || `${server.toolbox}/${server.server}`.toLowerCase().includes(text.toLowerCase()));
}

function row(server) {
  const details = [server.principal, server.project].filter(Boolean).join(', ');
  return h(
    'tr',
    { key: server.key },
    h('th', { scope: 'row' }, link(hashOf('servers', [server.toolbox, server.server]), foreignName(server.server)), details && h('div.muted.small', foreignName(details))),
    h('td', stateBadges(server)),
    h('td.number.wide', server.state === 'known' ? '-' : span(Date.now() - server.since)),
    h('td.number', memory(memoryOf(server))),
    h('td.number.extra', number(server.calls)),
    h('td.number.wide', number(server.restarts)),
    h('td.problem', named(server.lastError)),
  );
}

const kHead = [['Server'], ['State'], ['For', 'number wide'], ['Memory', 'number'], ['Calls', 'number extra'], ['Restarts', 'number wide'], ['Last error', 'problem']];

const serverTable = (shown) => table('Servers', kHead, groups(shown, ({ toolbox }) => toolbox, ({ length }) => counted(length, 'server'), row, kHead), 'servers');

function list(app, query) {
  const all = app.state.status?.servers;
  const failed = failure(app.state.statusError, () => app.feed.refresh(['status']));
  if (!all) return failed || loading();
  if (all.length === 0) {
    return empty('No toolbox has a server.', h('p', 'Add one to the toolboxes file ', h('code', app.state.status.toolboxesFile ?? ''), ', or let ', h('code', 'mcp-workbench init'), ' find those of your other clients.'));
  }
  const shown = all.filter((server) => isShown(server, query));
  const used = shown.reduce((sum, server) => sum + (memoryOf(server) ?? 0), 0);
  return [
    failed,
    muted(h('span', { role: 'status' }, counted(shown.length, 'server')), `, ${memory(used)}`),
    shown.length > 0 ? serverTable(shown) : empty('No server matches.', h('p', link(hashOf('servers'), 'Show all servers'))),
  ];
}

function filters(query) {
  const change = (name) => (value) => replace(hashOf('servers', [], { ...query, [name]: value }));
  return h(
    'div.filters',
    field('Name', { value: query.text, change: change('text'), type: 'search', key: 'text' }),
    choice('State', [['', 'any'], ...kStates, ...Object.keys(kFurther)], { value: query.state ?? '', change: change('state'), key: 'state' }),
  );
}

// Memory and calls change without a word of the workbench.
const kPeriod = 10_000; // milliseconds
let timer;

export const servers = {
  name: 'Servers',
  draw(app, { parts, query }) {
    if (parts.length >= 2) return serverPage(app, parts[0], parts[1]);
    return [heading('Servers'), filters(query), list(app, query)];
  },
  enter(app) {
    const load = () => document.hidden || app.feed.refresh(['status']);
    if (timer) return;
    load();
    timer = setInterval(load, kPeriod);
  },
  leave() {
    timer = clearInterval(timer);
  },
};
