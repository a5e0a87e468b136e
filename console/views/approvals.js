// A call that waits for a person, and its answer. No key alone approves: a button has to have the focus. New calls come below,
// and after an answer, buttons do nothing for a moment, because another call may have moved to their place.

import { h } from '../base/element.js';
import { foreign, foreignName, foreignText, visibleLine } from '../base/visible.js';
import { bytes, countdown, span } from '../base/format.js';
import { badge, button, facts, field } from '../parts/controls.js';
import { json } from '../parts/json_view.js';

const kSettling = 600; // milliseconds
let movedAt = -kSettling;
const reasons = new Map(); // what a person has begun to write, by call
const wholes = new Map(); // calls with their whole arguments

const kSaid = { once: 'approved once', same_arguments: 'approved with these arguments', tool: 'the tool is approved', no: 'refused' };

export const cardId = (call) => `approval-${call.id}`;

const isSettling = () => performance.now() - movedAt < kSettling;

function answer(app, call, decision) {
  if (isSettling()) return;
  const reason = reasons.get(call.id)?.trim();
  const others = (app.state.approvals ?? []).filter(({ id }) => id !== call.id);
  app.run('approve', async () => {
    const params = { ids: [call.id], decision, how: 'console', ...(decision === 'no' && reason && { reason }) };
    const { answered } = await app.request('workbench/approve', params);
    reasons.delete(call.id);
    wholes.delete(call.id);
    movedAt = performance.now();
    setTimeout(() => app.redraw(), kSettling + 10);
    app.update({ approvals: others });
    app.feed.refresh();
    app.focusNext(...others.map(cardId), 'heading');
    const target = visibleLine(call.tool ?? call.name ?? '');
    if (answered === 0) throw new Error(`${target}: another answer was earlier, or its time was over.`);
    app.announce(`${target}: ${kSaid[decision]}`);
    return `${target}: ${kSaid[decision]}`;
  });
}

function argumentsOf(app, call) {
  const whole = wholes.get(call.id) ?? call;
  const key = `whole:${call.id}`;
  const load = () => app.run(key, async () => void wholes.set(call.id, await app.request('workbench/approvals', { id: call.id })));
  return [
    json(whole.arguments ?? '{}'),
    whole.argumentsAreCut && [
      h('p', { class: 'muted' }, `These are not all: they have ${bytes(call.argumentBytes)}. SHA-256 ${call.argumentsSha256}`),
      whole === call && button(`show all (${bytes(call.argumentBytes)})`, load, { isBusy: app.isBusy(key) }),
    ],
  ];
}

function timeLeft(call) {
  const left = call.deadline - Date.now();
  const text = left > 0 ? `${countdown(left)} left` : 'no time left';
  return h('span', { class: left < 60_000 ? 'time soon' : 'time' }, badge(text, left < 60_000 ? 'warning' : 'calm'));
}

const texts = (list) => h('ul', null, (list ?? []).map((text) => h('li', { key: text }, foreign(text))));

function about(call) {
  return facts([
    ['Title', call.title && foreign(call.title)],
    ['Client', call.client ? foreignName(call.client) : 'a client without a name'],
    ['Principal', call.principal && foreignName(call.principal)],
    ['Asks because', (call.rules ?? []).length > 0 && texts(call.rules)],
    ['Hints of the server', (call.hints ?? []).length > 0 && texts(call.hints)],
    ['Flow', call.flow && foreignText(call.flow, { tag: 'span', className: '' })],
    ['Since', call.since && foreign(call.since)],
    ['Waiting', span(Date.now() - call.asked)],
    ['State', call.state === 'announced' && 'the client was told; it repeats the call after your answer'],
  ]);
}

export function approvalCard(app, call) {
  const target = visibleLine(`${call.toolbox}/${call.server}/${call.tool ?? call.name}`);
  const decide = (label, decision, kind) =>
    button(label, (event) => event.detail < 2 && answer(app, call, decision), { kind, isBusy: app.isBusy('approve') || isSettling(), name: `${label}: ${target}` });
  return h(
    'article',
    { class: 'card approval', key: call.id, id: cardId(call), tabindex: '-1', 'aria-label': `Approval of ${target}` },
    h('h3', null, foreignName(call.tool ?? call.name), ' ', h('span', { class: 'muted' }, foreignName(`${call.toolbox}/${call.server}`)), timeLeft(call)),
    call.method && facts([['Request', foreignName(call.method)]]),
    h('div', { class: 'columns' }, h('div', null, argumentsOf(app, call)), about(call)),
    h(
      'div',
      { class: 'actions' },
      decide('Approve once', 'once', 'primary'),
      decide('Approve these arguments', 'same_arguments'),
      decide('Approve the tool', 'tool'),
      h('span', { class: 'refusal' }, field('Reason, for the model', { change: (value) => reasons.set(call.id, value), placeholder: 'optional' }), decide('Refuse', 'no', 'danger')),
    ),
  );
}
