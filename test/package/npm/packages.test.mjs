// What npm and npx make of the packages. PACKAGES is the folder with the tarballs that packaging/npm/make has written.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runToEnd } from './process.mjs';
import { Registry } from './registry.mjs';

const platformPackage = `@mcp-workbench/linux-${process.arch}-gnu`;

let registry;
before(async () => { registry = await Registry.start(process.env.PACKAGES); });
after(() => registry.remove());

/** Installs the launcher in a new project, with these options of npm, and returns where. */
async function installed(name, ...options) {
  const home = await registry.home(name);
  const install = await runToEnd('npm', ['install', '--no-audit', ...options, 'mcp-workbench'], { env: home.environment, cwd: home.folder });
  assert.equal(install.code, 0, install.stderr);
  return { ...home, packages: join(home.folder, 'node_modules'), launcher: join(home.folder, 'node_modules/.bin/mcp-workbench') };
}

function npx(home, ...args) {
  return runToEnd('npx', args, { env: home.environment, cwd: home.folder });
}

function manifest(...path) {
  return JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8'));
}

const version = /^mcp-workbench (\d+\.\d+\.\d+)/;

test('npx runs the program on a machine that has nothing of it', async () => {
  const answer = await npx(await registry.home('new'), '-y', 'mcp-workbench', '--version');
  assert.equal(answer.code, 0, answer.stderr);
  assert.match(answer.stdout, version);
  assert.equal(answer.stderr, '');
});

test('no script is needed: npx --ignore-scripts runs the program, which calls a tool', async () => {
  const { environment, folder, packages } = await installed('tools', '--ignore-scripts');
  const tree = join(packages, platformPackage, 'tree');
  const env = { ...environment, WORKBENCH_DEMO_SERVER: join(tree, 'bin/mcp-workbench-demo-server') };
  const config = join(tree, 'share/mcp-workbench/config-samples/demo.json');
  const answer = await npx({ environment: env, folder: (await registry.home('caller')).folder }, '--ignore-scripts', '-y', 'mcp-workbench',
    'call', '--config', config, 'time-and-numbers/demo/add', '--json', '{"numbers":[2,3]}');
  assert.equal(answer.code, 0, answer.stderr);
  assert.match(answer.stdout, /\b5\b/);
});

test('packages have no scripts and no dependencies but the programs of the same version', async () => {
  const { packages } = await installed('manifests');
  const launcher = manifest(packages, 'mcp-workbench');
  const platform = manifest(packages, platformPackage);
  assert.equal(launcher.mcpName, 'dev.mcp-workbench/mcp-workbench');
  assert.deepEqual(launcher.optionalDependencies, {
    '@mcp-workbench/linux-arm64-gnu': launcher.version, '@mcp-workbench/linux-x64-gnu': launcher.version,
  });
  assert.equal(platform.version, launcher.version);
  assert.deepEqual([platform.os, platform.cpu, platform.libc], [['linux'], [process.arch], ['glibc']]);
  for (const each of [launcher, platform]) assert.deepEqual([each.scripts, each.dependencies], [undefined, undefined]);
  const others = readdirSync(join(packages, '@mcp-workbench')).map((name) => `@mcp-workbench/${name}`);
  assert.deepEqual(others, [platformPackage], 'npm installs the programs of other processors');
});

test('programs stay executable', async () => {
  const { packages } = await installed('modes');
  const tree = join(packages, platformPackage, 'tree');
  for (const program of [join(packages, 'mcp-workbench/bin/mcp-workbench.js'), join(tree, 'bin/mcp-workbench'),
    join(tree, 'libexec/mcp-workbench'), join(tree, 'bin/mcp-workbench-demo-server'), join(tree, 'lib/mcp-workbench/launcher')]) {
    assert.equal(statSync(program).mode & 0o111, 0o111, `${program} is not executable for everyone`);
  }
});

test('without optional packages, one sentence says what to do, and doing it helps', async () => {
  const { environment, folder, launcher } = await installed('omitted', '--omit=optional');
  const refused = await runToEnd(launcher, ['--version'], { env: environment, cwd: folder });
  assert.equal(refused.code, 1);
  assert.equal(refused.stdout, '');
  assert.match(refused.stderr, /^mcp-workbench: the package @mcp-workbench\/linux-.*-gnu is not installed, .*--include=optional\n$/);
  const again = await runToEnd('npm', ['install', '--include=optional', 'mcp-workbench'], { env: environment, cwd: folder });
  assert.equal(again.code, 0, again.stderr);
  assert.equal((await runToEnd(launcher, ['--version'], { env: environment, cwd: folder })).code, 0);
});

// The last one, because the registry does not return.
test('the cache is enough: npx --offline runs the program when the registry has ended', async () => {
  const home = await registry.home('offline');
  assert.equal((await npx(home, '-y', 'mcp-workbench', '--version')).code, 0);
  await registry.stop();
  const answer = await npx(home, '--offline', '-y', 'mcp-workbench', '--version');
  assert.equal(answer.code, 0, answer.stderr);
  assert.match(answer.stdout, version);
});
