// An authorization server of OAuth 2.1 on this machine, whose users agree to everything at once. Its metadata is that of
// none in particular, or has the shape of a well-known product's.

import { createHash, createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const base64url = (value) => Buffer.from(value).toString('base64url');
const part = (value) => base64url(JSON.stringify(value));
const seconds = () => Math.floor(Date.now() / 1000);

const kPlain = {
  path: '',
  metadataPath: '/.well-known/oauth-authorization-server',
  endpoints: {
    authorization_endpoint: '/authorize',
    token_endpoint: '/token',
    registration_endpoint: '/register',
    jwks_uri: '/jwks',
  },
  metadata: {
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  },
};

/** As Keycloak publishes it for a realm. Clients are registered by an administrator. */
export const kKeycloak = {
  path: '/realms/company',
  metadataPath: '/realms/company/.well-known/openid-configuration',
  endpoints: {
    authorization_endpoint: '/realms/company/protocol/openid-connect/auth',
    token_endpoint: '/realms/company/protocol/openid-connect/token',
    introspection_endpoint: '/realms/company/protocol/openid-connect/token/introspect',
    userinfo_endpoint: '/realms/company/protocol/openid-connect/userinfo',
    end_session_endpoint: '/realms/company/protocol/openid-connect/logout',
    revocation_endpoint: '/realms/company/protocol/openid-connect/revoke',
    device_authorization_endpoint: '/realms/company/protocol/openid-connect/auth/device',
    jwks_uri: '/realms/company/protocol/openid-connect/certs',
  },
  metadata: {
    frontchannel_logout_supported: true,
    grant_types_supported: ['authorization_code', 'client_credentials', 'implicit', 'password', 'refresh_token'],
    response_types_supported: ['code', 'none', 'id_token', 'token', 'id_token token', 'code id_token', 'code token'],
    subject_types_supported: ['public', 'pairwise'],
    id_token_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'ES256', 'RS256'],
    response_modes_supported: ['query', 'fragment', 'form_post', 'query.jwt', 'fragment.jwt', 'jwt'],
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
    token_endpoint_auth_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'ES256', 'RS256'],
    claims_supported: ['aud', 'sub', 'iss', 'auth_time', 'name', 'preferred_username', 'email', 'acr'],
    claim_types_supported: ['normal'],
    scopes_supported: ['openid', 'offline_access', 'profile', 'email', 'roles', 'mcp:read'],
    code_challenge_methods_supported: ['plain', 'S256'],
    tls_client_certificate_bound_access_tokens: true,
    mtls_endpoint_aliases: {},
    authorization_response_iss_parameter_supported: true,
  },
};

/** As Microsoft Entra ID publishes it for a tenant: it says nothing of PKCE and sends no issuer back. */
export const kEntra = {
  path: '/6babcaad-604b-40ac-a9d7-9fd97c0b779f/v2.0',
  metadataPath: '/6babcaad-604b-40ac-a9d7-9fd97c0b779f/v2.0/.well-known/openid-configuration',
  endpoints: {
    token_endpoint: '/6babcaad-604b-40ac-a9d7-9fd97c0b779f/oauth2/v2.0/token',
    authorization_endpoint: '/6babcaad-604b-40ac-a9d7-9fd97c0b779f/oauth2/v2.0/authorize',
    device_authorization_endpoint: '/6babcaad-604b-40ac-a9d7-9fd97c0b779f/oauth2/v2.0/devicecode',
    end_session_endpoint: '/6babcaad-604b-40ac-a9d7-9fd97c0b779f/oauth2/v2.0/logout',
    jwks_uri: '/6babcaad-604b-40ac-a9d7-9fd97c0b779f/discovery/v2.0/keys',
    userinfo_endpoint: '/oidc/userinfo',
  },
  metadata: {
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    request_uri_parameter_supported: false,
    http_logout_supported: true,
    frontchannel_logout_supported: true,
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'nonce', 'preferred_username', 'name', 'tid', 'ver', 'email'],
    kerberos_endpoint: 'https://login.example.com/kerberos',
    tenant_region_scope: null,
    cloud_instance_name: 'example.com',
  },
};

export class AuthorizationServer {
  #codes = new Map();
  #granted = new Map();
  #keys = [];
  /** Paths whose requests are never answered. */
  hanging = new Set();
  /** What is served in place of the keys, and of the metadata. */
  replacedKeys = undefined;
  replacedMetadata = undefined;
  /** What is different in the metadata and in the address to which a browser is sent at the end. */
  changedMetadata = {};
  changedRedirect = {};
  /** Every request, as `METHOD PATH`, in order. */
  requests = [];
  /** The token requests: {authorization, form}. */
  exchanged = [];

