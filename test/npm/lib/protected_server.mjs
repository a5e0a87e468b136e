// An MCP server on the official library, in both eras, that accepts the access tokens of one identity provider.

import { createServer } from 'node:http';
import {
  McpServer,
  OAuthError,
  createMcpHandler,
  fromJsonSchema,
  getOAuthProtectedResourceMetadataUrl,
  requireBearerAuth,
  requireScopes,
} from '@modelcontextprotocol/server';
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
  /** How many requests were refused because of their token, and how many had a valid one. */
  refused = 0;
  accepted = 0;
  /** The access tokens that it has seen. */
  tokens = new Set();

  /** `provider` is an IdentityProvider, or anything with `issuer` and `find`. */
  static async start(provider, address = '127.0.0.1') {
    const started = new ProtectedServer();
    started.provider = provider;
    started.server = createServer(async (incoming, outgoing) => {
      answerWith(outgoing, await started.#serve(webRequest(incoming, outgoing)));
    });
    await new Promise((resolve) => started.server.listen(0, address, resolve));
    started.url = `http://${address}:${started.server.address().port}/mcp`;
    started.#handler = createMcpHandler(makeServer);
    started.#gate = requireBearerAuth({
      verifier: { verifyAccessToken: (token) => started.#verify(token) },
      requiredScopes: ['mcp:read'],
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(started.url)),
      expectedResource: new URL(started.url),
    });
    return started;
  }
  #handler;
  #gate;

  stop() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  async #verify(token) {
    this.tokens.add(token);
    const found = await this.provider.find(token);
    if (!found) throw new OAuthError('invalid_token', 'Unknown or expired');
    const { accountId, scope = '', aud, exp, clientId } = found;
    const resource = new URL(aud);
    return { token, clientId, scopes: scope.split(' '), expiresAt: exp, resource, extra: { user: accountId } };
  }

  async #serve(request) {
    const { pathname } = new URL(request.url);
    if (pathname === '/.well-known/oauth-protected-resource/mcp') {
      return Response.json({ resource: this.url, authorization_servers: [this.provider.issuer] });
    }
    if (pathname !== '/mcp') return new Response(null, { status: 404 });
    const outcome = await this.#gate(request);
    if (outcome instanceof Response) {
      ++this.refused;
      return outcome;
    }
    ++this.accepted;
    return this.#handler.fetch(request, { authInfo: outcome });
  }
}
