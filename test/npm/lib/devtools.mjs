// A headless Chromium with one page, and its DevTools protocol.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const kFlags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** Pages that name something elsewhere must not wait for it. */
const kOnlyLoopback = 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

export class DevTools {
  #profile;
  #browser; // its address
  #sent = new Map();
  #listeners = new Set();
  #lastId = 0;

  /** `flags`: further ones of Chromium. `names`: host names that lead to this machine. */
  static async open({ flags = [], names = [] } = {}) {
    const opened = new DevTools();
    opened.#profile = mkdtempSync(path.join(tmpdir(), 'workbench-chromium-'));
    const rules = [...names.map((name) => `MAP ${name} 127.0.0.1`), kOnlyLoopback]; // the first that fits counts
    const resolver = `--host-resolver-rules=${rules.join(', ')}`;
    const all = [...kFlags, ...flags, resolver, '--remote-debugging-port=0', `--user-data-dir=${opened.#profile}`];
    opened.process = spawn(process.env.CHROMIUM ?? 'chromium', [...all, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    opened.ended = new Promise((resolve) => opened.process.once('close', resolve));
    await opened.#connect(await opened.#address());
    return opened;
  }

  /** Another page of the same browser, with the same cookies and storage, in front of this one; it ends with this one. */
  async another() {
    const opened = new DevTools();
    await opened.#connect(this.#browser);
    return opened;
  }

  /** Sends a command to the page. */
  send(method, params = {}) {
    const id = ++this.#lastId;
    this.socket.send(JSON.stringify({ id, method, params, sessionId: this.session }));
    return new Promise((resolve, reject) => this.#sent.set(id, { resolve, reject }));
  }

  /** Calls `listener` with each event, {method, params}, until the returned function is called. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The next event of this name that `isMeant`. */
  next(method, isMeant = () => true) {
    return new Promise((resolve) => {
      const stop = this.listen((event) => {
        if (event.method !== method || !isMeant(event.params)) return;
        stop();
        resolve(event.params);
      });
    });
  }

  /** The value of a JavaScript expression, or of its promise. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async close() {
    this.socket?.close();
    if (!this.process) return;
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
    this.#browser = address;
    this.socket = new WebSocket(address);
    await new Promise((resolve, reject) => Object.assign(this.socket, { onopen: resolve, onerror: reject }));
    this.socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    this.session = (await this.send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
    await this.send('Page.enable');
  }

  #receive({ id, method, params, result, error }) {
    if (method) return this.#listeners.forEach((listener) => listener({ method, params }));
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    if (error) return sent?.reject(new Error(error.message));
    sent?.resolve(result);
  }
}