  /** `shape`: where its documents are, and what its metadata has; by default as short as possible. */
  static async start(shape = kPlain) {
    const started = new AuthorizationServer();
    started.server = createServer((request, response) => started.#handle(request, response));
    await new Promise((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    started.origin = `http://127.0.0.1:${started.server.address().port}`;
    started.issuer = `${started.origin}${shape.path}`;
    started.shape = shape;
    started.rotate();
    return started;
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** Replaces the key that signs. `keepsOld`: the one before is still published. */
  rotate({ keepsOld = false } = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#keys = [{ id: randomUUID(), publicKey, privateKey }, ...(keepsOld ? this.#keys : [])];
  }

  /** The key that signs, as PEM. */
  get publicKey() {
    return this.#keys[0].publicKey.export({ type: 'spki', format: 'pem' });
  }

  /** The claims of a valid token for `audience`. */
  claims(audience, more = {}) {
    return { iss: this.issuer, aud: audience, sub: 'ada', iat: seconds(), exp: seconds() + 300, ...more };
  }

  /** A token with these claims, signed with the present key. */
  sign(claims) {
    const { id, privateKey } = this.#keys[0];
    const signed = `${part({ alg: 'RS256', typ: 'at+jwt', kid: id })}.${part(claims)}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`;
  }

  /** A token whose HMAC has the public key as its secret. */
  signWithPublicKey(claims) {
    const signed = `${part({ alg: 'HS256', typ: 'at+jwt', kid: this.#keys[0].id })}.${part(claims)}`;
    return `${signed}.${createHmac('sha256', this.publicKey).update(signed).digest('base64url')}`;
  }

  leaveUnsigned(claims) {
    return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`;
  }

  /** Of a token that a client has got: {accountId, scope, aud, exp}; otherwise undefined. */
  find(token) {
    return this.#granted.get(token);
  }

  get #metadata() {
    const endpoints = Object.entries(this.shape.endpoints).map(([name, path]) => [name, `${this.origin}${path}`]);
    return { issuer: this.issuer, ...Object.fromEntries(endpoints), ...this.shape.metadata, ...this.changedMetadata };
  }

  #jwks() {
    const keys = this.#keys.map(({ id, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid: id,
      use: 'sig',
      alg: 'RS256',
    }));
    return { keys };
  }

  async #handle(request, response) {
    const { pathname, searchParams } = new URL(request.url, this.origin);
    this.requests.push(`${request.method} ${pathname}`);
    if (this.hanging.has(pathname)) return;
    const json = (value, status = 200) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
    const { jwks_uri, registration_endpoint, authorization_endpoint, token_endpoint } = this.shape.endpoints;
    const answers = {
      [this.shape.metadataPath]: () => json(this.replacedMetadata ?? this.#metadata),
      [jwks_uri]: () => json(this.replacedKeys ?? this.#jwks()),
      [registration_endpoint]: async () => json({ ...JSON.parse(await text(request)), client_id: randomUUID() }, 201),
      [authorization_endpoint]: () => {
        response.writeHead(302, { Location: this.#agree(searchParams) });
        response.end();
      },
      [token_endpoint]: async () => {
        const form = new URLSearchParams(await text(request));
        this.exchanged.push({ authorization: request.headers.authorization, form });
        this.#exchange(form, json);
      },
    };
    await (answers[pathname] ?? (() => json({ error: 'not_found' }, 404)))();
  }

  /** Where the browser is sent to. */
  #agree(asked) {
    const code = randomUUID();
    this.#codes.set(code, asked);
    const target = new URL(asked.get('redirect_uri'));
    target.search = new URLSearchParams({
      code,
      state: asked.get('state') ?? '',
      ...(this.#metadata.authorization_response_iss_parameter_supported && { iss: this.issuer }),
      ...this.changedRedirect,
    });
    return target.href;
  }

  #exchange(form, json) {
    const asked = this.#codes.get(form.get('code'));
    this.#codes.delete(form.get('code'));
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
    const isGranted = asked?.get('code_challenge') === challenge && asked.get('resource') === form.get('resource');
    if (!isGranted) return json({ error: 'invalid_grant' }, 400);
    const scope = asked.get('scope') ?? '';
    const claims = this.claims(form.get('resource'), { scope });
    const access_token = this.sign(claims);
    this.#granted.set(access_token, { ...claims, accountId: claims.sub, clientId: asked.get('client_id') });
    return json({ access_token, token_type: 'Bearer', expires_in: 300, scope });
  }
}
