// What npm and npx make of the packages.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { initialize, runToEnd, start } from './process.mjs';
import { install, npm, platformPackage, project, registry } from './setup.mjs';

function npx(home, ...args) {
  return runToEnd('npx', args, { env: home.environment, cwd: home.folder });
}

function manifest(name) {
  return JSON.parse(readFileSync(join(project.packages, name, 'package.json'), 'utf8'));
}

test('npx runs the program on a machine that has nothing of it', async () => {
  const answer = await npx(await registry.home('new', { cache: 'own' }), '-y', 'mcp-workbench', '--version');
  assert.equal(answer.code, 0, answer.stderr);
  assert.match(answer.stdout, /^mcp-workbench \d+\.\d+\.\d+/);
  assert.equal(answer.stderr, '');
});

test('no script is needed: npx --ignore-scripts runs the program, which calls a tool', async () => {
  const { folder, environment } = await registry.home('caller');
  environment.WORKBENCH_DEMO_SERVER = join(project.tree, 'bin/mcp-workbench-demo-server');
  const config = join(project.tree, 'share/mcp-workbench/config-samples/demo.json');
  const answer = await npx({ folder, environment }, '--ignore-scripts', '-y', 'mcp-workbench',
    'call', '--config', config, 'time-and-numbers/demo/add', '--json', '{"numbers":[2,3]}');
  assert.equal(answer.code, 0, answer.stderr);
  assert.match(answer.stdout, /\b5\b/);
});

test('npx that is ended by a client, which keeps its streams open, leaves no program', { timeout: 60_000 }, async () => {
  const { folder, environment } = await registry.home('client');
  const config = join(project.tree, 'share/mcp-workbench/config-samples/demo.json');
  const program = start('npx', ['-y', 'mcp-workbench', '--config', config], { env: environment, cwd: folder });
  program.child.stdin.write(initialize);
  assert.match(await program.line(), /"serverInfo"/);
  program.child.kill('SIGTERM');
  await program.ended;
});

test('packages have no scripts and no dependencies but the programs of the same version', () => {
  const launcher = manifest('mcp-workbench');
  const platform = manifest(platformPackage);
  assert.equal(launcher.mcpName, 'dev.mcp-workbench/mcp-workbench');
  assert.deepEqual(launcher.optionalDependencies, {
    '@mcp-workbench/linux-arm64-gnu': launcher.version, '@mcp-workbench/linux-x64-gnu': launcher.version,
  });
  assert.equal(platform.version, launcher.version);
  assert.deepEqual([platform.os, platform.cpu, platform.libc], [['linux'], [process.arch], ['glibc']]);
  for (const each of [launcher, platform]) assert.deepEqual([each.scripts, each.dependencies], [undefined, undefined]);
});

test('the program of another processor is not installed', () => {
  const installed = readdirSync(join(project.packages, '@mcp-workbench')).map((name) => `@mcp-workbench/${name}`);
  assert.deepEqual(installed, [platformPackage]);
});

test('programs stay executable', () => {
  for (const program of [project.launcher, join(project.tree, 'bin/mcp-workbench'), join(project.tree, 'libexec/mcp-workbench'),
    join(project.tree, 'bin/mcp-workbench-demo-server'), join(project.tree, 'lib/mcp-workbench/launcher')]) {
    assert.ok(statSync(program).mode & 0o100, `${program} is not executable`);
  }
});

test('without optional packages, one sentence says what to do, and doing it helps', async () => {
  const omitted = await install('omitted', '--omit=optional');
  const version = () => runToEnd(process.execPath, [omitted.launcher, '--version'], { env: omitted.environment });
  const refused = await version();
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^mcp-workbench: the package @mcp-workbench\/linux-.*-gnu is not installed, .*--include=optional\n$/);
  await npm(omitted, 'install', '--include=optional', 'mcp-workbench');
  assert.equal((await version()).code, 0);
});
