// Decisions that hold until they are revoked.

import { h } from '../base/element.js';
import { foreignName } from '../base/visible.js';
import { day } from '../base/format.js';
import { button, facts, notice } from '../parts/controls.js';
import { json } from '../parts/json_view.js';

function standing(app, decision) {
  const key = `revoke:${decision.id}`;
  const target = [decision.toolbox, decision.server, decision.tool ?? decision.name].join('/');
  const revoke = () => app.run(key, async () => {
    await app.request('workbench/approvals/revoke', { id: decision.id });
    app.feed.refresh();
    app.focusNext('heading');
  });
  return h(
    'article',
    { class: 'card', key: decision.id },
    h('h3', null, foreignName(target)),
    facts([
      ['Arguments', decision.arguments === undefined ? 'any' : json(decision.arguments)],
      ['Client', decision.client && foreignName(decision.client)],
      ['Principal', decision.principal && foreignName(decision.principal)],
      ['Approved', [decision.who && ['by ', foreignName(decision.who), ', '], decision.how && [foreignName(decision.how), ', '], day(decision.since)]],
      ['Flows', decision.coversFlows && 'covered'],
    ]),
    notice(app.noticeOf(key)),
    h('div', { class: 'actions' }, button('Revoke', revoke, { isBusy: app.isBusy(key), name: `Revoke the approval of ${target}` })),
  );
}

export function standingApprovals(app) {
  const { standing: decisions } = app.state;
  if (decisions.length === 0) return null;
  return h(
    'section',
    { key: 'standing', 'aria-label': 'Standing approvals' },
    h('h2', null, 'Standing approvals ', h('span', { class: 'muted' }, decisions.length)),
    h('p', { class: 'muted' }, 'These calls are passed on without asking, until their session ends.'),
    decisions.map((decision) => standing(app, decision)),
  );
}
