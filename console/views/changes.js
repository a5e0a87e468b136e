// A server of which items are withheld, because they are not what was reviewed: the difference, and its acceptance by the
// hash that the person was shown.

import { h } from '../base/element.js';
import { foreign, foreignName } from '../base/visible.js';
import { badge, task } from '../parts/controls.js';
import { actions, card, named, texts } from '../parts/page.js';
import { diff } from '../parts/diff.js';
import { nameOf, serverLink } from '../parts/server_state.js';

const kSections = { tools: 'tool', prompts: 'prompt', resources: 'resource', resourceTemplates: 'resource template', instructions: 'instructions', serverInfo: 'server info', start: 'what starts it' };

async function loadLock(app, name) {
  const report = await app.request('lock', { server: name });
  const locks = Object.fromEntries(report.servers.map((server) => [server.server, server]));
  app.update({ locks: { ...app.state.locks, ...locks } });
  return report.isSame && 'Everything is as it was reviewed.';
}

export const lockButton = (app, name, label) => task(app, `lock:${name}`, label, () => loadLock(app, name), { name: `${label}: ${name}` });

function acceptButton(app, label, name, hash) {
  const accept = async () => {
    const { isAccepted } = await app.request('lock/accept', { name, expect: hash });
    await loadLock(app, name.split('/', 2).join('/'));
    if (isAccepted === false) throw new Error('It has changed since it was shown; nothing is accepted. This is the present difference.');
    app.feed.refresh();
    app.announce(`${name}: accepted`);
    return 'accepted';
  };
  return task(app, `accept:${name}`, label, accept, { name: `${label}: ${name}` });
}

function difference(found) {
  return h(
    'div',
    { key: found.field },
    h('h5', foreignName(found.field), found.class === 'note' && [' ', badge('does not count', 'none')]),
    diff(found.locked, found.listed),
  );
}

function item(app, server, found) {
  if (found.state === 'same' || found.state === 'unchecked') return null;
  const tone = { changed: 'warning', new: 'warning', added: 'warning', removed: 'none' }[found.state] ?? 'none';
  const name = `${server.server}/${found.name}`;
  const mayAccept = app.seesEverything && found.section === 'tools' && found.hash;
  return h(
    'section',
    { class: 'item', key: `${found.section} ${found.name ?? ''}` },
    h('h4', `${kSections[found.section] ?? found.section} `, named(found.name), ' ', badge(found.state, tone)),
    (found.differences ?? []).map(difference),
    found.definition !== undefined && diff(undefined, found.definition),
    mayAccept && acceptButton(app, 'Accept this tool', name, found.hash),
  );
}

/** The report of `mcp-workbench lock --diff` about one server. */
export function lockReport(app, server) {
  return [
    h('p', badge(server.state, server.state === 'same' ? 'good' : 'warning'), server.reason && [' ', foreign(server.reason)]),
    (server.items ?? []).map((found) => item(app, server, found)),
    server.state !== 'same' && server.hash && app.seesEverything &&
      actions(acceptButton(app, 'Accept all of it', server.server, server.hash), h('code.hash', server.hash)),
  ];
}

export function changedServer(app, server) {
  const name = nameOf(server);
  const report = app.state.locks[name];
  return card(
    server.card,
    h('h3', serverLink(server), ' ', badge('changed', 'warning')),
    texts(server.withheld),
    report && lockReport(app, report),
    app.seesEverything && lockButton(app, name, report ? 'Compare again' : 'Show the difference'),
  );
}
