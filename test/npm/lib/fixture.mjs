// How to start the fixture.

import { fileURLToPath } from 'node:url';

const kFixture = fileURLToPath(new URL('../fixture/server.mjs', import.meta.url));

export const fixture = (era, ...args) => ({ command: process.execPath, args: [kFixture, '--era', era, ...args] });
