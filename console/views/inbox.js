// What waits for a person, the most urgent first.

import { h } from '../base/element.js';
import { foreign, foreignName, foreignText } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { counted, span } from '../base/format.js';
import { badge, button, empty, facts, notice } from '../parts/controls.js';
import { nameOf, needsLogin, stateBadges } from '../parts/server_state.js';
import { doctor, remedyOf } from '../parts/remedy.js';
import { login } from '../parts/login.js';
import { serverActions } from './server_actions.js';
import { approvalCard } from './approvals.js';
import { changedServer } from './changes.js';
import { inboxItems } from './inbox_items.js';
import { standingApprovals } from './standing.js';

function section(title, items, one) {
  if (items.length === 0) return null;
  return h('section', { key: title, 'aria-label': title }, h('h2', null, title, ' ', h('span', { class: 'muted' }, items.length)), items.map(one));
}

export const serverLink = (server) => h('a', { href: hashOf('servers', [server.toolbox, server.server]) }, foreignName(nameOf(server)));

function loginCard(app, server) {
  const text = server.login.text ?? '';
  return h(
    'article',
    { class: 'card', key: `${nameOf(server)} ${server.principal ?? ''}` },
    h('h3', null, serverLink(server), ' ', badge(needsLogin(server) ? 'needs a login' : 'login expires', 'warning')),
    server.principal && facts([['Principal', foreignName(server.principal)]]),
    h('p', null, foreign(text)),
    login(app, server),
  );
}

function inputCard(input, at) {
  return h(
    'article',
    { class: 'card', key: `${input.client} ${at}` },
    h('h3', null, badge('waits for an input', 'warning')),
    foreignText(input.message ?? '', { tag: 'p', className: 'quote' }),
    facts([
      ['Client', input.client ? foreignName(input.client) : 'a client without a name'],
      ['Principal', input.principal && foreignName(input.principal)],
      ['Request', input.method && foreignName(input.method)],
      ['Server', input.server && foreignName(nameOf(input))],
      ['Waiting', input.waitingSeconds !== undefined && span(1000 * input.waitingSeconds)],
    ]),
    h('p', { class: 'muted' }, 'It is answered in the client that shows it.'),
  );
}

function failingCard(app, server) {
  return h(
    'article',
    { class: 'card', key: `${nameOf(server)} ${server.principal ?? ''} ${server.project ?? ''}` },
    h('h3', null, serverLink(server), ' ', stateBadges(server)),
    foreignText(server.lastError ?? '', { className: 'text error' }),
    server.lastError && remedyOf(app, server.lastError),
    h('div', { class: 'actions' }, serverActions(app, server), doctor(app, server)),
  );
}

const entryErrorCard = (text) => h('article', { class: 'card', key: text }, h('h3', null, badge('not used', 'bad')), foreignText(text, { tag: 'p' }));

function nothing(app) {
  if (!app.state.approvals || !app.state.status) return h('p', { class: 'muted', role: 'status' }, 'Loading…');
  return empty(
    'Nothing waits for you.',
    h('p', null, 'Calls that need an approval, changed tools, logins and failing servers will be here. ', h('a', { href: hashOf('calls') }, 'See what agents do now'), '.'),
  );
}

export const inbox = {
  name: 'Inbox',
  draw(app) {
    const items = inboxItems(app);
    return [
      h('h1', { id: 'heading', tabindex: '-1' }, 'Inbox'),
      items.count > 0 && h('p', { class: 'muted' }, `${counted(items.count, 'item')} ${items.count === 1 ? 'waits' : 'wait'}, the most urgent first.`),
      notice(app.noticeOf('approve')),
      section('Approvals', items.approvals, (call) => approvalCard(app, call)),
      section('Logins', items.logins, (server) => loginCard(app, server)),
      section('Inputs without an answer', items.inputs, inputCard),
      section('Changed tools', items.changed, (server) => changedServer(app, server)),
      section('Failing servers', items.failing, (server) => failingCard(app, server)),
      section('Entries that are not used', items.entryErrors, entryErrorCard),
      items.count === 0 && nothing(app),
      standingApprovals(app),
      button('Refresh', () => app.feed.refresh(), { kind: 'quiet', key: 'refresh' }),
    ];
  },
};
