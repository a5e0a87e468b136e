// An MCP server at a public name, which is reached through a proxy on this machine, and what it says about its
// authorization.

import { createServer } from 'node:http';

const kUrl = 'http://mcp.example.com/mcp';

function listen(serve) {
  const server = createServer(serve);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const close = (server) => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
};

export class ProxiedServer {
  /** What its challenge names: the URL of its metadata. */
  resourceMetadata = '';
  #proxy;

  static async start() {
    const started = new ProxiedServer();
    started.#proxy = await listen((request, response) => {
      const challenge = `Bearer resource_metadata="${started.resourceMetadata}"`;
      response.writeHead(request.url === kUrl ? 401 : 404, { 'WWW-Authenticate': challenge }).end();
    });
    return started;
  }

  /** For the toolboxes file. */
  get entry() {
    return { url: kUrl, proxy: `http://127.0.0.1:${this.#proxy.address().port}` };
  }

  stop() {
    return close(this.#proxy);
  }
}

/** Something on this machine that is not meant for others. */
export class InternalService {
  requests = [];
  #server;

  static async start() {
    const started = new InternalService();
    started.#server = await listen((request, response) => {
      started.requests.push(request.url);
      response.end('{}');
    });
    return started;
  }

  get port() {
    return this.#server.address().port;
  }

  stop() {
    return close(this.#server);
  }
}
