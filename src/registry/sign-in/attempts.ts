/*
 * Between the way to a provider and the way back. An attempt is found by its state, belongs to the browser that began it,
 * and is answered once: a second answer is refused, whoever has it. Attempts are kept ten minutes.
 */

import { randomBytes } from 'node:crypto';
import { CoppiceError } from '../../text/errors.js';
import { credentialHash } from '../access/credentials.js';
import { everyTenant } from '../data/db/database.js';
import type { Person } from '../rules/sign-in/person.js';
import type { OidcRequest } from './oidc-client.js';
import type { Provider, TenantName } from './providers.js';
import type { SignInParts } from './sign-in-parts.js';

export const attemptMs = 600_000;

export interface Attempt extends OidcRequest {
  readonly tenantId: number;
  readonly provider: string;
  readonly issuer: string;
  /** Where the person wanted to be. */
  readonly back: string;
  /** What the provider said, once it was asked. */
  readonly person: Person | undefined;
}

interface Beginning {
  readonly tenant: TenantName;
  readonly provider: Provider;
  /** The secret that the browser keeps. */
  readonly browser: string;
  readonly redirectUri: string;
  readonly back: string;
}

export async function beginAttempt(
  { registry: { database, clock } }: SignInParts,
  { tenant, provider, browser, redirectUri, back }: Beginning,
): Promise<OidcRequest> {
  const now = clock.now();
  const request: OidcRequest = {
    redirectUri,
    state: randomText(),
    nonce: randomText(),
    verifier: randomText(),
  };
  await database
    .deleteFrom('sign_in_attempts')
    .where('expires_at', '<=', new Date(now))
    .modifyEnd(everyTenant('expired attempts of all'))
    .execute();
  await database
    .insertInto('sign_in_attempts')
    .values({
      state_hash: credentialHash(request.state),
      tenant_id: tenant.id,
      provider: provider.slug,
      issuer: provider.issuer,
      browser_hash: credentialHash(browser),
      nonce: request.nonce,
      verifier: request.verifier,
      redirect_uri: redirectUri,
      back,
      created_at: new Date(now),
      expires_at: new Date(now + attemptMs),
    })
    .execute();
  return request;
}

/** Throws `forbidden` for one that does not exist, has expired, or was begun by another browser. */
export async function findAttempt(
  { registry: { database, clock } }: SignInParts,
  state: string,
  browser: string | undefined,
): Promise<Attempt> {
  const row = await database
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('state_hash', '=', credentialHash(state))
    .where('browser_hash', '=', credentialHash(browser ?? ''))
    .where('expires_at', '>', new Date(clock.now()))
    .modifyEnd(everyTenant('the state identifies the tenant'))
    .executeTakeFirst();
  if (row === undefined) throw staleAttempt();
  return {
    state,
    tenantId: row.tenant_id,
    provider: row.provider,
    issuer: row.issuer,
    nonce: row.nonce,
    verifier: row.verifier,
    redirectUri: row.redirect_uri,
    back: row.back,
    // Written by `storePerson` alone.
    person: row.outcome === null ? undefined : (row.outcome as unknown as Person),
  };
}

/** Throws `forbidden` where it was answered before. */
export async function answerAttempt(
  { registry: { database, clock } }: SignInParts,
  { tenantId, state }: Attempt,
): Promise<void> {
  const answered = await database
    .updateTable('sign_in_attempts')
    .set({ answered_at: new Date(clock.now()) })
    .where('tenant_id', '=', tenantId)
    .where('state_hash', '=', credentialHash(state))
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  if (answered.numUpdatedRows === 0n) throw staleAttempt();
}

/** While the person is asked whether to end the session that the browser has. */
export async function storePerson(
  { registry: { database } }: SignInParts,
  { tenantId, state }: Attempt,
  person: Person,
): Promise<void> {
  await database
    .updateTable('sign_in_attempts')
    .set({ outcome: JSON.stringify(person) })
    .where('tenant_id', '=', tenantId)
    .where('state_hash', '=', credentialHash(state))
    .execute();
}

/** False where another request was faster. */
export async function closeAttempt(
  queries: SignInParts['registry']['database'],
  { tenantId, state }: Attempt,
): Promise<boolean> {
  const removed = await queries
    .deleteFrom('sign_in_attempts')
    .where('tenant_id', '=', tenantId)
    .where('state_hash', '=', credentialHash(state))
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** 256 random bits: a state, a nonce, a verifier of PKCE, or the secret of a browser. */
export function randomText(): string {
  return randomBytes(32).toString('base64url');
}

export function staleAttempt(): CoppiceError {
  return new CoppiceError('forbidden', 'this sign-in has expired, was already used, or was begun elsewhere', {
    hint: 'begin again on the page for signing in',
  });
}
