// Calls as they end, with filters; and pages of one call and of one session.

import { h } from '../base/element.js';
import { foreignName } from '../base/visible.js';
import { hashOf, replace } from '../base/route.js';
import { bytes, clock, counted, duration } from '../base/format.js';
import { badge, button, choice, empty, field, notice } from '../parts/controls.js';
import { actions, headRow, heading, link, loading, muted } from '../parts/page.js';
import { nameOf } from '../parts/server_state.js';
import { windowed } from '../parts/windowed.js';
import { CallFeed, exported, filterOf } from './call_feed.js';
import { callPage } from './call_page.js';
import { sessionPage } from './session_page.js';

const kOutcomes = {
  good: ['result'],
  warning: ['tool_error', 'refused', 'login_required', 'busy'],
  bad: ['unavailable', 'timed_out', 'server_error', 'failed'],
  calm: ['input_required'],
  moving: ['running'],
  none: ['cancelled'],
};

export const toneOf = (outcome) => Object.keys(kOutcomes).find((tone) => kOutcomes[tone].includes(outcome)) ?? 'none';
export const outcomeBadge = (outcome) => badge(outcome, toneOf(outcome));

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

const kHead = [['Time', 'time-of-day'], ['Tool', 'tool'], ['Server', 'wide'], ['Client', 'wide'], ['Outcome', 'outcome'], ['Took', 'number span'], ['In', 'number wide'], ['Out', 'number wide']];

function row(call, index) {
  const { id, time, tool, toolbox, server, client, principal, outcome, milliseconds, since, bytesIn, bytesOut } = call;
  const cells = [
    clock(time),
    link(hashOf('calls', [id]), foreignName(tool || '(no name)')),
    foreignName(toolbox ? `${toolbox}/${server}` : ''),
    foreignName([client ?? '', principal ? `as ${principal}` : ''].join(' ')),
    outcomeBadge(outcome),
    duration(since ? Date.now() - since : milliseconds),
    bytes(bytesIn),
    bytes(bytesOut || null),
  ];
  return h('tr', { key: id, 'aria-rowindex': index }, cells.map((cell, at) => h('td', { class: kHead[at][1] }, cell)));
}

function filters(app, query) {
  const go = (changes) => replace(hashOf('calls', [], { ...app.state.route.query, ...changes }));
  const search = (label, name) => {
    const change = (value) => {
      clearTimeout(timers.get(name));
      timers.set(name, setTimeout(() => go({ [name]: value }), 250));
    };
    return field(label, { value: query[name], change, type: 'search', key: name });
  };
  const { servers = [], clients = [] } = app.state.status ?? {};
  const list = (label, name, known) => choice(label, [['', 'any'], ...new Set([...known, query[name]].filter(Boolean))], { value: query[name] ?? '', change: (value) => go({ [name]: value }), key: name });
  return h(
    'div.filters',
    list('Server', 'server', servers.map(nameOf)),
    search('Tool (exact name)', 'tool'),
    list('Client', 'client', clients.map(({ client }) => client)),
    list('Outcome', 'outcome', Object.values(kOutcomes).flat()),
    search('Text', 'text'),
  );
}

const timers = new Map(); // of filters that are being written, by name
const stopTimers = () => timers.forEach((timer) => clearTimeout(timer));

function download(app, filter) {
  return app.run('export', async () => {
    const lines = await exported(app, filter);
    const href = URL.createObjectURL(new Blob(lines, { type: 'application/jsonl' }));
    Object.assign(document.createElement('a'), { href, download: 'calls.jsonl' }).click();
    URL.revokeObjectURL(href);
    return `${counted(lines.length, 'call')} in calls.jsonl`;
  });
}

function commands(app, shown) {
  const pause = () => {
    shown.isPaused = !shown.isPaused;
    if (!shown.isPaused) shown.showPending();
    app.redraw();
  };
  return actions(
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
  if (shown.isRefused) return null;
  if (!shown.isLoaded) return loading();
  if (rows.length === 0) {
    const isFiltered = Object.keys(shown.filter).length > 0;
    return empty(isFiltered ? 'No call matches.' : 'No call yet.', h('p', isFiltered ? link(hashOf('calls'), 'Show all calls') : 'Calls of agents come here as they end. You can call one yourself: ', !isFiltered && link(hashOf('tools'), 'Tools')));
  }
  return windowed({ view: shown.view, name: 'Calls', head: headRow(kHead, { 'aria-rowindex': 1 }), rows, row, columns: kHead.length, redraw: () => app.redraw() });
}

function sums(shown) {
  const texts = [`${counted(shown.kept, 'call')} kept`];
  if (shown.lost > 0) texts.push(`${counted(shown.lost, 'older call')} no longer`);
  if (shown.skipped > 0) texts.push(`${counted(shown.skipped, 'call')} not in this list, because there were too many at once`);
  if (shown.runningNow.length > 0) texts.push(`${shown.runningNow.length} running`);
  return texts.join(', ');
}

export const calls = {
  name: 'Calls',
  draw(app, { parts, query }) {
    if (parts.length > 0) stopTimers();
    if (parts[0] === 'session' && parts[1]) return sessionPage(app, parts[1]);
    if (parts[0]) return callPage(app, Number(parts[0]));
    const shown = feedOf(app, query);
    return [
      heading('Calls'),
      filters(app, query),
      commands(app, shown),
      notice(app.noticeOf('export')),
      notice(shown.error && { tone: 'bad', text: shown.error }),
      !shown.isRefused && muted(sums(shown)),
      list(app, shown),
    ];
  },
  leave() {
    stopTimers();
    feed?.close();
    feed = null;
  },
};
