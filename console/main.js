// The start of the page: the code in the address is exchanged for a session, and the frame around the views is drawn.

import { App } from './app.js';
import { draw, h } from './base/element.js';
import { hashOf, routeOf } from './base/route.js';
import { countdown } from './base/format.js';
import { keepFocus } from './base/focus.js';
import { foreign } from './base/visible.js';
import { button, notice } from './parts/controls.js';
import { signIn } from './views/sign_in.js';
import { watchCards } from './views/approvals.js';
import { inbox } from './views/inbox.js';
import { inboxItems } from './views/inbox_items.js';
import { servers } from './views/servers.js';
import { calls } from './views/calls.js';
import { tools } from './views/tools.js';
import { toolboxes } from './views/toolboxes.js';

// A view: {name, draw(app, route)}, and perhaps enter(app, route) and leave(app).
const kViews = { inbox, servers, calls, tools, toolboxes };

const app = new App(drawPage);
let entered = null;

const viewOf = ({ view }) => (Object.hasOwn(kViews, view) ? kViews[view] : inbox);

function drawPage(state) {
  const after = [keepFocus(), watchCards(app)];
  const waiting = state.phase === 'open' ? inboxItems(app).count : 0;
  const view = viewOf(state.route);
  const name = state.phase === 'open' ? view.name : 'Sign in';
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${name} – MCP Workbench`;
  draw(document.getElementById('said'), state.said);
  draw(document.getElementById('header'), state.phase === 'open' ? header(view, waiting) : heading());
  draw(document.getElementById('banner'), banner(state));
  const content = state.phase === 'open' ? view.draw(app, state.route) : signIn(app);
  draw(document.getElementById('main'), h('div', { key: name, class: 'view' }, content));
  for (const act of after) act();
  app.applyFocus();
}

const heading = () => h('span.product', 'MCP Workbench');

function header(current, waiting) {
  const tabs = Object.entries(kViews).map(([id, view]) =>
    h('a', { key: id, href: hashOf(id), 'aria-current': view === current ? 'page' : null }, view.name, id === 'inbox' && waiting > 0 && count(waiting)),
  );
  const { who } = app.state;
  return [
    heading(),
    h('nav', { 'aria-label': 'Views' }, tabs),
    h('span.who', who && h('bdi', who.who), who?.host && [' on ', h('bdi', who.host)]),
    button('Log out', () => app.signOut(), { kind: 'quiet', key: 'log-out' }),
  ];
}

const count = (waiting) => h('span.count', waiting, h('span.unseen', ' waiting'));

function banner({ phase, live }) {
  if (phase !== 'open') return null;
  if (live.state !== 'lost') return notice(app.noticeOf('sign-in'));
  const refused = live.error && live.error.kind !== 'unreachable';
  const left = countdown((live.retryAt ?? 0) - Date.now());
  return h(
    'div',
    { class: 'banner', role: 'alert' },
    refused ? h('p', foreign(live.error.message)) : h('p', 'The workbench does not answer. What is shown may be old. If it has ended, start it and run ', h('code', 'mcp-workbench open'), '.'),
    h('span', { class: 'unread', 'aria-hidden': 'true' }, `Trying again in ${left}`),
    button('Try now', () => app.feed.retryNow()),
  );
}

function enter(route) {
  const view = viewOf(route);
  if (entered && entered !== view) entered.leave?.(app);
  entered = view;
  if (app.state.phase === 'open') view.enter?.(app, route);
}

function moved() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code) return openWithCode(code);
  const before = app.state.route;
  const route = routeOf(location.hash);
  app.update({ route });
  enter(route);
  if ([route.view, ...route.parts].join('/') !== [before.view, ...before.parts].join('/')) {
    app.update({ notices: {} });
    app.focusNext('heading');
  }
}

// The code must not stay in the history of the browser.
async function openWithCode(code) {
  history.replaceState(null, '', hashOf('inbox'));
  app.update({ route: routeOf(location.hash) });
  await app.signIn((session) => session.openWithCode(code));
  enter(app.state.route);
}

addEventListener('hashchange', moved);
// Times that are left count down.
setInterval(() => app.redraw(), 1000);
if (app.session.isOpen && !location.hash.startsWith('#code=')) app.start();
moved();
app.redraw();
