// A call that waits for a person, and its answer. No key alone approves: a button has to have the focus. The buttons of a card
// that has come or moved do nothing for a moment, because a person may be about to press what was in their place.

import { h } from '../base/element.js';
import { foreign, foreignName, foreignText, visibleLine } from '../base/visible.js';
import { bytes, countdown, span } from '../base/format.js';
import { badge, button, facts, field } from '../parts/controls.js';
import { actions, aside, given, muted, named, texts } from '../parts/page.js';
import { json } from '../parts/json_view.js';

const kSettling = 600; // milliseconds
const movedAt = new WeakMap(); // when a card came to its place
const reasons = new Map(); // what a person has begun to write, by call
const wholes = new Map(); // calls with their whole arguments

const kSaid = { once: 'approved once', same_arguments: 'approved with these arguments', tool: 'the tool is approved', no: 'refused' };

const cardId = (call) => `approval-${call.id}`;

const isSettling = (call) => !(performance.now() - movedAt.get(document.getElementById(cardId(call))) >= kSettling);

const places = () => new Map([...document.querySelectorAll('.approval')].map((card) => [card, card.getBoundingClientRect().top]));

/** Is called before a drawing; what it returns, after: it notes which cards have moved, and forgets calls that have left. */
export function watchCards(app) {
  const before = places();
  return () => {
    const moved = [...places()].filter(([card, top]) => before.get(card) !== top);
    for (const [card] of moved) movedAt.set(card, performance.now());
    if (moved.length > 0) for (const delay of [0, kSettling + 10]) setTimeout(() => app.redraw(), delay);
    const known = new Set(app.state.approvals?.map(({ id }) => id));
    for (const map of [reasons, wholes]) for (const id of map.keys()) if (!known.has(id)) map.delete(id);
  };
}

function answer(app, call, decision) {
  if (isSettling(call)) return;
  const reason = reasons.get(call.id)?.trim();
  app.run('approve', async () => {
    const params = { ids: [call.id], decision, how: 'console', ...(decision === 'no' && reason && { reason }) };
    const { answered } = await app.request('approve', params);
    app.update({ approvals: app.state.approvals.filter(({ id }) => id !== call.id) });
    app.feed.refresh();
    const target = call.tool ?? call.name;
    if (answered === 0) throw new Error(`${target}: another answer was earlier, or its time was over.`);
    const text = `${target}: ${kSaid[decision]}`;
    app.announce(text);
    return text;
  });
}

function argumentsOf(app, call) {
  const whole = wholes.get(call.id) ?? call;
  const key = `whole:${call.id}`;
  const load = () => app.run(key, async () => void wholes.set(call.id, await app.request('approvals', { id: call.id })));
  return [
    json(whole.arguments ?? '{}'),
    whole.argumentsAreCut && [
      muted(`These are not all: they have ${bytes(call.argumentBytes)}. SHA-256 ${call.argumentsSha256}`),
      whole === call && button(`show all (${bytes(call.argumentBytes)})`, load, { isBusy: app.isBusy(key) }),
    ],
  ];
}

function timeLeft(call) {
  const left = call.deadline - Date.now();
  const text = left > 0 ? `${countdown(left)} left` : 'no time left';
  return h('span', { class: left < 60_000 ? 'time soon' : 'time' }, badge(text, left < 60_000 ? 'warning' : 'calm'));
}

function about(call) {
  return facts([
    ['Title', given(call.title)],
    ['Client', foreignName(call.client || 'a client without a name')],
    ['Principal', named(call.principal)],
    ['The entry asks for', texts(call.rules)],
    ['Hints of the server', texts(call.hints)],
    ['Flow', call.flow && foreignText(call.flow, { tag: 'span', className: '' })],
    ['Reviewed', call.since && foreign(call.since.replace(/^reviewed /, ''))],
    ['Waiting', span(Date.now() - call.asked)],
    ['State', call.state === 'announced' && 'the client was told; it repeats the call after your answer'],
  ]);
}

export function approvalCard(app, call) {
  const target = visibleLine(`${call.toolbox}/${call.server}/${call.tool ?? call.name}`);
  const decide = (label, decision, kind) =>
    button(label, (event) => event.detail < 2 && answer(app, call, decision), { kind, isBusy: app.isBusy('approve'), isHeld: isSettling(call), name: `${label}: ${target}` });
  return h(
    'article',
    { class: 'card approval', key: call.id, id: cardId(call), tabindex: '-1', 'aria-label': `Approval of ${target}` },
    h('h3', foreignName(call.tool ?? call.name), ' ', aside(foreignName(`${call.toolbox}/${call.server}`)), timeLeft(call)),
    call.method && facts([['Request', foreignName(call.method)]]),
    h('div.columns', h('div', argumentsOf(app, call)), about(call)),
    actions(
      decide('Approve once', 'once', 'primary'),
      decide('Approve these arguments', 'same_arguments'),
      decide('Approve the tool', 'tool'),
      h('span.refusal', field('Reason, for the model', { value: reasons.get(call.id), change: (value) => reasons.set(call.id, value), placeholder: 'optional' }), decide('Refuse', 'no', 'danger')),
    ),
  );
}
