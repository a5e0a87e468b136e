// Decisions that hold until they are revoked.

import { h } from '../base/element.js';
import { foreignName } from '../base/visible.js';
import { day } from '../base/format.js';
import { facts, task } from '../parts/controls.js';
import { actions, aside, card, muted, named, section } from '../parts/page.js';
import { json } from '../parts/json_view.js';

function standing(app, decision) {
  const key = `revoke:${decision.id}`;
  const target = [decision.toolbox, decision.server, decision.tool ?? decision.name].join('/');
  const revoke = () => app.request('approvals/revoke', { id: decision.id }).then(() => app.feed.refresh());
  return card(
    decision.id,
    h('h3', foreignName(target)),
    facts([
      ['Arguments', decision.arguments === undefined ? 'any' : json(decision.arguments)],
      ['Client', named(decision.client)],
      ['Principal', named(decision.principal)],
      ['Approved', [decision.who && ['by ', foreignName(decision.who), ', '], decision.how && [foreignName(decision.how), ', '], day(decision.since)]],
      ['Flows', decision.coversFlows && 'covered'],
    ]),
    actions(task(app, key, 'Revoke', revoke, { name: `Revoke the approval of ${target}` })),
  );
}

export function standingApprovals(app) {
  const { standing: decisions } = app.state;
  if (decisions.length === 0) return null;
  return section(
    'Standing approvals',
    aside(decisions.length),
    muted('These calls are passed on without asking, until their session ends.'),
    decisions.map((decision) => standing(app, decision)),
  );
}
