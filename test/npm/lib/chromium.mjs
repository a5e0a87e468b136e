// A headless Chromium, driven over its DevTools protocol.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const kFlags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** Pages that name something elsewhere must not wait for it. */
const kOnlyLoopback = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/** Fills in the form of the page and sends it. The value says whether there was one. */
const kFillIn = (name) => `(() => {
  const form = document.querySelector('form');
  if (!form) return false;
  for (const field of form.querySelectorAll('input[type=text], input[type=password]')) {
    field.value = field.name === 'login' ? ${JSON.stringify(name)} : 'any';
  }
  form.querySelector('[type=submit]').click();
  return true;
})()`;

export class Chromium {
  #profile = mkdtempSync(path.join(tmpdir(), 'workbench-chromium-'));
  #sent = new Map();
  #loads = [];
  #lastId = 0;

  static async open() {
    const opened = new Chromium();
    const flags = [...kFlags, kOnlyLoopback, '--remote-debugging-port=0', `--user-data-dir=${opened.#profile}`];
    opened.process = spawn(process.env.CHROMIUM ?? 'chromium', [...flags, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    opened.ended = new Promise((resolve) => opened.process.once('close', resolve));
    await opened.#connect(await opened.#address());
    return opened;
  }

  /** Opens the page, fills in its forms as `name`, and goes on until a page has none. Returns that: {url, text}. */
  async logIn(url, name) {
    await this.#whenLoaded(() => this.#send('Page.navigate', { url }));
    while (await this.#evaluate(`document.querySelector('form') !== null`)) {
      await this.#whenLoaded(() => this.#evaluate(kFillIn(name)));
    }
    return {
      url: await this.#evaluate('location.href'),
      text: await this.#evaluate('document.body.innerText'),
    };
  }

  async close() {
    this.socket?.close();
    this.process.kill('SIGKILL');
    await this.ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #address() {
    return new Promise((resolve, reject) => {
      this.ended.then((code) => reject(new Error(`Chromium ended with ${code}`)));
      createInterface({ input: this.process.stderr }).on('line', (line) => {
        const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
        if (address) resolve(address);
      });
    });
  }

  async #connect(address) {
    this.socket = new WebSocket(address);
    await new Promise((resolve, reject) => Object.assign(this.socket, { onopen: resolve, onerror: reject }));
    this.socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    const { targetId } = await this.#send('Target.createTarget', { url: 'about:blank' });
    this.session = (await this.#send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
    await this.#send('Page.enable');
  }

  #send(method, params = {}) {
    const id = ++this.#lastId;
    this.socket.send(JSON.stringify({ id, method, params, sessionId: this.session }));
    return new Promise((resolve, reject) => this.#sent.set(id, { resolve, reject }));
  }

  #receive({ id, method, result, error }) {
    if (method === 'Page.loadEventFired') this.#loads.splice(0).forEach((resolve) => resolve());
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    if (error) return sent?.reject(new Error(error.message));
    sent?.resolve(result);
  }

  /** Fulfilled when the page has been loaded that `cause` leads to. */
  async #whenLoaded(cause) {
    const loaded = new Promise((resolve) => this.#loads.push(resolve));
    await cause();
    await loaded;
  }

  async #evaluate(expression) {
    const { result } = await this.#send('Runtime.evaluate', { expression });
    return result.value;
  }
}
