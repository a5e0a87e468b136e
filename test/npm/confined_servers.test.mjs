// Public servers of npm, each confined by the defaults or by the block that servers.json has for it.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ConfinedServer, kPublicServers, versionOf } from './lib/confined_server.mjs';
import { tableOf } from './lib/confined_table.mjs';

const kPage = new URL('../../docs/operate/confined-servers.md', import.meta.url);
const kAtOnce = 4; // as many as two processors start without making each other late

/** What starts and answers, and is confined meanwhile. */
async function lives(server) {
  const machine = new ConfinedServer(server);
  try {
    const opened = JSON.parse(await machine.open());
    assert.ok(opened.tools?.length > 0, JSON.stringify(opened).slice(0, 2000));
    if (server.call) assert.ok((await machine.call(server.call)).includes(server.call.answer));
    assert.deepEqual(await machine.notConfined(), []);
  } finally {
    await machine.remove();
  }
}

describe('A public server lives confined:', { concurrency: kAtOnce }, () => {
  for (const [name, server] of Object.entries(kPublicServers)) {
    test(`${name}, ${server.package}@${versionOf(server)}`, () => lives(server));
  }
});

test('there are at least 30 of them, two of which npx downloads, and seven of which answer a call', () => {
  const servers = Object.values(kPublicServers);
  assert.ok(servers.length >= 30);
  assert.ok(servers.filter((server) => server.npx).length >= 2);
  assert.ok(servers.filter((server) => server.call).length >= 7);
});

test('the page has the servers of servers.json', () => {
  const page = readFileSync(kPage, 'utf8');
  const updated = page.replace(/^\| server .*\n(\|.*\n)*/m, tableOf(kPublicServers, versionOf));
  if (process.env.UPDATE_DOCUMENTS) writeFileSync(kPage, updated);
  else assert.equal(page, updated, 'UPDATE_DOCUMENTS=1 ctest --preset package -R npm.confined_servers updates it');
});
