// An authorization server of OAuth 2.1 on this machine, whose users agree to everything at once.

import { createHash, createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const base64url = (value) => Buffer.from(value).toString('base64url');
const part = (value) => base64url(JSON.stringify(value));
const seconds = () => Math.floor(Date.now() / 1000);

export class AuthorizationServer {
  #codes = new Map();
  #keys = [];
  /** Paths whose requests are never answered. */
  hanging = new Set();
  /** What is served in place of the keys. */
  replacedKeys = undefined;

  static async start() {
    const started = new AuthorizationServer();
    started.server = createServer((request, response) => started.#handle(request, response));
    await new Promise((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    started.issuer = `http://127.0.0.1:${started.server.address().port}`;
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

  get #metadata() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      registration_endpoint: `${this.issuer}/register`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    };
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
    const { pathname, searchParams } = new URL(request.url, this.issuer);
    if (this.hanging.has(pathname)) return;
    const json = (value, status = 200) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
    const answers = {
      '/.well-known/oauth-authorization-server': () => json(this.#metadata),
      '/jwks': () => json(this.replacedKeys ?? this.#jwks()),
      '/register': async () => json({ ...JSON.parse(await text(request)), client_id: randomUUID() }, 201),
      '/authorize': () => {
        response.writeHead(302, { Location: this.#agree(searchParams) });
        response.end();
      },
      '/token': async () => this.#exchange(new URLSearchParams(await text(request)), json),
    };
    await (answers[pathname] ?? (() => json({ error: 'not_found' }, 404)))();
  }

  /** Where the browser is sent to. */
  #agree(asked) {
    const code = randomUUID();
    this.#codes.set(code, asked);
    const target = new URL(asked.get('redirect_uri'));
    target.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.issuer });
    return target.href;
  }

  #exchange(form, json) {
    const asked = this.#codes.get(form.get('code'));
    this.#codes.delete(form.get('code'));
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
    const isGranted = asked?.get('code_challenge') === challenge && asked.get('resource') === form.get('resource');
    if (!isGranted) return json({ error: 'invalid_grant' }, 400);
    const scope = asked.get('scope') ?? '';
    const access_token = this.sign(this.claims(form.get('resource'), { scope }));
    return json({ access_token, token_type: 'Bearer', expires_in: 300, scope });
  }
}
