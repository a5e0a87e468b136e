// A server of which items are withheld, because they are not what was reviewed: the difference, and its acceptance, which
// is bound to the hash that the person was shown.

import { h } from '../base/element.js';
import { foreign, foreignName } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { badge, button, notice } from '../parts/controls.js';
import { diff } from '../parts/diff.js';
import { nameOf } from '../parts/server_state.js';

const kSections = { tools: 'tool', prompts: 'prompt', resources: 'resource', resourceTemplates: 'resource template', instructions: 'instructions', serverInfo: 'server info', start: 'what starts it' };

export function loadLock(app, name) {
  return app.run(`lock:${name}`, async () => {
    const report = await app.request('workbench/lock', name ? { server: name } : {});
    const locks = Object.fromEntries(report.servers.map((server) => [server.server, server]));
    app.update({ locks: { ...app.state.locks, ...locks } });
    return report.isSame ? 'Everything is as it was reviewed.' : undefined;
  });
}

function accept(app, name, hash) {
  const key = `accept:${name}`;
  return app.run(key, async () => {
    const { isAccepted } = await app.request('workbench/lock/accept', { name, expect: hash });
    const [toolbox, server] = name.split('/');
    await loadLock(app, `${toolbox}/${server}`);
    if (isAccepted === false) throw new Error('It has changed since it was shown; nothing is accepted. This is the present difference.');
    app.feed.refresh();
    app.announce(`${name}: accepted`);
    app.focusNext('heading');
    return 'accepted';
  });
}

function difference(found) {
  return h(
    'div',
    { key: found.field },
    h('h5', null, foreignName(found.field), found.class === 'note' && [' ', badge('does not count', 'none')]),
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
    h('h4', null, `${kSections[found.section] ?? found.section} `, found.name && foreignName(found.name), ' ', badge(found.state, tone)),
    (found.differences ?? []).map(difference),
    found.definition !== undefined && diff(undefined, found.definition),
    mayAccept && button('Accept this tool', () => accept(app, name, found.hash), { isBusy: app.isBusy(`accept:${name}`), name: `Accept this tool: ${name}` }),
    notice(app.noticeOf(`accept:${name}`)),
  );
}

/** The report of `mcp-workbench lock --diff` about one server. */
export function lockReport(app, server) {
  const busy = app.isBusy(`accept:${server.server}`);
  return [
    h('p', null, badge(server.state, server.state === 'same' ? 'good' : 'warning'), server.reason && [' ', foreign(server.reason)]),
    (server.items ?? []).map((found) => item(app, server, found)),
    server.state !== 'same' && server.hash && app.seesEverything &&
      h('div', { class: 'actions' }, button('Accept all of it', () => accept(app, server.server, server.hash), { isBusy: busy, name: `Accept all of it: ${server.server}` }), h('code', { class: 'hash' }, server.hash)),
    notice(app.noticeOf(`accept:${server.server}`)),
  ];
}

export function changedServer(app, server) {
  const name = nameOf(server);
  const report = app.state.locks[name];
  const show = () => loadLock(app, name);
  return h(
    'article',
    { class: 'card', key: name },
    h('h3', null, h('a', { href: hashOf('servers', [server.toolbox, server.server]) }, foreignName(name)), ' ', badge('changed', 'warning')),
    h('ul', null, server.withheld.map((sentence) => h('li', { key: sentence }, foreign(sentence)))),
    notice(app.noticeOf(`lock:${name}`)),
    report && lockReport(app, report),
    app.seesEverything && button(report ? 'Compare again' : 'Show the difference', show, { isBusy: app.isBusy(`lock:${name}`), name: `${report ? 'Compare again' : 'Show the difference'}: ${name}` }),
  );
}
