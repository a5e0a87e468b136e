#!/usr/bin/env node
'use strict';
// The program `mcp-workbench` of the npm package: becomes the program of the platform package, or reports why it cannot.

const { findProgram } = require('../lib/platform.js');
const { execute } = require('../lib/execute.js');

try {
  execute(findProgram(), process.argv.slice(2));
} catch (error) {
  process.stderr.write(`mcp-workbench: ${error.message}\n`);
  process.exitCode = 1;
}
