// The programs of a scenario: a client of one era, a server of one era, and the workbench between them, or nothing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixture } from './fixture.mjs';
import { kTestSettings, workbenchProgram } from './official_servers.mjs';
import { PairingClient } from './pairing_clients.mjs';
import { Recording } from './recording.mjs';
import { faultsOf } from './schema.mjs';
import { ScriptedClient } from './scripted_client.mjs';

export { fixture };

class Setup {
  // Between a client and the program that it started, for official and for scripted clients.
  official = new Recording();
  scripted = new Recording();

  /** `way` is one of kWays; `client` and `server` are eras. */
  constructor({ way, client, server }) {
    Object.assign(this, { way, client, server });
    this.pairing = `${client[0]}${server[0]}`.toUpperCase();
  }

  /** An official client. */
  open(options) {
    return PairingClient.open(this.way, this.official.of(this.command()), options);
  }

  /** A scripted client, not initialized. */
  openScripted() {
    return new ScriptedClient(this.scripted.of(this.command()));
  }

  /** The exchanges of all clients. */
  clientExchanges() {
    return [...this.official.exchanges(), ...this.scripted.exchanges()];
  }

  remove() {
    this.official.remove();
    this.scripted.remove();
  }
}

/** A client and a server without a workbench. */
export class DirectSetup extends Setup {
  constructor({ fixtureEra, ...common }) {
    super(common);
    this.fixtureEra = fixtureEra;
    this.name = `${this.way} client, server of ${fixtureEra === 'both' ? 'both eras' : `the ${fixtureEra} era`}`;
  }

  command() {
    return fixture(this.fixtureEra);
  }

  /** The invalid messages of official clients and of the server. */
  faults() {
    const ofClients = this.official.exchanges().flatMap((exchange) => faultsOf(exchange, 'client'));
    return [...ofClients, ...this.clientExchanges().flatMap((exchange) => faultsOf(exchange, 'server'))];
  }
}

/**
 * The workbench between the client and `backend`, by default in flat mode and the fixture in the server's era.
 * `content` is that of the toolbox.
 */
export class WorkbenchSetup extends Setup {
  back = new Recording(); // between the workbench and its server
  #folder = mkdtempSync(path.join(tmpdir(), 'workbench-setup-'));

  constructor({ backend, mode = 'flat', content, ...common }) {
    super(common);
    this.hasWorkbench = true;
    this.name = `${this.pairing}: ${this.way} client, ${this.server} server`;
    this.config = path.join(this.#folder, 'toolboxes.json');
    const mcpServers = { only: this.back.of(backend ?? fixture(this.server)) };
    const only = { description: 'One server', content, mcpServers };
    writeFileSync(this.config, JSON.stringify({ toolMode: mode, toolboxes: { only } }, null, 2));
  }

  command() {
    return { command: workbenchProgram(), args: ['--config', this.config, ...kTestSettings] };
  }

  /** The invalid messages of the workbench, to clients and to the server. */
  faults() {
    const toClient = this.clientExchanges().flatMap((exchange) => faultsOf(exchange, 'server'));
    const toServer = this.back.exchanges().flatMap((exchange) => faultsOf(exchange, 'client'));
    return [...toClient, ...toServer];
  }

  remove() {
    super.remove();
    this.back.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
