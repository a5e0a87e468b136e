// An MCP server over HTTP+SSE (2024-11-05), on the first generation of the official library, that accepts the access
// tokens of one identity provider. As with many such servers, the POST that a client tries first is not refused with 401.

import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { TokenGate } from './token_gate.mjs';
import { answerWith } from './web_http.mjs';

function makeServer() {
  const server = new McpServer({ name: 'protected', version: '1' });
  server.tool('whoami', 'Who is logged in', ({ authInfo }) => ({
    content: [{ type: 'text', text: authInfo.extra.user }],
  }));
  return server;
}

export class ProtectedSseServer {
  #sessions = new Map(); // session id -> transport
  #gate;

  static async start(provider) {
    const started = new ProtectedSseServer();
    started.server = createServer((incoming, outgoing) => started.#serve(incoming, outgoing));
    await new Promise((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    started.url = `http://127.0.0.1:${started.server.address().port}/sse`;
    started.#gate = new TokenGate(provider, started.url);
    return started;
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  async #serve(incoming, outgoing) {
    const url = new URL(incoming.url, 'http://localhost');
    if (incoming.method === 'POST' && url.pathname === '/sse') return outgoing.writeHead(405).end();
    const outcome = await this.#gate.admit(new Request(url, { headers: incoming.headers }));
    if (outcome instanceof Response) return answerWith(outgoing, outcome);
    incoming.auth = outcome;
    if (url.pathname === '/sse') {
      const transport = new SSEServerTransport('/messages', outgoing);
      this.#sessions.set(transport.sessionId, transport);
      return makeServer().connect(transport);
    }
    const transport = this.#sessions.get(url.searchParams.get('sessionId'));
    return transport ? transport.handlePostMessage(incoming, outgoing) : outgoing.writeHead(404).end();
  }
}
