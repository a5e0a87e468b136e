// The console in a real browser: what a person sees, clicks and types. Nothing sleeps; each wait is for a condition of the page.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DevTools } from './devtools.mjs';
import { smallPng } from './small_png.mjs';

const kPatience = 20_000; // milliseconds

/** The first element in sight, not a button that is busy, that the selector finds and whose text or name has `text`. */
const kFind = `(selector, text) => [...document.querySelectorAll(selector)].find((element) =>
  element.getClientRects().length > 0 && element.ariaDisabled !== 'true' &&
  (text === undefined || (element.getAttribute('aria-label') ?? '').includes(text) || element.textContent.includes(text)))`;

/** Fulfilled when the function of the page gives a value that is true; looks again after each change of the page. */
const kUntil = `(test, patience) => new Promise((resolve, reject) => {
  const watched = new MutationObserver(look);
  const timer = setTimeout(() => { watched.disconnect(); reject(new Error('not seen in time; the page: ' + document.body.innerText.slice(0, 3000))); }, patience);
  const again = setInterval(look, 50);
  function look() {
    const value = test();
    if (!value) return;
    watched.disconnect();
    clearTimeout(timer);
    clearInterval(again);
    resolve(value);
  }
  watched.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
})`;

/** The middle of an element that is in sight and does not move from one frame to the next. Rejected if the element goes. */
const kAtRest = `async (find) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const middle = () => {
    const element = find();
    if (!element) throw new Error('the element has gone; the page: ' + document.body.innerText.slice(0, 3000));
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  for (let before = middle(); ; ) {
    await frame();
    await frame();
    const after = middle();
    if (before.x === after.x && before.y === after.y) return after;
    before = after;
  }
}`;

const quoted = (values) => values.map((value) => (value === undefined ? 'undefined' : JSON.stringify(value))).join(', ');

export class ConsolePage {
  /** Errors that the page has thrown, written to its console, or that its content policy has caused. */
  errors = [];
  /** The addresses of all requests. */
  requested = [];

  static async open(options) {
    return ConsolePage.#with(await DevTools.open(options));
  }

  /** Another tab of the same browser, in front of this one; it ends with this one. */
  async another() {
    return ConsolePage.#with(await this.tools.another());
  }

  static async #with(tools) {
    const page = new ConsolePage();
    page.tools = tools;
    page.tools.listen((event) => page.#receive(event));
    for (const domain of ['Runtime', 'Log', 'Network', 'Page']) await page.tools.send(`${domain}.enable`);
    await page.resize(1280, 900);
    return page;
  }

  close() {
    return this.tools.close();
  }

  async goTo(url) {
    const loaded = this.tools.next('Page.loadEventFired');
    const { loaderId } = await this.tools.send('Page.navigate', { url });
    if (loaderId) await loaded; // else only the fragment is another one
  }

  /** Goes to a place in the page, such as "#/servers". */
  async show(hash) {
    await this.evaluate(`void (location.hash = ${JSON.stringify(hash)})`);
  }

  evaluate(expression) {
    return this.tools.evaluate(expression);
  }

  /** A request of the operator protocol with the session of the page, which the page does not know of: the result or error. */
  operate(method, params = {}) {
    return this.evaluate(`fetch('operate', {
      method: 'POST',
      headers: { 'Workbench-Console': localStorage.getItem('workbench-console-key'), 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: ${JSON.stringify(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))},
    }).then((response) => response.json()).then(({ result, error }) => result ?? error)`);
  }

  /** Does what loads the page, and waits until it is loaded. */
  async loadedBy(act) {
    await Promise.all([this.tools.next('Page.loadEventFired'), act()]);
  }

  /** Waits for an element in sight with this text. */
  see(selector, text, patience = kPatience) {
    return this.evaluate(`(${kUntil})(() => (${kFind})(${quoted([selector, text])}) && true, ${patience})`);
  }

  /** Waits until there is no such element. */
  miss(selector, text, patience = kPatience) {
    return this.evaluate(`(${kUntil})(() => !(${kFind})(${quoted([selector, text])}), ${patience})`);
  }

  /** Waits until an expression of the page is true, and returns its value. */
  until(expression, patience = kPatience) {
    return this.evaluate(`(${kUntil})(() => (${expression}), ${patience})`);
  }

  async text(selector = 'main') {
    return this.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`);
  }

  /** Clicks with the mouse, in the middle of the element. */
  async click(selector, text) {
    await this.see(selector, text);
    const found = `(${kFind})(${quoted([selector, text])})`;
    const { x, y } = await this.evaluate(`(${kAtRest})(() => (${kFind})(${quoted([selector, text])}))`);
    const event = { x, y, button: 'left', clickCount: 1 };
    await this.tools.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed' });
    await this.tools.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased' });
  }

  /** Writes into the field with this label. */
  async write(label, text) {
    await this.see('label', label);
    await this.evaluate(`(() => {
      const label = (${kFind})('label', ${JSON.stringify(label)});
      const field = label.control;
      field.focus();
      field.select?.();
    })()`);
    await this.tools.send('Input.insertText', { text });
  }

  /** Chooses in the list with this label. */
  async choose(label, value) {
    await this.see('label', label);
    await this.evaluate(`(() => {
      const field = (${kFind})('label', ${JSON.stringify(label)}).control;
      field.value = ${JSON.stringify(value)};
      field.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  }

  /** Presses a key: "Enter", "Tab", "a". */
  async press(key, modifiers = 0) {
    const codes = { Enter: 13, Tab: 9, Escape: 27, ' ': 32 };
    const event = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0), modifiers };
    const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
    await this.tools.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', ...(text && { text }) });
    await this.tools.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  }

  resize(width, height) {
    return this.tools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  }

  /** "light" or "dark". */
  async setScheme(scheme) {
    await this.tools.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  }

  /** A picture of what is in sight. */
  async screenshot(file) {
    await this.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const { data } = await this.tools.send('Page.captureScreenshot', { format: 'png' });
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, smallPng(Buffer.from(data, 'base64')));
  }

  /** Elements whose content is cut or lies over the edge of the page, as texts; none in a page that fits. */
  overflows() {
    return this.evaluate(`(() => {
      const width = document.documentElement.clientWidth;
      const found = [];
      if (document.documentElement.scrollWidth > width) found.push('the page is ' + document.documentElement.scrollWidth + ' wide, not ' + width);
      for (const element of document.querySelectorAll('button, .badge, h1, h2, h3, label, nav a, dt, .count')) {
        const { left, right } = element.getBoundingClientRect();
        const isScrolled = element.closest('.scrolls, .windowed, .text, .log, .diff, .unseen');
        if (!isScrolled && right > left && (right > width + 1 || left < -1)) found.push(element.outerHTML.slice(0, 200));
        if (!isScrolled && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline') found.push('cut: ' + element.outerHTML.slice(0, 200));
      }
      return found;
    })()`);
  }

  #receive({ method, params }) {
    if (method === 'Runtime.exceptionThrown') this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') this.errors.push(params.args.map(({ value }) => value).join(' '));
    if (method === 'Log.entryAdded' && params.entry.source === 'security') this.errors.push(params.entry.text);
    if (method === 'Network.requestWillBeSent') this.requested.push(params.request.url);
  }
}
