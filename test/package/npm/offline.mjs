// What npx does when there is no registry any more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from './process.mjs';
import { registry } from './setup.mjs';

test('the cache is enough: npx --offline runs the program when the registry has ended', async () => {
  const home = await registry.home('offline');
  await registry.stop();
  const end = await runToEnd('npx', ['--offline', '-y', 'mcp-workbench', '--version'], { env: home.environment, cwd: home.folder });
  assert.equal(end.code, 0, end.stderr);
  assert.match(end.stdout, /^mcp-workbench \d/);
});
