// A subscription that lasts: when its stream ends, it is opened again, later each time.
//
//   connecting -- workbench/subscribed --> live -- the stream ends --> lost
//   connecting -- the stream ends --> lost -- the time is over --> connecting
//   each -- close(), or the session has ended --> closed

const kFirstPause = 500; // milliseconds
const kLongestPause = 10_000;

export class Subscription {
  state = 'connecting';
  #pause = kFirstPause;
  #timer;
  #abort = new AbortController();

  /**
   * `on.message(message)`: each notification; `on.state(subscription)`: the state has changed. Of a lost one, `retryAt` is when
   * it is opened again, `error` why it was refused.
   */
  constructor(connection, params, on) {
    Object.assign(this, { connection, params, on });
    this.#run();
  }

  close() {
    this.state = 'closed';
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  retryNow() {
    if (this.state !== 'lost') return;
    clearTimeout(this.#timer);
    this.#enter('connecting');
    this.#run();
  }

  async #run() {
    try {
      await this.connection.subscribe(this.params, (message) => this.#receive(message), this.#abort.signal);
    } catch (error) {
      if (error.kind === 'signed_out') this.close();
      this.error = error;
    }
    if (this.state !== 'closed') this.#retryLater();
  }

  #receive(message) {
    if (this.state === 'closed') return;
    this.#pause = kFirstPause;
    this.error = null;
    if (this.state !== 'live') this.#enter('live');
    this.on.message(message);
  }

  #retryLater() {
    this.retryAt = Date.now() + this.#pause;
    this.#timer = setTimeout(() => this.retryNow(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, kLongestPause);
    this.#enter('lost');
  }

  #enter(state) {
    this.state = state;
    this.on.state(this);
  }
}
