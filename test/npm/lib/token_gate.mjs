// Before an MCP server over HTTP: lets those requests pass that have an access token of one identity provider.

import { OAuthError, getOAuthProtectedResourceMetadataUrl, requireBearerAuth } from '@modelcontextprotocol/server';

export class TokenGate {
  /** How many requests were refused because of their token. */
  refused = 0;
  /** The access tokens that it has seen. */
  tokens = new Set();
  #provider;
  #url;
  #metadata;
  #check;

  /** `provider` is an IdentityProvider, or anything with `issuer` and `find`; `url` that of the server. */
  constructor(provider, url) {
    this.#provider = provider;
    this.#url = url;
    const metadata = getOAuthProtectedResourceMetadataUrl(new URL(url));
    this.#metadata = new URL(metadata).pathname;
    this.#check = requireBearerAuth({
      verifier: { verifyAccessToken: (token) => this.#verify(token) },
      requiredScopes: ['mcp:read'],
      resourceMetadataUrl: metadata,
      expectedResource: new URL(url),
    });
  }

  /** Who sends the request, or the response to it: the metadata of the server, or the refusal. */
  async admit(request) {
    if (new URL(request.url).pathname === this.#metadata) {
      return Response.json({ resource: this.#url, authorization_servers: [this.#provider.issuer] });
    }
    const outcome = await this.#check(request);
    if (outcome instanceof Response) ++this.refused;
    return outcome;
  }

  async #verify(token) {
    this.tokens.add(token);
    const found = await this.#provider.find(token);
    if (!found) throw new OAuthError('invalid_token', 'Unknown or expired');
    const { accountId, scope = '', aud, exp, clientId } = found;
    const resource = new URL(aud);
    return { token, clientId, scopes: scope.split(' '), expiresAt: exp, resource, extra: { user: accountId } };
  }
}
