// What waits for a person, the most urgent first.

import { h } from '../base/element.js';
import { foreign, foreignName, foreignText } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { counted, span } from '../base/format.js';
import { badge, button, empty, facts, notice } from '../parts/controls.js';
import { actions, aside, card, failure, heading, link, loading, muted, named, section } from '../parts/page.js';
import { nameOf, needsLogin, serverLink, stateBadges } from '../parts/server_state.js';
import { doctor, remedyOf } from '../parts/remedy.js';
import { login } from '../parts/login.js';
import { serverActions } from './server_actions.js';
import { approvalCard } from './approvals.js';
import { changedServer } from './changes.js';
import { inboxItems } from './inbox_items.js';
import { standingApprovals } from './standing.js';

const list = (title, items, one) => items.length > 0 && section(title, aside(items.length), items.map(one));

function loginCard(app, server) {
  const text = server.login.text ?? '';
  return card(
    server.card,
    h('h3', serverLink(server), ' ', badge(needsLogin(server) ? 'needs a login' : 'login expires', 'warning')),
    server.principal && facts([['Principal', foreignName(server.principal)]]),
    h('p', foreign(text)),
    login(app, server),
  );
}

function inputCard(input, at) {
  return card(
    `${input.client} ${at}`,
    h('h3', badge('waits for an input', 'warning')),
    foreignText(input.message ?? '', { tag: 'p', className: 'quote' }),
    facts([
      ['Client', foreignName(input.client || 'a client without a name')],
      ['Principal', named(input.principal)],
      ['Request', named(input.method)],
      ['Server', input.server && foreignName(nameOf(input))],
      ['Waiting', input.waitingSeconds !== undefined && span(Date.now() - input.asked)],
    ]),
    muted('It is answered in the client that shows it.'),
  );
}

function failingCard(app, server) {
  return card(
    server.card,
    h('h3', serverLink(server), ' ', stateBadges(server)),
    server.principal && facts([['Principal', foreignName(server.principal)]]),
    foreignText(server.lastError ?? '', { className: 'text error' }),
    server.lastError && remedyOf(app, server.lastError),
    actions(serverActions(app, server), doctor(app, server)),
  );
}

const entryErrorCard = (text) => card(text, h('h3', badge('not used', 'bad')), foreignText(text, { tag: 'p' }));

function nothing(app) {
  const { approvals, status, approvalsError, statusError } = app.state;
  if (approvalsError || statusError) return null;
  if (!approvals || !status) return loading();
  return empty(
    'Nothing waits for you.',
    h('p', 'Calls that need an approval, changed tools, logins and failing servers will be here. ', link(hashOf('calls'), 'See what agents do now'), '.'),
  );
}

export const inbox = {
  name: 'Inbox',
  draw(app) {
    const items = inboxItems(app);
    return [
      heading('Inbox'),
      items.count > 0 && muted(`${counted(items.count, 'item')} ${items.count === 1 ? 'waits' : 'wait'}, the most urgent first.`),
      notice(app.noticeOf('approve')),
      failure(app.state.approvalsError ?? app.state.statusError, () => app.feed.refresh()),
      list('Approvals', items.approvals, (call) => approvalCard(app, call)),
      list('Logins', items.logins, (server) => loginCard(app, server)),
      list('Inputs without an answer', items.inputs, inputCard),
      list('Changed tools', items.changed, (server) => changedServer(app, server)),
      list('Failing servers', items.failing, (server) => failingCard(app, server)),
      list('Entries that are not used', items.entryErrors, entryErrorCard),
      items.count === 0 && nothing(app),
      standingApprovals(app),
      button('Refresh', () => app.feed.refresh(), { kind: 'quiet', key: 'refresh' }),
    ];
  },
};
