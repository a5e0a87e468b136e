// A page of a foreign origin in a headless Chromium, and what its script can reach.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A name that resolves to this machine in the browser, as after DNS rebinding. */
export const kReboundName = 'rebound.example';

const kFlags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** The document is loaded when /held is; that is after the script has written the outcome of its attempts. */
const page = (script) => `<!doctype html><title>foreign</title><pre id="outcome"></pre><img src="/held">
<script type="module">
${script}
</script>`;

export class ForeignPage {
  #script = '';
  #release;
  #released;

  static async open() {
    const opened = new ForeignPage();
    opened.server = createServer((request, response) => opened.#serve(request, response));
    await new Promise((resolve) => opened.server.listen(0, '127.0.0.1', resolve));
    opened.origin = `http://127.0.0.1:${opened.server.address().port}`;
    return opened;
  }

  /**
   * Runs `attempts`, the text of an expression that is {name: () => promise}, in the page. The outcome of each:
   * {got} with the value, or {refused} with the error.
   */
  async run(attempts) {
    this.#released = new Promise((resolve) => (this.#release = resolve));
    this.#script = `
      const outcome = {};
      for (const [name, attempt] of Object.entries(${attempts})) {
        outcome[name] = await attempt().then((got) => ({ got }), (error) => ({ refused: String(error) }));
      }
      document.getElementById('outcome').textContent = JSON.stringify(outcome);
      await fetch('/written');`;
    const profile = mkdtempSync(path.join(tmpdir(), 'workbench-chromium-'));
    const rebinding = `--host-resolver-rules=MAP ${kReboundName} 127.0.0.1`;
    const flags = [...kFlags, rebinding, `--user-data-dir=${profile}`, '--dump-dom', `${this.origin}/`];
    try {
      const { stdout } = await promisify(execFile)(process.env.CHROMIUM ?? 'chromium', flags, { timeout: 120_000 });
      const [, outcome] = /<pre id="outcome">(.*?)<\/pre>/s.exec(stdout);
      return JSON.parse(outcome.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
    } finally {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** An address on this machine, by that name, that every page may read. */
  openAddress(name) {
    return `${this.origin}/open`.replace('127.0.0.1', name);
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }

  async #serve({ url }, response) {
    if (url === '/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(this.#script));
    if (url === '/open') return response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('open');
    if (url === '/written') this.#release();
    if (url === '/held') await this.#released;
    return response.writeHead(204).end();
  }
}
