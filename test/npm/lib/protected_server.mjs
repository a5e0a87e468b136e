// An MCP server on the official library, in both eras, that accepts the access tokens of one identity provider.

import { createServer } from 'node:http';
import { McpServer, createMcpHandler, fromJsonSchema, requireScopes } from '@modelcontextprotocol/server';
import { TokenGate } from './token_gate.mjs';
import { answerWith, webRequest } from './web_http.mjs';

const said = (text) => ({ content: [{ type: 'text', text }] });

function makeServer() {
  const server = new McpServer({ name: 'protected', version: '1' }, { capabilities: { tools: {} } });
  const noArguments = fromJsonSchema({ type: 'object' });
  server.registerTool('whoami', { description: 'Who is logged in', inputSchema: noArguments }, (args, context) =>
    said(context.http.authInfo.extra.user),
  );
  server.registerTool(
    'write',
    { description: 'Needs a further scope', inputSchema: noArguments, scopeChallenge: requireScopes('mcp:write') },
    (args, context) => said(`${context.http.authInfo.extra.user} wrote`),
  );
  return server;
}

export class ProtectedServer {
  #handler = createMcpHandler(makeServer);
  #gate;

  /** `provider` is an IdentityProvider, or anything with `issuer` and `find`. */
  static async start(provider, address = '127.0.0.1') {
    const started = new ProtectedServer();
    started.server = createServer(async (incoming, outgoing) => {
      answerWith(outgoing, await started.#serve(webRequest(incoming, outgoing)));
    });
    await new Promise((resolve) => started.server.listen(0, address, resolve));
    started.url = `http://${address}:${started.server.address().port}/mcp`;
    started.#gate = new TokenGate(provider, started.url);
    return started;
  }

  /** How many requests were refused because of their token. */
  get refused() {
    return this.#gate.refused;
  }

  /** The access tokens that it has seen. */
  get tokens() {
    return this.#gate.tokens;
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  async #serve(request) {
    const outcome = await this.#gate.admit(request);
    if (outcome instanceof Response) return outcome;
    if (new URL(request.url).pathname !== '/mcp') return new Response(null, { status: 404 });
    return this.#handler.fetch(request, { authInfo: outcome });
  }
}
