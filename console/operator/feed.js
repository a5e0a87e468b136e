// Keeps the state of the page as the workbench has it: the status and the waiting calls are fetched again when the workbench
// says that they have changed, one request of each at a time.

import { Subscription } from './subscription.js';

export class Feed {
  #subscription;
  #loaders;

  constructor(app) {
    this.app = app;
    this.#loaders = { status: loader(() => this.#loadStatus()), approvals: loader(() => this.#loadApprovals()) };
  }

  open() {
    const params = { topics: ['approvals', 'servers', 'configuration'] };
    this.#subscription = new Subscription(this.app.connection, params, {
      message: (message) => this.#receive(message),
      state: ({ state, retryAt }) => this.app.update({ live: { state, retryAt } }),
    });
  }

  close() {
    this.#subscription?.close();
  }

  retryNow() {
    this.#subscription?.retryNow();
  }

  refresh() {
    for (const load of Object.values(this.#loaders)) load();
  }

  #receive({ method, params }) {
    if (method === 'workbench/subscribed') return this.#start();
    if (method !== 'workbench/changed') return;
    const topics = params?.topics ?? [];
    if (topics.includes('approvals')) this.#loaders.approvals();
    if (topics.includes('servers') || topics.includes('configuration')) this.#loaders.status();
    if (topics.includes('configuration')) this.app.configurationChanged();
  }

  // After a restart, everything may be different.
  async #start() {
    const who = await this.app.request('workbench/whoami').catch(() => this.app.state.who);
    if (who && this.app.state.who && who.pid !== this.app.state.who.pid) this.app.configurationChanged();
    this.app.update({ who });
    this.refresh();
  }

  async #loadStatus() {
    const status = await this.app.request('workbench/status', { all: true });
    this.app.update({ status, statusError: null });
  }

  async #loadApprovals() {
    const { waiting } = await this.app.request('workbench/approvals');
    const { standing } = await this.app.request('workbench/approvals/standing');
    const now = Date.now();
    this.app.approvalsArrived(waiting.map((call) => ({ ...call, asked: now - 1000 * call.waitingSeconds, deadline: now + 1000 * call.expiresInSeconds })), standing);
  }
}

/** Runs `load`; a call while it runs makes it run once more. What fails is fetched again with the next change. */
function loader(load) {
  let isRunning = false;
  let isWanted = false;
  return async function run() {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await load().catch((error) => console.debug(error.message));
    }
    isRunning = false;
  };
}
