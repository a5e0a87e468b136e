// One registry for all tests, and one project in which the launcher is installed. PACKAGES is the folder with the tarballs that
// packaging/npm/make has written.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after } from 'node:test';
import { runToEnd } from './process.mjs';
import { Registry } from './registry.mjs';

export const platformPackage = `@mcp-workbench/linux-${process.arch}-gnu`;

export const registry = await Registry.start(process.env.PACKAGES);
after(() => registry.remove());

/** Runs npm in this home. Fails if npm does. */
export async function npm(home, ...args) {
  const end = await runToEnd('npm', args, { env: home.environment, cwd: home.folder });
  assert.equal(end.code, 0, end.stderr);
}

/** Installs the launcher in a new project, with these options of npm. */
export async function install(name, ...options) {
  const home = await registry.home(name);
  await npm(home, 'install', '--no-audit', ...options, 'mcp-workbench');
  const packages = join(home.folder, 'node_modules');
  return {
    ...home,
    packages,
    tree: join(packages, platformPackage, 'tree'),
    launcher: join(packages, 'mcp-workbench/bin/mcp-workbench.js'),
  };
}

export const project = await install('project', '--ignore-scripts');
