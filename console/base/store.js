// The state of the page, and when it is drawn: at most once a frame, however often the state changes.

export class Store {
  #isScheduled = false;
  #draw;

  /** `draw` is called with the state, never inside of update(). */
  constructor(state, draw) {
    this.state = state;
    this.#draw = draw;
  }

  /** Merges `changes` into the state. */
  update(changes) {
    Object.assign(this.state, changes);
    this.redraw();
  }

  redraw() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const run = () => {
      this.#isScheduled = false;
      this.#draw(this.state);
    };
    // A hidden page has no frames, but its title says how much waits.
    if (document.hidden) setTimeout(run, 250);
    else requestAnimationFrame(run);
  }
}
