// The calls of the present filter: the latest ones, and those that arrive. At most kMostKept are in memory.
//
// While a person reads further down, has the focus in a row, or has paused the list, what arrives waits in `pending`; a running
// call that ends says so in its place.

import { OperatorError } from '../operator/errors.js';
import { Subscription } from '../operator/subscription.js';

export const kMostKept = 2000;
const kAtFirst = 200;
const kPassing = new Set(['unreachable', 'busy', 'timed_out', 'signed_out']);

const join = (fresh, old) => (fresh.length >= kMostKept ? fresh.slice(0, kMostKept) : [...fresh, ...old.slice(0, kMostKept - fresh.length)]);

/** `since`: when it began, by the clock of the page. */
const timed = (running = []) => running.map((call) => ({ ...call, since: Date.now() - call.milliseconds }));

export class CallFeed {
  calls = [];
  pending = [];
  running = []; // as shown
  runningNow = [];
  skipped = 0;
  kept = 0;
  lost = 0;
  isPaused = false;
  isLoaded = false;
  isRefused = false; // for good; `error` says why
  view = {}; // of the windowed table
  #subscription;

  constructor(app, filter) {
    Object.assign(this, { app, filter, key: JSON.stringify(filter) });
    const params = { topics: ['calls'], ...(Object.keys(filter).length > 0 && { filter }) };
    this.#subscription = new Subscription(app.connection, params, {
      message: (message) => this.#receive(message),
      state: (subscription) => this.#stateChanged(subscription),
    });
  }

  close() {
    this.#subscription.close();
  }

  get isHeld() {
    return this.isPaused || (this.view.top ?? 0) > 0 || document.querySelector('.windowed tbody :focus') !== null;
  }

  showPending() {
    this.calls = join(this.pending, this.calls);
    this.pending = [];
    this.running = this.runningNow;
  }

  /** A filter that is not valid, and a workbench that keeps no calls, stay so. */
  #stateChanged({ state, error }) {
    if (state === 'lost' && error instanceof OperatorError && !kPassing.has(error.kind)) {
      this.close();
      Object.assign(this, { isRefused: true, error: error.message });
    }
    this.app.redraw();
  }

  #receive({ method, params }) {
    if (method === 'workbench/subscribed') this.#load();
    if (method === 'workbench/calls') this.#add(params);
  }

  async #load() {
    const page = await this.app.request('calls', { limit: kAtFirst, filter: this.filter }).catch((error) => ({ error }));
    this.error = page.error?.message;
    if (!page.error) {
      const newest = page.calls[0]?.id ?? 0;
      this.calls = join([...this.pending, ...this.calls].filter(({ id }) => id > newest), page.calls);
      Object.assign(this, { pending: [], kept: page.kept, lost: page.lost });
      this.running = this.runningNow = timed(page.running);
    }
    this.isLoaded = true;
    this.app.redraw();
  }

  #add({ calls: given = [], running, skipped = 0, kept, lost }) {
    const known = new Set([...this.pending.slice(0, 100), ...this.calls.slice(0, 200)].map(({ id }) => id));
    const fresh = given.filter(({ id }) => !known.has(id));
    this.runningNow = timed(running);
    Object.assign(this, { skipped: this.skipped + skipped, kept, lost });
    this.pending = join(fresh, this.pending);
    if (this.isHeld) this.running = this.running.map((call) => fresh.find(({ id }) => id === call.id) ?? call);
    else this.showPending();
    this.app.redraw();
  }
}

/** The filter of the operator protocol that the query of the page asks for. */
export function filterOf(query) {
  const [toolbox, server] = (query.server ?? '').split('/');
  const { tool, client, principal, session, outcome, text } = query;
  const filter = { toolbox, server, tool, client, principal, session, outcome, text };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

/** All calls of the filter as JSON lines, the oldest first; at most `most`. */
export async function exported(app, filter, most = 10_000) {
  const calls = [];
  let before;
  while (calls.length < most) {
    const page = await app.request('calls', { limit: 1000, filter, ...(before && { before }) });
    calls.push(...page.calls);
    if (page.calls.length < 1000) break;
    before = page.calls.at(-1).id;
  }
  return calls.slice(0, most).reverse().map((call) => `${JSON.stringify(call)}\n`);
}
