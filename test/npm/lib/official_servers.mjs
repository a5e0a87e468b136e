// The official servers as entries of a configuration, and the workbench with a configuration of them.

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const kHere = fileURLToPath(new URL('..', import.meta.url));
const kPackages = path.join(kHere, 'node_modules', '@modelcontextprotocol');

const script = (name) => path.join(kPackages, name, 'dist', 'index.js');

/** A one-pixel image. */
const kPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A folder for one test, with files to read, and configurations of the official servers. */
export class TestFolder {
  constructor() {
    this.path = mkdtempSync(path.join(tmpdir(), 'workbench-npm-'));
    this.files = path.join(this.path, 'files');
    mkdirSync(path.join(this.files, 'folder'), { recursive: true });
    writeFileSync(path.join(this.files, 'greeting.txt'), 'Grüße aus\nder "Werkbank" 🛠\u2028\n');
    writeFileSync(path.join(this.files, 'folder', 'numbers.json'), '{"a": 1.10, "b": 1e2}\n');
    writeFileSync(path.join(this.files, 'pixel.png'), Buffer.from(kPng, 'base64'));
  }

  /** The three servers; each `instance` has a memory of its own. */
  servers(instance) {
    const node = process.execPath;
    return {
      filesystem: { command: node, args: [script('server-filesystem'), this.files] },
      memory: {
        command: node,
        args: [script('server-memory')],
        env: { MEMORY_FILE_PATH: path.join(this.path, `memory-${instance}.jsonl`) },
      },
      everything: { command: node, args: [script('server-everything')] },
    };
  }

  /**
   * Writes a configuration with one toolbox `official`, whose clients show results of any length. Returns how to start a
   * workbench with it.
   */
  workbench(mcpServers) {
    const file = path.join(this.path, 'workbench-config.json');
    const toolboxes = { official: { description: 'The official servers', mcpServers } };
    const hosts = { '*': { maxResultBytes: 1_000_000_000 } };
    writeFileSync(file, JSON.stringify({ hosts, toolboxes }, null, 2));
    return { command: workbenchProgram(), args: ['--config', file, ...kTestSettings] };
  }

  remove() {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** An official server started by npx, from the packages here and not from the network. */
export function throughNpx(name, env = {}) {
  return { command: 'npx', args: ['--offline', `@modelcontextprotocol/server-${name}`], cwd: kHere, env };
}

/** No test finds what another has left, and none fails because a server takes long to start on a busy machine. */
export const kTestSettings = ['-D', 'catalog.cache=false', '-D', 'limits.openPatience=2m', '-D', 'limits.listPatience=2m'];

export function workbenchProgram() {
  const program = process.env.WORKBENCH_PROGRAM;
  if (!program) throw new Error('WORKBENCH_PROGRAM must name the mcp-workbench to test');
  return path.resolve(program);
}
