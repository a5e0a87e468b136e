// Where a test's server can be reached by a program outside the test: a URL, or a command that brings one to it.

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const kBridge = fileURLToPath(new URL('bridge.mjs', import.meta.url));

const listenOn = (server, ...where) =>
  new Promise((resolve, reject) => server.once('error', reject).listen(...where, resolve));

/** Serves `handle`, from a web Request to a web Response, at a port of this machine. `entry` is that of a toolbox. */
export async function hostAtUrl(handle, close) {
  const server = createHttpServer(getRequestListener(handle, { overrideGlobalObjects: false }));
  await listenOn(server, 0, '127.0.0.1');
  return {
    entry: { type: 'http', url: `http://127.0.0.1:${server.address().port}/mcp` },
    async close() {
      await close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Each process of the command in `entry` is connected, through its stdin and stdout, to a server that `makeServer` makes. */
export async function hostAsCommand(makeServer) {
  const socket = path.join(tmpdir(), `sdk-e2e-${randomUUID()}`);
  const opened = new Set();
  const host = createSocketServer(async (connection) => {
    const server = makeServer();
    opened.add({ connection, server });
    await server.connect(new StdioServerTransport(connection, connection));
  });
  await listenOn(host, socket);
  return {
    entry: { command: process.execPath, args: [kBridge, socket] },
    async close() {
      for (const { connection, server } of opened) {
        await server.close();
        connection.destroy();
      }
      await new Promise((resolve) => host.close(resolve));
      rmSync(socket, { force: true });
    },
  };
}
