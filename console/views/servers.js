// The servers of each toolbox, and a page for each.

import { h } from '../base/element.js';
import { foreignName } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { counted, memory, number, span } from '../base/format.js';
import { choice, empty, field } from '../parts/controls.js';
import { expiresSoon, isFailing, isUnconfined, keyOf, needsLogin, stateBadges } from '../parts/server_state.js';
import { serverPage } from './server_page.js';

const kStates = ['known', 'starting', 'ready', 'idle', 'failed', 'stopped', 'stopping'];
const kFurther = { 'needs a login': needsLogin, 'login expires': expiresSoon, 'not confined': isUnconfined, 'with an error': isFailing };

export const memoryOf = (server) => server.container?.memoryBytes ?? server.memoryBytes;

function isShown(server, { text, state }) {
  const fits = !state || (Object.hasOwn(kFurther, state) ? kFurther[state](server) : server.state === state);
  return fits && (!text || `${server.toolbox}/${server.server}`.toLowerCase().includes(text.toLowerCase()));
}

function row(server) {
  const details = [server.principal, server.project].filter(Boolean).join(', ');
  return h(
    'tr',
    { key: keyOf(server) },
    h('th', { scope: 'row' }, h('a', { href: hashOf('servers', [server.toolbox, server.server]) }, foreignName(server.server)), details && h('div', { class: 'muted small' }, foreignName(details))),
    h('td', null, stateBadges(server)),
    h('td', { class: 'number wide' }, server.state === 'known' ? '-' : span(server.ageMs ?? 0)),
    h('td', { class: 'number' }, memory(memoryOf(server))),
    h('td', { class: 'number extra' }, number(server.calls)),
    h('td', { class: 'number wide' }, number(server.restarts)),
    h('td', { class: 'problem' }, server.lastError && foreignName(server.lastError)),
  );
}

function toolbox([name, servers]) {
  return h(
    'tbody',
    { key: name },
    h('tr', { class: 'group' }, h('th', { colspan: 7, scope: 'rowgroup' }, foreignName(name), ' ', h('span', { class: 'muted' }, counted(servers.length, 'server')))),
    servers.map(row),
  );
}

const kHead = [['Server'], ['State'], ['For', 'number wide'], ['Memory', 'number'], ['Calls', 'number extra'], ['Restarts', 'number wide'], ['Last error', 'problem']];

function table(servers) {
  const groups = new Map();
  for (const server of servers) groups.set(server.toolbox, [...(groups.get(server.toolbox) ?? []), server]);
  const head = h('tr', null, kHead.map(([text, kind]) => h('th', { scope: 'col', class: kind }, text)));
  return h('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': 'Servers' }, h('table', { class: 'servers' }, h('thead', null, head), [...groups].map(toolbox)));
}

function list(app, query) {
  const all = app.state.status?.servers;
  if (!all) return h('p', { class: 'muted', role: 'status' }, 'Loading…');
  if (all.length === 0) {
    return empty('No toolbox has a server.', h('p', null, 'Add one to the toolboxes file ', h('code', null, app.state.status.toolboxesFile ?? ''), ', or let ', h('code', null, 'mcp-workbench init'), ' find those of your other clients.'));
  }
  const shown = all.filter((server) => isShown(server, query));
  const used = shown.reduce((sum, server) => sum + (memoryOf(server) ?? 0), 0);
  return [
    h('p', { class: 'muted', role: 'status' }, `${counted(shown.length, 'server')}, ${memory(used)}`),
    shown.length > 0 ? table(shown) : empty('No server matches.', h('p', null, h('a', { href: hashOf('servers') }, 'Show all servers'))),
  ];
}

function filters(query) {
  const change = (name) => (value) => history.replaceState(null, '', hashOf('servers', [], { ...query, [name]: value })) ?? dispatchEvent(new HashChangeEvent('hashchange'));
  return h(
    'div',
    { class: 'filters' },
    field('Name', { value: query.text, change: change('text'), type: 'search', key: 'text' }),
    choice('State', [['', 'any'], ...kStates, ...Object.keys(kFurther)], { value: query.state ?? '', change: change('state'), key: 'state' }),
  );
}

export const servers = {
  name: 'Servers',
  draw(app, { parts, query }) {
    if (parts.length >= 2) return serverPage(app, parts[0], parts[1]);
    return [h('h1', { id: 'heading', tabindex: '-1' }, 'Servers'), filters(query), list(app, query)];
  },
};
