// Where a scenario takes place: a client of one era, a server of one era, and the workbench between them, or nothing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { workbenchProgram } from './official_servers.mjs';
import { PairingClient } from './pairing_clients.mjs';
import { Recording } from './recording.mjs';
import { faultsOf } from './schema.mjs';
import { Wire } from './wire.mjs';

const kFixture = fileURLToPath(new URL('../fixture/server.mjs', import.meta.url));

export const fixture = (era, ...args) => ({ command: process.execPath, args: [kFixture, '--era', era, ...args] });

class Stage {
  // Between the client and whatever it started: official clients, and those that say what they are told to.
  official = new Recording();
  scripted = new Recording();

  /** `way` is one of kWays; `client` and `server` are the eras that are spoken. */
  constructor({ way, client, server }) {
    Object.assign(this, { way, client, server });
    this.pairing = `${client[0]}${server[0]}`.toUpperCase();
  }

  /** An official client, as the stage is set for. */
  open(options) {
    return PairingClient.open(this.way, this.official.of(this.command()), options);
  }

  /** A client that says what it is told to say. */
  wire() {
    return new Wire(this.scripted.of(this.command()));
  }

  /** All conversations of clients. */
  fronts() {
    return [...this.official.conversations(), ...this.scripted.conversations()];
  }

  remove() {
    this.official.remove();
    this.scripted.remove();
  }
}

/** No workbench at all: what a client and a server make of each other. */
export class DirectStage extends Stage {
  constructor({ fixtureEra, ...cast }) {
    super(cast);
    this.fixtureEra = fixtureEra;
    this.name = `${this.way} client, server of ${fixtureEra === 'both' ? 'both eras' : `the ${fixtureEra} era`}`;
  }

  command() {
    return fixture(this.fixtureEra);
  }

  /** What official clients and the server said, and should not have. */
  faults() {
    const said = this.official.conversations().flatMap((conversation) => faultsOf(conversation, 'client'));
    return [...said, ...this.fronts().flatMap((conversation) => faultsOf(conversation, 'server'))];
  }
}

/** The workbench in flat mode between the client and `backend`, by default the fixture in the server's era. */
export class WorkbenchStage extends Stage {
  back = new Recording(); // between the workbench and its server
  #folder = mkdtempSync(path.join(tmpdir(), 'workbench-stage-'));

  constructor({ backend, mode = 'flat', ...cast }) {
    super(cast);
    this.throughWorkbench = true;
    this.name = `${this.pairing}: ${this.way} client, ${this.server} server`;
    this.config = path.join(this.#folder, 'toolboxes.json');
    const only = { description: 'One server', mcpServers: { only: this.back.of(backend ?? fixture(this.server)) } };
    writeFileSync(this.config, JSON.stringify({ toolMode: mode, toolboxes: { only } }, null, 2));
  }

  command() {
    return { command: workbenchProgram(), args: ['--config', this.config] };
  }

  /** What we said to clients and to the server, and should not have. */
  faults() {
    const toClient = this.fronts().flatMap((conversation) => faultsOf(conversation, 'server'));
    const toServer = this.back.conversations().flatMap((conversation) => faultsOf(conversation, 'client'));
    return [...toClient, ...toServer];
  }

  remove() {
    super.remove();
    this.back.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
