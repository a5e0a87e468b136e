// Calls as they end, with filters; and pages of one call and of one session.

import { h } from '../base/element.js';
import { foreignName } from '../base/visible.js';
import { hashOf } from '../base/route.js';
import { bytes, clock, counted, duration } from '../base/format.js';
import { badge, button, choice, empty, field, notice } from '../parts/controls.js';
import { windowed } from '../parts/windowed.js';
import { CallFeed, exported, filterOf } from './call_feed.js';
import { callPage } from './call_page.js';
import { sessionPage } from './session_page.js';

export const kOutcomes = {
  result: 'good',
  tool_error: 'warning',
  input_required: 'calm',
  refused: 'warning',
  unavailable: 'bad',
  timed_out: 'bad',
  login_required: 'warning',
  busy: 'warning',
  server_error: 'bad',
  failed: 'bad',
  cancelled: 'none',
  running: 'moving',
};

let feed = null;

/** The feed of the filter; another filter is another feed. */
function feedOf(app, query) {
  const filter = filterOf(query);
  if (feed?.key === JSON.stringify(filter)) return feed;
  const isPaused = feed?.isPaused ?? false;
  feed?.close();
  feed = new CallFeed(app, filter);
  feed.isPaused = isPaused;
  return feed;
}

const kHead = [
  ['Time', 'time-of-day'],
  ['Tool', 'tool'],
  ['Server', 'wide'],
  ['Client', 'wide'],
  ['Outcome', 'outcome'],
  ['Took', 'number span'],
  ['In', 'number wide'],
  ['Out', 'number wide'],
];

function row(call) {
  const { id, time, tool, toolbox, server, client, principal, outcome, milliseconds, bytesIn, bytesOut } = call;
  const cells = [
    clock(time),
    h('a', { href: hashOf('calls', [id]) }, foreignName(tool || '(no name)')),
    foreignName(toolbox ? `${toolbox}/${server}` : ''),
    foreignName([client ?? '', principal ? `as ${principal}` : ''].join(' ')),
    badge(outcome, kOutcomes[outcome] ?? 'none'),
    duration(milliseconds),
    bytes(bytesIn),
    bytes(bytesOut),
  ];
  return h('tr', { key: id }, cells.map((cell, at) => h('td', { class: kHead[at][1] }, cell)));
}

function filters(app, query) {
  const go = (changes) => {
    history.replaceState(null, '', hashOf('calls', [], { ...query, ...changes }));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const change = (name) => debounced((value) => go({ [name]: value }));
  const servers = [...new Set((app.state.status?.servers ?? []).map(({ toolbox, server }) => `${toolbox}/${server}`))];
  if (query.server && !servers.includes(query.server)) servers.unshift(query.server);
  const names = [...new Set((app.state.status?.clients ?? []).map(({ client }) => client).filter(Boolean))];
  if (query.client && !names.includes(query.client)) names.unshift(query.client);
  return h(
    'div',
    { class: 'filters' },
    choice('Server', [['', 'any'], ...servers], { value: query.server ?? '', change: (server) => go({ server }), key: 'server' }),
    field('Tool', { value: query.tool, change: change('tool'), type: 'search', key: 'tool' }),
    choice('Client', [['', 'any'], ...names], { value: query.client ?? '', change: (client) => go({ client }), key: 'client' }),
    choice('Outcome', [['', 'any'], ...Object.keys(kOutcomes)], { value: query.outcome ?? '', change: (outcome) => go({ outcome }), key: 'outcome' }),
    field('Text', { value: query.text, change: change('text'), type: 'search', key: 'words' }),
  );
}

let timer;
const debounced = (act) => (value) => {
  clearTimeout(timer);
  timer = setTimeout(() => act(value), 250);
};

function download(app, filter) {
  return app.run('export', async () => {
    const lines = await exported(app, filter);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(lines, { type: 'application/jsonl' }));
    link.download = 'calls.jsonl';
    link.click();
    URL.revokeObjectURL(link.href);
    return `${counted(lines.length, 'call')} in calls.jsonl`;
  });
}

function actions(app, shown) {
  const pause = () => {
    shown.isPaused = !shown.isPaused;
    if (!shown.isPaused) shown.showPending();
    app.redraw();
  };
  return h(
    'div',
    { class: 'actions' },
    button(shown.isPaused ? 'Continue' : 'Pause', pause, { key: 'pause' }),
    button('Export as JSON lines', () => download(app, shown.filter), { isBusy: app.isBusy('export'), key: 'export' }),
    shown.pending.length > 0 && button(`Show ${counted(shown.pending.length, 'new call')}`, () => toTop(app, shown), { kind: 'primary', key: 'pending' }),
  );
}

function toTop(app, shown) {
  shown.view.top = 0;
  const list = document.querySelector('.windowed');
  if (list) list.scrollTop = 0;
  shown.showPending();
  app.redraw();
}

function list(app, shown) {
  const rows = [...shown.running, ...shown.calls];
  if (!shown.isLoaded) return h('p', { class: 'muted', role: 'status' }, 'Loading…');
  if (rows.length === 0) {
    const isFiltered = Object.keys(shown.filter).length > 0;
    return empty(isFiltered ? 'No call matches.' : 'No call yet.', h('p', null, isFiltered ? h('a', { href: hashOf('calls') }, 'Show all calls') : 'Calls of agents come here as they end. You can call one yourself: ', !isFiltered && h('a', { href: hashOf('tools') }, 'Tools')));
  }
  const head = h('tr', null, kHead.map(([text, kind]) => h('th', { scope: 'col', class: kind }, text)));
  return windowed({ view: shown.view, name: 'Calls', head, rows, row, columns: kHead.length, redraw: () => app.redraw() });
}

function sums(shown) {
  const texts = [`${counted(shown.kept, 'call')} kept`];
  if (shown.lost > 0) texts.push(`${counted(shown.lost, 'older call')} no longer`);
  if (shown.skipped > 0) texts.push(`${counted(shown.skipped, 'call')} not in this list, because there were too many at once`);
  if (shown.running.length > 0) texts.push(`${shown.running.length} running`);
  return texts.join(', ');
}

export const calls = {
  name: 'Calls',
  draw(app, { parts, query }) {
    if (parts[0] === 'session' && parts[1]) return sessionPage(app, parts[1]);
    if (parts[0]) return callPage(app, Number(parts[0]));
    const shown = feedOf(app, query);
    return [
      h('h1', { id: 'heading', tabindex: '-1' }, 'Calls'),
      filters(app, query),
      actions(app, shown),
      notice(app.noticeOf('export')),
      notice(shown.error && { tone: 'bad', text: shown.error }),
      h('p', { class: 'muted' }, sums(shown)),
      list(app, shown),
    ];
  },
  leave() {
    feed?.close();
    feed = null;
  },
};
