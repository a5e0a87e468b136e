'use strict';
// Finds the program in the package for this platform, which npm has installed because of its "os", "cpu" and "libc".

const path = require('node:path');

const packages = {
  x64: '@mcp-workbench/linux-x64-gnu',
  arm64: '@mcp-workbench/linux-arm64-gnu',
};

/** Whether this system has glibc. The report is expensive, so this is asked only when the program cannot be found. */
function hasGlibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}

/** Why the package of this platform is not installed, and what to do, in one sentence. */
function whyMissing(name) {
  if (name === undefined) {
    return `there is no build for ${process.platform}-${process.arch}; use Linux on x64 or arm64, a container or WSL`;
  }
  if (!hasGlibc()) {
    return 'this system has another C library than glibc (probably musl), and the program needs glibc 2.36 or later; ' +
      'use a system or a container image of Debian, Ubuntu or Fedora';
  }
  return `the package ${name} is not installed, because npm omitted optional dependencies or uses a lock file of another ` +
    'system; install mcp-workbench again with --include=optional';
}

/**
 * The path of the program for this platform.
 * @throws {Error} whose message is one sentence with the remedy, if the package for this platform is not installed
 */
function findProgram() {
  const name = process.platform === 'linux' ? packages[process.arch] : undefined;
  let manifest;
  try {
    manifest = require.resolve(`${name}/package.json`);
  } catch {
    throw new Error(whyMissing(name));
  }
  return path.join(path.dirname(manifest), 'tree', 'bin', 'mcp-workbench');
}

module.exports = { findProgram };
