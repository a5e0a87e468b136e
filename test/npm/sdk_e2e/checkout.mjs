// The checkout of the official TypeScript SDK, which whoever runs the tests has fetched and installed.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The revision for which expected-failures.json was written: the packages 2.0.0 and eight commits. */
const kRevision = '3924de99df834302d89f5997a1b64ca268282284';

const kHowToFetch = `
  git clone https://github.com/modelcontextprotocol/typescript-sdk.git
  git -C typescript-sdk checkout ${kRevision}
  cd typescript-sdk && npx pnpm@10.26.1 install --frozen-lockfile`;

export class Checkout {
  constructor(folder) {
    this.suite = path.join(path.resolve(folder), 'test', 'e2e');
    if (!existsSync(path.join(this.suite, 'helpers', 'index.ts'))) {
      throw new Error(`${folder} has no test/e2e; fetch the SDK with${kHowToFetch}`);
    }
    if (!existsSync(path.join(this.suite, 'node_modules', 'vitest'))) {
      throw new Error(`${folder} is not installed; install it with\n  npx pnpm@10.26.1 install --frozen-lockfile`);
    }
  }

  /** What is checked out, if it is another revision than the expected failures were written for. */
  otherRevision() {
    try {
      const revision = execFileSync('git', ['-C', this.suite, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
      return revision === kRevision ? undefined : `${revision} instead of ${kRevision}`;
    } catch {
      return `no revision that git knows, instead of ${kRevision}`;
    }
  }

  /** The scenarios that connect a client and a server with wire(). */
  scenarios() {
    const folder = path.join(this.suite, 'scenarios');
    const wires = (name) => /\bwire\(/.test(readFileSync(path.join(folder, name), 'utf8'));
    return readdirSync(folder).filter(wires).map((name) => `scenarios/${name}`);
  }

  /** The checkout's own vitest. */
  vitest() {
    return import(createRequire(path.join(this.suite, 'package.json')).resolve('vitest/node'));
  }
}
