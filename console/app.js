// The page as a whole: its state, and what views may do. A view draws from the state and changes it only through here.

import { Store } from './base/store.js';
import { routeOf } from './base/route.js';
import { Connection } from './operator/connection.js';
import { Feed } from './operator/feed.js';
import { Session } from './operator/session.js';

const kMostCached = 500;
const kLastNotice = 'workbench-console-notice';

/** What the page said before it began anew. */
function takeLastNotice() {
  const text = sessionStorage.getItem(kLastNotice);
  sessionStorage.removeItem(kLastNotice);
  return text;
}

export class App {
  session = new Session();
  connection = new Connection(this.session, () => this.#sessionEnded());
  feed = new Feed(this);
  #focusLater = null;

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
        cache: new Map(),
        said: '',
        signInError: takeLastNotice(),
      },
      draw,
    );
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

  request(method, params) {
    return this.connection.request(method, params);
  }

  start() {
    this.update({ phase: 'open', signInError: null });
    this.feed.open();
  }

  async signIn(open) {
    try {
      await open(this.session);
    } catch (error) {
      return this.update({ phase: 'signed-out', signInError: error.message });
    }
    this.start();
  }

  /** What belongs to one person must not be there for the next: the page begins anew. */
  async signOut() {
    this.feed.close();
    await this.session.close();
    location.reload();
  }

  // --- actions -------------------------------------------------------------------------------------------------------

  /** Runs `act` unless it is running. Its error, or the text that it returns, is the notice of the key. */
  async run(key, act) {
    if (this.isBusy(key)) return;
    this.state.busy.add(key);
    this.#setNotice(key, null);
    try {
      const text = await act();
      if (typeof text === 'string') this.#setNotice(key, { tone: 'good', text });
    } catch (error) {
      this.#setNotice(key, { tone: 'bad', text: error.message });
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

  #setNotice(key, notice) {
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
      (value) => Object.assign(entry, { value }),
      (error) => Object.assign(entry, { error }),
    ).finally(() => this.redraw());
    return entry;
  }

  forget(prefix) {
    for (const key of this.state.cache.keys()) if (key.startsWith(prefix)) this.state.cache.delete(key);
    this.redraw();
  }

  // --- for people ----------------------------------------------------------------------------------------------------

  /** Is read out by a screen reader. */
  announce(text) {
    this.update({ said: text });
  }

  /** Moves the focus when the next drawing is done, to the first of these that exists. */
  focusNext(...ids) {
    this.#focusLater = ids;
    this.redraw();
  }

  applyFocus() {
    const ids = this.#focusLater;
    this.#focusLater = null;
    ids?.map((id) => document.getElementById(id)).find((element) => element)?.focus();
  }

  // --- what the feed brings ------------------------------------------------------------------------------------------

  approvalsArrived(waiting, standing) {
    const known = new Set((this.state.approvals ?? []).map(({ id }) => id));
    const fresh = waiting.filter(({ id }) => !known.has(id));
    if (this.state.approvals && fresh.length > 0) {
      this.announce(fresh.length === 1 ? `A call waits for an approval: ${fresh[0].tool ?? fresh[0].name}` : `${fresh.length} more calls wait for an approval`);
    }
    this.update({ approvals: waiting, standing });
  }

  configurationChanged() {
    this.state.locks = {};
    this.state.doctors = {};
    this.forget('');
  }

  #sessionEnded() {
    this.session.forget();
    this.feed.close();
    sessionStorage.setItem(kLastNotice, 'The session has ended.');
    location.reload();
  }
}
