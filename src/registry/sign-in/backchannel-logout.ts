/*
 * The provider says that a person has signed out there, or may no longer sign in (OpenID Connect Back-Channel Logout): the
 * sessions that it opened for them end at once, on every replica. What it sends is a signed token; without one that is
 * ours, nothing happens.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { isObject } from '../../text/shape.js';
import { type AuditEntry, writeAudits } from '../data/db/audit.js';
import { change } from '../data/db/database.js';
import type { Claims } from '../rules/sign-in/person.js';
import { verifyToken } from './oidc-client.js';
import {
  enabledProvider,
  type Provider,
  providerActor,
  registrationOf,
  type TenantName,
} from './providers.js';
import type { SignInParts } from './sign-in-parts.js';

/** Whoever finds an old one must not end sessions with it: not every provider gives them an end. */
const maxTokenSeconds = 600;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

interface Logout {
  readonly tenant: TenantName;
  readonly slug: string;
  readonly token: string;
  readonly ip: string | null;
}

/** Returns how many sessions ended. Throws `forbidden` for a token that the provider did not sign for us. */
export async function endByProvider(
  parts: SignInParts,
  { tenant, slug, token, ip }: Logout,
): Promise<number> {
  const provider = await enabledProvider(parts, tenant, slug);
  if (provider === undefined) throw new CoppiceError('forbidden', 'there is no such provider');
  const client = await parts.clients.open(await registrationOf(parts, tenant, provider));
  const { payload } = await verifyToken(client, token, {
    requiredClaims: ['iat', 'jti'],
    maxAgeSeconds: maxTokenSeconds,
  });
  return endSessionsOf(parts, { tenant, provider, ip, ...endedIn(payload) });
}

interface Ended {
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

/** An ID token must not pass as the word that somebody signed out. */
function endedIn({ sub: subject, sid: session, ...claims }: Claims): Ended {
  const events = claims['events'];
  const isLogout = isObject(events) && isObject(events[logoutEvent]) && !('nonce' in claims);
  const ended = { subject: textOf(subject), session: textOf(session) };
  if (isLogout && (ended.subject !== undefined || ended.session !== undefined)) return ended;
  throw new CoppiceError('forbidden', 'the token does not say that somebody signed out');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** One session, or without a name for it all of the person. A sign-in that was about to finish does not. */
async function endSessionsOf(
  { registry }: SignInParts,
  {
    tenant,
    provider,
    ip,
    subject,
    session,
  }: Ended & { readonly tenant: TenantName; readonly provider: Provider; readonly ip: string | null },
): Promise<number> {
  const now = registry.clock.now();
  return change(registry, { tenantId: tenant.id, part: 'access' }, async (transaction) => {
    let ending = transaction
      .updateTable('sessions')
      .set({ revoked_at: new Date(now) })
      .where('tenant_id', '=', tenant.id)
      .where('provider', '=', provider.slug)
      .where('issuer', '=', provider.issuer)
      .where('revoked_at', 'is', null);
    if (subject !== undefined) ending = ending.where('subject', '=', subject);
    if (session !== undefined) ending = ending.where('provider_session', '=', session);
    const ended = await ending.returning('id').execute();
    await transaction
      .deleteFrom('sign_in_attempts')
      .where('tenant_id', '=', tenant.id)
      .where('provider', '=', provider.slug)
      .where('outcome', 'is not', null)
      .where((where) =>
        where.or([
          ...(subject === undefined ? [] : [where(sql<string>`outcome ->> 'subject'`, '=', subject)]),
          ...(session === undefined ? [] : [where(sql<string>`outcome ->> 'session'`, '=', session)]),
        ]),
      )
      .execute();
    await writeAudits(
      transaction,
      providerActor(tenant, provider.slug, ip),
      now,
      ended.map(({ id }): AuditEntry => ({ action: 'session.close', target: `session/${id}` })),
    );
    return ended.length;
  });
}
