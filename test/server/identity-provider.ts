/*
 * A real provider of identities (oidc-provider) on loopback, for people whom a test names. What it answers can be changed
 * on the way, so that a test can be a provider that lies, or somebody between.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';

export const clientId = 'coppice';
export const clientSecret = 'a secret of the client';

export interface TestKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export interface TestPerson {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** Called with the path and the answer of the provider; what it returns is sent instead. */
type Tamper = (path: string, body: Readonly<Record<string, unknown>>) => unknown;

export interface IdentityProvider {
  readonly issuer: string;
  /** Who signs in next, without being asked. */
  person: TestPerson;
  /** The paths of requests to it. */
  readonly asked: string[];
  tamper: Tamper | undefined;
  /** The keys that it publishes; the first signs. */
  readonly keys: readonly TestKey[];
  setKeys(keys: readonly TestKey[]): void;
  /** A token that it signs, as it would: its own claims may be replaced, also by undefined. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    key?: TestKey,
    header?: Readonly<Record<string, unknown>>,
  ): Promise<string>;
  close(): Promise<void>;
}

export async function startIdentityProvider(redirectUris: readonly string[]): Promise<IdentityProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let keys: readonly TestKey[] = [await makeKey('first')];
  const provider: IdentityProvider = {
    issuer,
    person: { sub: 'ada' },
    asked: [],
    tamper: undefined,
    get keys() {
      return keys;
    },
    setKeys: (given) => {
      keys = given;
      answer = callbackOf(provider, redirectUris);
    },
    sign: (claims, key = keys[0], header = {}) => {
      if (!key) throw new Error('no key');
      const now = Math.floor(Date.now() / 1_000);
      const payload = { iss: issuer, aud: clientId, iat: now, exp: now + 600, ...claims };
      return new SignJWT(withoutUndefined(payload))
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    close: () => closeServer(server),
  };
  answer = callbackOf(provider, redirectUris);
  return provider;
}

/** In memory, which is what a test wants: the package warns of its own class. */
class TestMemory extends MemoryAdapter {}

export async function makeKey(kid: string): Promise<TestKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

function callbackOf(self: IdentityProvider, redirectUris: readonly string[]) {
  const provider = new Provider(self.issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        backchannel_logout_uri: 'http://127.0.0.1:9/logout',
        backchannel_logout_session_required: true,
      },
    ],
    adapter: TestMemory,
    jwks: { keys: self.keys.map(({ jwk }) => jwk) },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: () => '/interaction' },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...self.person, sub: accountId }),
    }),
    // Everybody has agreed to everything.
    loadExistingGrant: async (context: {
      oidc: { session: { accountId: string }; client: { clientId: string } };
    }) => {
      const { session, client } = context.oidc;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    ttl: {
      Session: 3_600,
      Interaction: 600,
      Grant: 3_600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
  });
  provider.use(async (context, next) => {
    self.asked.push(context.path);
    await next();
    if (self.tamper && typeof context.body === 'object' && context.body !== null) {
      const { status } = context;
      context.body = await self.tamper(context.path, { ...context.body });
      context.status = status;
    }
  });
  const answer = provider.callback();
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url !== '/interaction') answer(request, response);
    else void provider.interactionFinished(request, response, { login: { accountId: self.person.sub } });
  };
}

function withoutUndefined(payload: object): JWTPayload {
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
