/*
 * Signing a program in from a browser. The program gets a code that nobody else knows and waits; the person decides, in a
 * session of their own; then the code is exchanged once for a token of that person. A token is created only then, so no
 * row ever has its text.
 */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { dayMs } from '../../text/time.js';
import { credentialHash, scopesOfMember } from '../access/credentials.js';
import { findMember, lockMembers } from '../access/members.js';
import { insertToken, type MadeToken, requirePerson } from '../access/tokens.js';
import type { PersonalScope, Scope } from '../api/names.js';
import { change, everyTenant, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';
import { requestedScopes, requireLoopback, typedCode, userCode } from '../rules/sign-in/program-request.js';
import { randomText } from './attempts.js';

export const programMs = 600_000;

/** How long a program waits between two questions. */
export const intervalSeconds = 5;

const tokenDays = 90;

interface ProgramRequest {
  readonly program: string;
  /** Of OAuth. */
  readonly scope: string;
  readonly ip: string | null;
}

interface StartedDevice {
  /** For the program. */
  readonly deviceCode: string;
  /** For the person. */
  readonly userCode: string;
}

export async function startDevice(registry: RegistryRows, request: ProgramRequest): Promise<StartedDevice> {
  const scopes = requestedScopes(request.scope);
  const deviceCode = randomText();
  await removeExpired(registry);
  for (;;) {
    const code = userCode(randomBytes(64));
    if (code === undefined) continue;
    const made = await registry.database
      .insertInto('program_sign_ins')
      .values({
        ...newRow(registry, { ...request, scopes }),
        code_hash: credentialHash(deviceCode),
        user_code: code,
      })
      .onConflict((conflict) => conflict.column('user_code').doNothing())
      .modifyEnd(everyTenant('it has none before a person decides'))
      .returning('id')
      .executeTakeFirst();
    if (made) return { deviceCode, userCode: code };
  }
}

interface WaitingProgram {
  readonly program: string;
  /** Those of them that the caller has. */
  readonly scopes: readonly Scope[];
  readonly ip: string | null;
  readonly createdAt: Date;
}

/** Throws `not-found` for a code that no program shows now. */
export async function findProgram(
  registry: RegistryRows,
  caller: Caller,
  code: string,
): Promise<WaitingProgram> {
  requirePerson(caller);
  const row = await waiting(registry, code)
    .select(['program', 'scopes', 'ip', 'created_at as createdAt'])
    .modifyEnd(everyTenant('it has none before a person decides'))
    .executeTakeFirst();
  if (row === undefined) throw noProgram();
  return { ...row, scopes: scopesFor(caller, row.scopes) };
}

export async function decideProgram(
  registry: RegistryRows,
  caller: Caller,
  code: string,
  approve: boolean,
): Promise<void> {
  const userId = requirePerson(caller);
  const decided = await registry.database
    .updateTable('program_sign_ins')
    .set({
      tenant_id: caller.tenant.id,
      user_id: userId,
      // What the person was shown; a role that they get a minute later is not what they agreed to.
      scopes: sql<Scope[]>`array(
        select scope from unnest(scopes) with ordinality as requested (scope, position)
        where scope = any (${[...caller.principal.scopes]}::text[]) order by position
      )`,
      decided_at: new Date(registry.clock.now()),
      approved: approve,
    })
    .where('user_code', '=', typedCode(code))
    .where('decided_at', 'is', null)
    .where('expires_at', '>', new Date(registry.clock.now()))
    .modifyEnd(everyTenant('it has none before a person decides'))
    .executeTakeFirst();
  if (decided.numUpdatedRows === 0n) throw noProgram();
}

interface LoopbackRequest extends ProgramRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly challenge: string;
}

/** The address at which the program waits, with a code for it. */
export async function authorizeLoopback(
  registry: RegistryRows,
  caller: Caller,
  request: LoopbackRequest,
): Promise<string> {
  const userId = requirePerson(caller);
  requireLoopback(request.redirectUri);
  const scopes = requestedScopes(request.scope).filter((scope) => caller.principal.scopes.includes(scope));
  const code = randomText();
  await removeExpired(registry);
  await registry.database
    .insertInto('program_sign_ins')
    .values({
      ...newRow(registry, { ...request, scopes }),
      tenant_id: caller.tenant.id,
      user_id: userId,
      code_hash: credentialHash(code),
      redirect_uri: request.redirectUri,
      challenge: request.challenge,
      decided_at: new Date(registry.clock.now()),
      approved: true,
    })
    .execute();
  const address = new URL(request.redirectUri);
  address.searchParams.set('code', code);
  address.searchParams.set('state', request.state);
  return address.href;
}

type Refusal = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant';

