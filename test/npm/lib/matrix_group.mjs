// One server of the matrix behind workbenches in flat mode: one over HTTP, for all clients of that transport, and one over
// stdio for each client of the other. All messages on both sides of them are recorded.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpRecording } from './http_recording.mjs';
import { kTestSettings, workbenchProgram } from './official_servers.mjs';
import { Listening, WorkbenchOverHttp } from './over_http.mjs';
import { PairingClient } from './pairing_clients.mjs';
import { Recording } from './recording.mjs';
import { kModern } from './revisions.mjs';
import { faultsOf } from './schema.mjs';

const kAnnouncement = /^fixture: listening on (http:\S+)$/;

const tokenOf = (principal) => `the token of the principal ${principal}`.replaceAll(' ', '-');

/** The revisions that were negotiated in the exchanges. */
const negotiated = (exchanges) =>
  exchanges.flat().flatMap(({ sender, message }) => (sender === 'server' && message.result?.protocolVersion) || []);

export class MatrixGroup {
  #folder = mkdtempSync(path.join(tmpdir(), 'workbench-matrix-'));

  /**
   * `kind` is one of kServers, `more` has other members of its entry in the toolboxes file. With `principals` (names)
   * every client over HTTP is one of these.
   */
  static async start(kind, more = {}, principals = []) {
    const group = new MatrixGroup();
    group.kind = kind;
    const overStdio = kind.transport === 'stdio';
    group.back = overStdio ? new Recording() : new HttpRecording();
    if (!overStdio) group.server = await Listening.start(kind, kAnnouncement);
    const entry = overStdio
      ? group.back.of({ command: kind.command, args: kind.args })
      : { url: await group.back.of(group.server.url) };
    const mcpServers = { only: { ...entry, ...more } };
    group.toolboxes = { toolMode: 'flat', toolboxes: { only: { description: 'One server', mcpServers } } };
    group.config = path.join(group.#folder, 'toolboxes.json');
    writeFileSync(group.config, JSON.stringify(group.toolboxes, null, 2));
    const tokens = JSON.stringify(Object.fromEntries(principals.map((name) => [name, { token: tokenOf(name) }])));
    group.workbench =
      principals.length === 0
        ? await WorkbenchOverHttp.start(group.toolboxes)
        : await WorkbenchOverHttp.start(group.toolboxes, { TOKENS: tokens }, { tokensVariable: 'TOKENS' });
    return group;
  }

  /** A client of one of kClients, recorded in `front`; remove that with it. `principal` is the client's over HTTP. */
  async open(kind, options = {}, principal = undefined) {
    const overStdio = kind.transport === 'stdio';
    const front = overStdio ? new Recording() : new HttpRecording();
    const program = { command: workbenchProgram(), args: ['--config', this.config, ...kTestSettings] };
    const headers = principal ? { Authorization: `Bearer ${tokenOf(principal)}` } : {};
    const server = overStdio ? front.of(program) : { url: await front.of(this.workbench.url), headers };
    const client = await PairingClient.open(kind.way, server, { ...kind.options, ...options });
    return { client, front };
  }

  /** Asserts that the client used its revision, and that every message which it received is valid in that. */
  checkFront(front, { revision }) {
    const legacy = revision === kModern ? [] : [revision];
    assert.deepEqual(negotiated(front.exchanges()), legacy);
    assert.deepEqual(front.exchanges().flatMap((exchange) => faultsOf(exchange, 'server')), []);
  }

  /** The same of the server. */
  checkBack() {
    const exchanges = this.back.exchanges();
    const expected = this.kind.revision === kModern ? [] : [this.kind.revision];
    assert.deepEqual([...new Set(negotiated(exchanges))], expected);
    assert.deepEqual(exchanges.flatMap((exchange) => faultsOf(exchange, 'client')), []);
  }

  /** Asserts that the workbench exits with 0. */
  async stop() {
    try {
      if (this.workbench) assert.equal(await this.workbench.stop(), 0);
    } finally {
      await this.server?.stop();
      this.back.remove();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }
}
