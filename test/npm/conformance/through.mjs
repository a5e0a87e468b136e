// The suite's client before the workbench in flat mode, and the fixture behind it: `node through.mjs PAIRING TRANSPORT`
//
// PAIRING    of the client's era and the fixture's: M is stateless, L has the handshake
// TRANSPORT  between workbench and fixture: stdio or http

import { fileURLToPath } from 'node:url';
import { WorkbenchOverHttp, fixtureOverHttp } from '../lib/over_http.mjs';
import { fixture } from '../lib/stage.mjs';
import { testServer } from './suite.mjs';

const kEras = {
  M: { revision: '2026-07-28', era: 'modern', protocol: 'stateless' },
  L: { revision: '2025-11-25', era: 'legacy', protocol: 'handshake' },
};

const [pairing, transport] = process.argv.slice(2);
const [client, server] = [...pairing].map((letter) => kEras[letter]);
const expectedFile = fileURLToPath(new URL(`expected-failures/${pairing}.yml`, import.meta.url));

const behind = transport === 'http' ? await fixtureOverHttp(server.era) : undefined;
const entry = behind ? { type: 'http', url: behind.url } : fixture(server.era);
const only = {
  description: 'What the suite asks for',
  mcpServers: { only: { ...entry, protocol: server.protocol } },
};
const workbench = await WorkbenchOverHttp.start({ toolMode: 'flat', toolboxes: { only } });

const title = `${pairing} over ${transport}, ${client.revision}`;
const isExpected = await testServer(title, workbench.url, client.revision, expectedFile);
if (!isExpected) console.log(`  the workbench logged at last:\n${workbench.log.slice(-60).join('\n')}`);

const code = await workbench.stop();
if (code !== 0) console.log(`  the workbench ended with ${code}`);
await behind?.stop();
process.exitCode = isExpected && code === 0 ? 0 : 1;