export type Exchange =
  | {
      readonly ok: true;
      readonly token: MadeToken;
      readonly tenant: string;
      readonly expiresIn: number;
    }
  | { readonly ok: false; readonly error: Refusal };

export async function exchangeDeviceCode(registry: RegistryRows, code: string): Promise<Exchange> {
  const row = await findRow(registry.database, code);
  const now = registry.clock.now();
  if (row === undefined || row.user_code === null) return refused('invalid_grant');
  if (row.expires_at.getTime() <= now) return refused('expired_token');
  if (row.decided_at === null) {
    const isEarly = row.polled_at !== null && now - row.polled_at.getTime() < (intervalSeconds - 1) * 1_000;
    await registry.database
      .updateTable('program_sign_ins')
      .set({ polled_at: new Date(now) })
      .where('id', '=', row.id)
      .modifyEnd(everyTenant('it has none before a person decides'))
      .execute();
    return refused(isEarly ? 'slow_down' : 'authorization_pending');
  }
  return row.approved ? makeToken(registry, row) : refused('access_denied');
}

export interface LoopbackAnswer {
  readonly code: string;
  readonly redirectUri: string;
  /** Of PKCE. */
  readonly verifier: string;
}

export async function exchangeLoopbackCode(
  registry: RegistryRows,
  { code, redirectUri, verifier }: LoopbackAnswer,
): Promise<Exchange> {
  const row = await findRow(registry.database, code);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const isGood =
    row !== undefined &&
    row.challenge === challenge &&
    row.redirect_uri === redirectUri &&
    row.expires_at.getTime() > registry.clock.now();
  return isGood ? makeToken(registry, row) : refused('invalid_grant');
}

type ProgramRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** Once: the row is gone afterwards. With the scopes that the person has now, which may be fewer than when they agreed. */
async function makeToken(registry: RegistryRows, row: ProgramRow): Promise<Exchange> {
  const { tenant_id: tenantId, user_id: userId } = row;
  if (tenantId === null || userId === null) return refused('access_denied');
  const now = registry.clock.now();
  const expiresAt = new Date(now + tokenDays * dayMs);
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, { tenantId });
    const taken = await transaction
      .deleteFrom('program_sign_ins')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', row.id)
      .executeTakeFirst();
    if (taken.numDeletedRows === 0n) return refused('invalid_grant');
    const member = await findMember(transaction, tenantId, { id: String(userId) });
    const own = await scopesOfMember(transaction, tenantId, member);
    const scopes = row.scopes.filter((scope) => own.includes(scope));
    if (member.state !== 'active' || scopes.length === 0) return refused('access_denied');
    const actor = { tenantId, actor: `user:${member.email}`, ip: row.ip };
    const wanted = { name: row.program, scopes, patterns: [], expiresAt };
    const token = await insertToken(transaction, actor, now, { owner: { userId, service: null }, wanted });
    const { slug } = await transaction
      .selectFrom('tenants')
      .select('slug')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return { ok: true, token, tenant: slug, expiresIn: (expiresAt.getTime() - now) / 1_000 };
  });
}

function refused(error: Refusal): Exchange {
  return { ok: false, error };
}

function noProgram(): CoppiceError {
  return new CoppiceError('not-found', 'no program shows this code now', {
    hint: 'compare it with the one on the screen; it is valid for ten minutes',
  });
}

function scopesFor({ principal }: Caller, requested: readonly Scope[]): readonly Scope[] {
  return requested.filter((scope) => principal.scopes.includes(scope));
}

function newRow(
  { clock }: RegistryRows,
  {
    program,
    scopes,
    ip,
  }: Pick<ProgramRequest, 'program' | 'ip'> & { readonly scopes: readonly PersonalScope[] },
) {
  const now = clock.now();
  return {
    id: randomUUID(),
    program,
    scopes: [...scopes],
    ip,
    created_at: new Date(now),
    expires_at: new Date(now + programMs),
  };
}

function waiting({ database, clock }: RegistryRows, code: string) {
  return database
    .selectFrom('program_sign_ins')
    .where('user_code', '=', typedCode(code))
    .where('decided_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()));
}

function findRow(queries: Queries, code: string) {
  return queries
    .selectFrom('program_sign_ins')
    .selectAll()
    .where('code_hash', '=', credentialHash(code))
    .modifyEnd(everyTenant('the code identifies the tenant'))
    .executeTakeFirst();
}

async function removeExpired({ database, clock }: RegistryRows): Promise<void> {
  await database
    .deleteFrom('program_sign_ins')
    .where('expires_at', '<=', new Date(clock.now()))
    .modifyEnd(everyTenant('expired ones of all'))
    .execute();
}
