// Keeps the state of the page as the workbench has it: what has changed is fetched again, one request of each at a time.

import { Subscription } from './subscription.js';

export class Feed {
  #subscription;
  #loaders;

  constructor(app) {
    this.app = app;
    const failed = (name) => ({ message }) => app.update({ [name]: message });
    this.#loaders = {
      status: loader(() => this.#loadStatus(), failed('statusError')),
      approvals: loader(() => this.#loadApprovals(), failed('approvalsError')),
    };
  }

  open() {
    const params = { topics: ['approvals', 'servers', 'configuration'] };
    this.#subscription = new Subscription(this.app.connection, params, {
      message: (message) => this.#receive(message),
      state: ({ state, retryAt, error }) => this.app.update({ live: { state, retryAt, error } }),
    });
  }

  close() {
    this.#subscription?.close();
  }

  retryNow() {
    this.#subscription?.retryNow();
  }

  /** Fetches these, "status" or "approvals", or both. */
  refresh(names = Object.keys(this.#loaders)) {
    for (const name of names) this.#loaders[name]();
  }

  #receive({ method, params }) {
    if (method === 'workbench/subscribed') return this.#start();
    if (method !== 'workbench/changed') return;
    const topics = params?.topics ?? [];
    if (topics.includes('approvals')) this.#loaders.approvals();
    if (topics.includes('servers') || topics.includes('configuration')) this.#loaders.status();
    if (topics.includes('configuration')) this.app.configurationChanged();
  }

  async #start() {
    this.app.forgetErrors();
    const who = await this.app.request('whoami').catch(() => this.app.state.who);
    this.app.update({ who });
    this.refresh();
  }

  async #loadStatus() {
    this.app.statusArrived(await this.app.request('status', { all: true }));
  }

  async #loadApprovals() {
    const { waiting } = await this.app.request('approvals').catch(noneWithoutPlugin);
    const { standing } = await this.app.request('approvals/standing').catch(noneWithoutPlugin);
    const now = Date.now();
    this.app.approvalsArrived(waiting.map((call) => ({ ...call, asked: now - 1000 * call.waitingSeconds, deadline: now + 1000 * call.expiresInSeconds })), standing);
  }
}

/** Without the plugin "approvals", no call waits. */
function noneWithoutPlugin(error) {
  if (error.kind !== 'unavailable') throw error;
  return { waiting: [], standing: [] };
}

/** Runs `load`; a call while it runs makes it run once more. `failed` gets its error. */
function loader(load, failed) {
  let isRunning = false;
  let isWanted = false;
  return async function run() {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await load().catch(failed);
    }
    isRunning = false;
  };
}
