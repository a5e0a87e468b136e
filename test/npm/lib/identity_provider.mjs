// An identity provider from npm (oidc-provider), with logins and consents on web pages, rotating refresh tokens, and the
// detection of those that are used twice.

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

export const kScopes = ['mcp:read', 'mcp:write'];

/** May ask for tokens without a user; its tokens are JSON Web Tokens. */
export const kMachine = { client_id: 'machine', client_secret: 'secret-of-the-machine' };

const kTokenPath = '/token';
const kLife = 3600; // seconds of everything but access tokens

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}

export class IdentityProvider {
  /** Every request, as `METHOD PATH`, in order. */
  requests = [];
  /** Granted, by grant: {authorization_code: 1, refresh_token: 7}. */
  granted = {};
  /** The errors of the token endpoint. A refresh token that was used twice is one of them. */
  errors = [];
  /** The scopes of each authorization, in order. */
  authorized = [];
  /** The most refreshes that were under way at the same time. */
  maxRefreshes = 0;
  #refreshes = 0;
  #callback;
  #grants = new Set(); // the ids of those that users have given

  /** `tokenSeconds`: the life of access tokens. `format`: of the access tokens of users, opaque or jwt. */
  static async start({ tokenSeconds = 300, format = 'opaque' } = {}) {
    const started = new IdentityProvider();
    Object.assign(started, { tokenSeconds, format });
    started.server = createServer((request, response) => started.#handle(request, response));
    await new Promise((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    started.issuer = `http://127.0.0.1:${started.server.address().port}`;
    started.rotateKeys();
    return started;
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** Signs with a new key from now on, and publishes it alone. Users and their tokens are forgotten. */
  rotateKeys() {
    this.provider = new Provider(this.issuer, this.#configuration());
    this.provider.on('grant.success', ({ oidc }) => {
      const grant = oidc.params.grant_type;
      this.granted[grant] = (this.granted[grant] ?? 0) + 1;
      if (oidc.entities.Grant) this.#grants.add(oidc.entities.Grant.jti);
    });
    this.provider.on('grant.error', (context, error) => this.errors.push(error.error_detail ?? error.message));
    this.provider.on('authorization.success', ({ oidc }) => this.authorized.push(oidc.params.scope ?? ''));
    this.#callback = this.provider.callback();
  }

  /** Of a valid access token: {accountId, scope, aud, exp}; otherwise undefined. */
  find(token) {
    return this.provider.AccessToken.find(token);
  }

  /** Ends everything that a user has granted, as an administrator would. */
  async revokeAll() {
    for (const grantId of this.#grants) {
      await this.provider.AccessToken.revokeByGrantId(grantId);
      await this.provider.RefreshToken.revokeByGrantId(grantId);
      await (await this.provider.Grant.find(grantId))?.destroy();
    }
    this.#grants.clear();
  }

  /** An access token of kMachine. */
  async machineToken(resource) {
    const form = { grant_type: 'client_credentials', resource, scope: kScopes.join(' '), ...kMachine };
    const response = await fetch(`${this.issuer}${kTokenPath}`, { method: 'POST', body: new URLSearchParams(form) });
    return (await response.json()).access_token;
  }

  #configuration() {
    const isMachine = (client) => client.clientId === kMachine.client_id;
    return {
      clients: [
        {
          ...kMachine,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [signingKey()] },
      cookies: { keys: [randomUUID()] },
      findAccount: (context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      issueRefreshToken: (context, client) => client.grantTypeAllowed('refresh_token'),
      rotateRefreshToken: true,
      expiresWithSession: () => false,
      features: {
        clientCredentials: { enabled: true },
        registration: { enabled: true },
        revocation: { enabled: true },
        resourceIndicators: {
          enabled: true,
          useGrantedResource: () => true,
          getResourceServerInfo: (context, resource, client) => ({
            scope: kScopes.join(' '),
            audience: resource,
            accessTokenTTL: this.tokenSeconds,
            accessTokenFormat: isMachine(client) ? 'jwt' : this.format,
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      routes: { token: kTokenPath },
      ttl: {
        AccessToken: (context, token) => token.resourceServer?.accessTokenTTL ?? 60,
        ClientCredentials: (context, token) => token.resourceServer?.accessTokenTTL ?? 60,
        RefreshToken: kLife,
        Interaction: kLife,
        Session: kLife,
        Grant: kLife,
      },
    };
  }

  async #handle(request, response) {
    const { pathname } = new URL(request.url, this.issuer);
    this.requests.push(`${request.method} ${pathname}`);
    const isOfTokens = pathname === kTokenPath;
    if (isOfTokens) {
      this.maxRefreshes = Math.max(this.maxRefreshes, ++this.#refreshes);
      response.once('close', () => --this.#refreshes);
    }
    await this.#callback(request, response);
  }
}
