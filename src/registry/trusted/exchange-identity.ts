/*
 * Exchanges the identity token of a CI run for a token that publishes. Nothing in the identity token is believed before
 * its signature was verified with the keys of an issuer that the tenant trusts; every refusal is the same until then.
 */

import { createHash } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { CoppiceError } from '../../text/errors.js';
import { hourMs } from '../../text/time.js';
import { insertToken } from '../access/tokens.js';
import { change, type Queries } from '../data/db/database.js';
import { type GuardedFetch, guardedFetch } from '../outbound/guarded-fetch.js';
import type { IsAllowedAddress } from '../outbound/networks.js';
import type { Registry } from '../registry.js';
import { differingClaims, runOf, untrustedRun } from '../rules/trusted/publisher-claims.js';
import { algorithms } from '../sign-in/oidc-client.js';
import { IssuerKeys } from './issuer-keys.js';
import { type Publisher, publishersOf } from './publishers.js';

export interface TrustedPublishing {
  readonly registry: Pick<Registry, 'database' | 'changes' | 'clock' | 'log'>;
  readonly keys: IssuerKeys;
  /** The audience of identity tokens; undefined where the server does not know its own address. */
  readonly audience: string | undefined;
}

interface TrustedPublishingConfig {
  readonly isOutboundListed: IsAllowedAddress;
  readonly publicUrl: string | undefined;
}

export function openTrustedPublishing(
  registry: TrustedPublishing['registry'],
  { isOutboundListed, publicUrl: audience }: TrustedPublishingConfig,
  fetch: GuardedFetch = guardedFetch({ isListed: isOutboundListed, timeoutMs: 5_000 }),
): TrustedPublishing {
  return { registry, keys: new IssuerKeys(fetch, registry.clock), audience };
}

export interface Exchange {
  readonly tenantId: number;
  /** The identity token. */
  readonly identity: string;
  readonly slugs: readonly string[] | undefined;
  readonly ip: string | null;
}

export interface ExchangedToken {
  readonly text: string;
  readonly expiresAt: Date;
  readonly slugs: readonly string[];
  readonly publisher: string;
}

const lifeMs = 30 * 60_000;
const skewSeconds = 60;
/** How long an identity token may be valid: as long as its use is remembered. */
const maxIdentityLifeMs = 2 * hourMs;

export async function exchangeIdentity(
  parts: TrustedPublishing,
  { tenantId, identity, slugs, ip }: Exchange,
): Promise<ExchangedToken> {
  const { registry, audience } = parts;
  if (audience === undefined)
    throw new CoppiceError('conflict', 'the registry does not know its own address', {
      hint: 'its operator has to set COPPICE_PUBLIC_URL, which is the audience of identity tokens',
    });
  const publishers = await publishersOf(registry.database, tenantId, issuerIn(identity));
  const claims = await verified(parts, publishers, identity, audience);
  const now = registry.clock.now();
  const expiry = expiryOf(claims, now);
  const publisher = matching(publishers, claims);
  const wanted = [...new Set(slugs ?? publisher.slugs)];
  const beyond = wanted.filter((slug) => !publisher.slugs.includes(slug));
  if (beyond.length > 0)
    throw new CoppiceError('forbidden', `${publisher.name} is not trusted with ${beyond.join(', ')}`);
  const run = runOf(publisher, claims);
  const service = `ci.${publisher.name}`;
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await useOnce(transaction, claims, expiry, now);
    const expiresAt = new Date(now + lifeMs);
    const made = await insertToken(transaction, { tenantId, actor: `service:${service}`, ip }, now, {
      owner: { userId: null, service },
      wanted: {
        name: `CI run of ${publisher.name}`,
        scopes: ['skills:read', 'skills:publish'],
        patterns: wanted,
        expiresAt,
      },
      ciRun: run,
    });
    return { text: made.text, expiresAt, slugs: wanted, publisher: publisher.name };
  });
}

/** Only to find the keys: anybody can write anything there. */
function issuerIn(identity: string): string {
  try {
    return decodeJwt(identity).iss ?? '';
  } catch (error) {
    if (error instanceof errors.JWTInvalid) throw refused(error);
    throw error;
  }
}

/** Publishers of one issuer share its keys, unless an admin gave keys for one of them. */
async function verified(
  { keys, registry }: TrustedPublishing,
  publishers: readonly Publisher[],
  identity: string,
  audience: string,
): Promise<JWTPayload> {
  const [first] = publishers;
  if (first === undefined) throw refused();
  const offline = publishers.flatMap(({ jwks }) => (jwks === null ? [] : [jwks as JSONWebKeySet]));
  const find =
    offline.length > 0
      ? createLocalJWKSet({ keys: offline.flatMap((set) => set.keys) })
      : keys.of(first.issuer).find;
  try {
    const { payload } = await jwtVerify(identity, find, {
      algorithms: [...algorithms],
      issuer: first.issuer,
      audience,
      clockTolerance: skewSeconds,
      currentDate: new Date(registry.clock.now()),
      requiredClaims: ['exp', 'iat', 'jti'],
    });
    // A token that is also for somebody else can be sent here by them.
    if (Array.isArray(payload.aud) && payload.aud.length !== 1) throw refused();
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refused(error);
    throw error;
  }
}

function expiryOf({ exp = 0, iat = 0 }: JWTPayload, now: number): Date {
  const expiry = exp * 1_000;
  if (expiry - now > maxIdentityLifeMs || iat * 1_000 - now > skewSeconds * 1_000) throw refused();
  return new Date(expiry + skewSeconds * 1_000);
}

/** The run is known from here on, so it gets to know why it is not trusted. */
function matching(publishers: readonly Publisher[], claims: JWTPayload): Publisher {
  const found = publishers.find((publisher) => differingClaims(publisher, claims).length === 0);
  if (found === undefined) {
    const differing = [...new Set(publishers.flatMap((publisher) => differingClaims(publisher, claims)))];
    throw new CoppiceError('forbidden', 'no trusted publisher has the claims of this run', {
      hint: `these differ: ${differing.join(', ')}; an admin sees the trusted publishers on the page Publishing from CI`,
    });
  }
  const why = untrustedRun(found.provider, claims);
  if (why === undefined) return found;
  throw new CoppiceError('forbidden', `${why}, which is never trusted`, {
    hint: 'publish from a run that a push, a tag or a person started',
  });
}

async function useOnce(
  transaction: Queries,
  { iss = '', jti = '' }: JWTPayload,
  expiresAt: Date,
  now: number,
): Promise<void> {
  await transaction.deleteFrom('used_identity_tokens').where('expires_at', '<', new Date(now)).execute();
  const hash = createHash('sha256')
    .update(JSON.stringify([iss, jti]))
    .digest();
  const used = await transaction
    .insertInto('used_identity_tokens')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  if (used === undefined)
    throw new CoppiceError('forbidden', 'this identity token was used before', {
      hint: 'each is exchanged once: request another in the run',
    });
}

function refused(cause?: unknown): CoppiceError {
  return new CoppiceError('unauthorized', 'the identity token is not one that this registry trusts', {
    hint: 'its issuer needs a trusted publisher here, its audience must be the address of the registry, and it must not have expired',
    cause,
  });
}
