/*
 * The registry as a client of a provider (OpenID Connect): what it publishes about itself, the address to send a person
 * to, and the claims behind the code that they come back with. The library checks the exchange; the signature of every
 * token is checked here, with keys that this file decides how long to trust. What the provider answers is hostile until then.
 */

import { type JWTPayload, jwtVerify } from 'jose';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  ResponseBodyError,
} from 'openid-client';
import type { Clock } from '../../system/clock.js';
import { CoppiceError } from '../../text/errors.js';
import { isThisMachine } from '../api/sign-in.js';
import type { GuardedFetch, GuardedRequest } from '../outbound/guarded-fetch.js';
import type { Claims } from '../rules/sign-in/person.js';
import { ProviderKeys } from './provider-keys.js';

/** The registry as a provider knows it. */
export interface OidcRegistration {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/** What was sent with a person, and must come back. */
export interface OidcRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

export interface OidcClient {
  readonly configuration: Configuration;
  readonly keys: ProviderKeys;
  readonly clock: Clock;
}

/** Seconds by which the clocks of provider and registry may differ. */
const skewSeconds = 60;

/** No algorithm with a shared secret: whoever can check such a signature can make one. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export interface Transport {
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

/** Reads what the provider publishes. Throws `unavailable` where it cannot be reached, `forbidden` where it is another. */
export async function openClient(
  { fetch, clock }: Transport,
  { issuer, clientId, clientSecret }: OidcRegistration,
): Promise<OidcClient> {
  const url = new URL(issuer);
  const configuration = await trusting(() =>
    discovery(url, clientId, { [clockTolerance]: skewSeconds }, authentication(clientSecret), {
      [customFetch]: (address, { method, headers, body }) =>
        fetch(address, { method, headers, body: body as GuardedRequest['body'] }),
      // The schema of issuers and the fetch allow plain http for this machine alone.
      execute: url.protocol === 'http:' && isThisMachine(url.hostname) ? [allowInsecureRequests] : [],
    }),
  );
  const metadata = configuration.serverMetadata();
  // The library compares them as addresses, in which a slash at the end may be missing.
  if (metadata.issuer !== issuer)
    throw new CoppiceError('forbidden', `the provider calls itself ${metadata.issuer}, not ${issuer}`, {
      hint: 'configure the issuer exactly as the provider writes it',
    });
  const { jwks_uri: keysAddress } = metadata;
  if (keysAddress === undefined) throw new CoppiceError('forbidden', 'the provider publishes no keys');
  const keys = new ProviderKeys(async () => {
    const answer = await fetch(keysAddress, { method: 'GET', headers: { accept: 'application/json' } });
    return answer.ok ? await answer.json().catch(() => undefined) : undefined;
  }, clock);
  return { configuration, keys, clock };
}

/** Where the person goes. Throws `forbidden` for a page that a browser must not be sent to. */
export async function authorizationAddress(
  { configuration }: OidcClient,
  { redirectUri, state, nonce, verifier }: OidcRequest,
  scopes: readonly string[],
): Promise<string> {
  const address = await trusting(async () =>
    buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...scopes])].join(' '),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
  );
  // A script as the address of a page would run in ours.
  if (address.protocol === 'https:' || (address.protocol === 'http:' && isThisMachine(address.hostname)))
    return address.href;
  throw new CoppiceError('forbidden', 'the page of the provider for signing in is not an https address');
}

/** What the person came back with, as it was in the address. */
export type OidcAnswer = Readonly<
  Partial<Record<'state' | 'code' | 'iss' | 'error' | 'error_description', string | undefined>>
>;

/**
 * The claims about the person. Throws `forbidden` for an answer that is not for this request, is not from this provider
 * (RFC 9207), or has a token that it did not sign for us.
 */
export async function exchangeCode(
  client: OidcClient,
  { redirectUri, state, nonce, verifier }: OidcRequest,
  answer: OidcAnswer,
): Promise<Claims> {
  const { configuration } = client;
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) address.searchParams.set(name, value);
  const { idToken, accessToken, subject } = await trusting(async () => {
    const tokens = await authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    return {
      idToken: tokens.id_token ?? '',
      accessToken: tokens.access_token,
      subject: tokens.claims()?.sub ?? '',
    };
  });
  const { payload } = await verifyToken(client, idToken);
  const { userinfo_endpoint: hasMore } = configuration.serverMetadata();
  if (hasMore === undefined) return payload;
  // Many providers put address and groups only here. What was signed takes precedence.
  const more = await trusting(() => fetchUserInfo(configuration, accessToken, subject));
  return { ...more, ...payload };
}

interface TokenChecks {
  readonly requiredClaims?: readonly string[];
  /** Seconds since it was issued. */
  readonly maxAgeSeconds?: number;
}

/** Checks signature, issuer, audience and times. */
export async function verifyToken(
  { configuration, keys, clock }: OidcClient,
  token: string,
  { requiredClaims = ['sub', 'iat', 'exp'], maxAgeSeconds }: TokenChecks = {},
): Promise<{ readonly payload: JWTPayload }> {
  const { issuer } = configuration.serverMetadata();
  return trusting(() =>
    jwtVerify(token, keys.find, {
      issuer,
      audience: configuration.clientMetadata().client_id,
      algorithms: [...algorithms],
      clockTolerance: skewSeconds,
      currentDate: new Date(clock.now()),
      requiredClaims: [...requiredClaims],
      ...(maxAgeSeconds !== undefined && { maxTokenAge: maxAgeSeconds }),
    }),
  );
}

/** As the provider wants it; the standard's default is the header. */
function authentication(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  const [header, body] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? header : body)(server, ...rest);
  };
}

/** Whatever the provider did wrong is one refusal; that it cannot be reached is another. */
async function trusting<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const own = causes(error).find((cause) => cause instanceof CoppiceError);
    if (own) throw own;
    throw new CoppiceError('forbidden', `the provider did not confirm who you are: ${reasonOf(error)}`, {
      hint: 'sign in again; if that does not help, an admin has to look at the settings of the provider',
      cause: error,
    });
  }
}

function causes(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [error];
}

/** Only what the library or the standards word: the rest of what a provider writes is not for our pages. */
function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return /^[a-z_]{1,60}$/.test(error.error) ? error.error : 'it reports an error';
  return error instanceof Error ? error.message : 'it does not follow the standard';
}
