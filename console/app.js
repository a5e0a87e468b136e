// The page as a whole: its state, and what views may do. A view draws from the state and changes it only through here.

import { Store } from './base/store.js';
import { routeOf } from './base/route.js';
import { visibleLine } from './base/visible.js';
import { Connection } from './operator/connection.js';
import { Feed } from './operator/feed.js';
import { Session } from './operator/session.js';
import { loginOf, withKeys } from './parts/server_state.js';

const kMostCached = 500;
const kLastNotice = 'workbench-console-notice';

/** What the page said before it was loaded again. */
function takeLastNotice() {
  const text = sessionStorage.getItem(kLastNotice);
  sessionStorage.removeItem(kLastNotice);
  return text;
}

export class App {
  session = new Session();
  connection = new Connection(this.session, (isOurs) => this.#sessionEnded(isOurs));
  feed = new Feed(this);
  #focusLater = null;
  #isStarted = false;

  constructor(draw) {
    this.store = new Store(
      {
        phase: this.session.isOpen ? 'open' : 'signed-out',
        route: routeOf(location.hash),
        live: { state: 'connecting' },
        approvals: null,
        standing: [],
        busy: new Set(),
        notices: {},
        doctors: {},
        locks: {},
        logins: {},
        cache: new Map(),
        said: '',
        signInError: takeLastNotice(),
      },
      draw,
    );
    this.session.onReplaced(() => location.reload());
  }

  get state() {
    return this.store.state;
  }

  get seesEverything() {
    return this.state.who?.sees === 'everything';
  }

  update(changes) {
    this.store.update(changes);
  }

  redraw() {
    this.store.redraw();
  }

  /** `method`: of the operator protocol, without "workbench/". */
  request(method, params) {
    return this.connection.request(`workbench/${method}`, params);
  }

  start() {
    this.#isStarted = true;
    this.update({ phase: 'open', signInError: null });
    this.feed.open();
  }

  /** A session that is open stays so if another one is refused. */
  async signIn(open) {
    this.feed.close();
    try {
      await open(this.session);
    } catch (error) {
      if (!this.session.isOpen) return this.update({ phase: 'signed-out', signInError: error.message });
      this.start();
      return this.setNotice('sign-in', { tone: 'bad', text: error.message });
    }
    if (this.#isStarted) location.reload();
    else this.start();
  }

  /** What belongs to one person must not be there for the next: the page is loaded again. */
  async signOut() {
    this.feed.close();
    await this.session.close();
    location.reload();
  }

  // --- actions ---

  /** Runs `act` unless it is running. Its error, or the text that it returns, is the notice of the key. */
  async run(key, act) {
    if (this.isBusy(key)) return;
    this.state.busy.add(key);
    this.setNotice(key, null);
    try {
      const text = await act();
      if (typeof text === 'string') this.setNotice(key, { tone: 'good', text });
    } catch (error) {
      this.setNotice(key, { tone: 'bad', text: error.message });
    }
    this.state.busy.delete(key);
    this.redraw();
  }

  isBusy(key) {
    return this.state.busy.has(key);
  }

  noticeOf(key) {
    return this.state.notices[key];
  }

  setNotice(key, notice) {
    this.update({ notices: { ...this.state.notices, [key]: notice } });
  }

  /** What `load` gives, once: {value}, {error}, or {} while it is under way. */
  cached(key, load) {
    const { cache } = this.state;
    const known = cache.get(key);
    if (known) return known;
    if (cache.size >= kMostCached) cache.delete(cache.keys().next().value);
    const entry = {};
    cache.set(key, entry);
    load().then(
      (value) => (entry.value = value),
      (error) => (entry.error = error),
    ).finally(() => this.redraw());
    return entry;
  }

  forget(prefix) {
    for (const key of this.state.cache.keys()) if (key.startsWith(prefix)) this.state.cache.delete(key);
    this.redraw();
  }

  forgetErrors() {
    for (const [key, { error }] of this.state.cache) if (error) this.state.cache.delete(key);
  }

  // --- for people ---

  /** Is read out by a screen reader, also a second time. */
  announce(text) {
    this.update({ said: '' });
    setTimeout(() => this.update({ said: visibleLine(text) }), 100);
  }

  /** Moves the focus when the next drawing is done. */
  focusNext(id) {
    this.#focusLater = id;
    this.redraw();
  }

  applyFocus() {
    document.getElementById(this.#focusLater)?.focus();
    this.#focusLater = null;
  }

  // --- what the feed brings ---

  approvalsArrived(waiting, standing) {
    const known = new Set((this.state.approvals ?? []).map(({ id }) => id));
    const fresh = waiting.filter(({ id }) => !known.has(id));
    if (fresh.length > 0) this.setNotice('approve', null);
    if (this.state.approvals && fresh.length > 0) {
      this.announce(fresh.length === 1 ? `A call waits for an approval: ${fresh[0].tool ?? fresh[0].name}` : `${fresh.length} more calls wait for an approval`);
    }
    this.update({ approvals: waiting, standing, approvalsError: null });
  }

  /** The address of a login goes when the state of the login changes. */
  statusArrived(status) {
    const known = new Set(status.servers.map(loginOf));
    const logins = Object.fromEntries(Object.entries(this.state.logins).filter(([key]) => known.has(key)));
    const at = Date.now();
    this.update({ status: { ...status, at, servers: withKeys(status.servers, at) }, statusError: null, logins });
  }

  configurationChanged() {
    this.update({ locks: {}, doctors: {} });
    this.forget('');
  }

  // Another tab may have replaced the key.
  #sessionEnded(isOurs) {
    this.feed.close();
    if (isOurs) {
      this.session.forget();
      sessionStorage.setItem(kLastNotice, 'The session has ended.');
    }
    location.reload();
  }
}
