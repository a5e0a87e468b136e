// The session of this page: a cookie that scripts cannot read, and a key that only this origin can. Each request needs both.

import { OperatorError } from './errors.js';

const kKey = 'workbench-console-key';

export class Session {
  get key() {
    return localStorage.getItem(kKey);
  }

  get isOpen() {
    return this.key !== null;
  }

  /** Calls `act` when another tab has logged in or out: the key is the same in all of them. */
  onReplaced(act) {
    addEventListener('storage', ({ key }) => (key === null || key === kKey) && act());
  }

  /** The headers of a request. */
  headers(further = {}) {
    return { 'Workbench-Console': this.key ?? '', ...further };
  }

  /** With the code of `mcp-workbench open`. */
  openWithCode(code) {
    return this.#open({ 'Content-Type': 'application/json' }, JSON.stringify({ code }));
  }

  /** With the token of a principal that has the right "console". */
  openWithToken(token) {
    return this.#open({ 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }, '{}');
  }

  /** Logs out. The page has no session afterwards, whether or not the workbench answers. */
  async close() {
    const headers = this.headers();
    this.forget();
    await fetch('session', { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  }

  forget() {
    localStorage.removeItem(kKey);
  }

  async #open(headers, body) {
    const response = await fetch('session', { method: 'POST', headers, body }).catch(() => {
      throw OperatorError.unreachable();
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new OperatorError(refusalOf(response.status, answer), 'signed_out');
    localStorage.setItem(kKey, answer.key);
  }
}

function refusalOf(status, answer) {
  if (typeof answer.error === 'string') return answer.error;
  return answer.error?.message ?? `The workbench has refused the login (HTTP ${status}).`;
}
