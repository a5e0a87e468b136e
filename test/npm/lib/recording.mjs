// The lines between a client and a server.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const kRecorder = fileURLToPath(new URL('record.mjs', import.meta.url));

/** A line that is not JSON becomes a message without members, which no schema allows. */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

export class Recording {
  #folder = mkdtempSync(path.join(tmpdir(), 'workbench-recording-'));

  /** The same server {command, args, env, cwd}, recorded. */
  of(server) {
    const args = [kRecorder, this.#folder, server.command, ...(server.args ?? [])];
    return { ...server, command: process.execPath, args };
  }

  /** For each process, in the order of their starts: [{sender: 'client' or 'server', line, message}]. */
  exchanges() {
    const files = readdirSync(this.#folder).sort();
    return files.map((name) => {
      const lines = readFileSync(path.join(this.#folder, name), 'utf8').split('\n').slice(0, -1);
      return lines.map((entry) => {
        const { sender, line } = JSON.parse(entry);
        return { sender, line, message: parse(line) };
      });
    });
  }

  /** All messages of one side. */
  by(sender) {
    const all = this.exchanges().flat();
    return all.filter((entry) => entry.sender === sender).map(({ message }) => message);
  }

  remove() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
