/*
 * Signing in with a provider, in two steps: `beginSignIn` says where to send the person, `finishSignIn` takes what they
 * came back with. Where the browser has the session of somebody else, the second step is refused until the person was
 * asked; what the provider said is kept for that, since its answer can be used only once.
 */

import { CoppiceError } from '../../text/errors.js';
import { hourMs } from '../../text/time.js';
import { endReplaced, type OpenedSession, openSession, type SigningBrowser } from '../access/sessions.js';
import { change } from '../data/db/database.js';
import { newSessionLife } from '../rules/access/session-life.js';
import { type Person, personOf } from '../rules/sign-in/person.js';
import {
  type Attempt,
  answerAttempt,
  beginAttempt,
  closeAttempt,
  findAttempt,
  staleAttempt,
  storePerson,
} from './attempts.js';
import { memberOfPerson } from './member-of-person.js';
import { authorizationAddress, exchangeCode, type OidcAnswer } from './oidc-client.js';
import {
  enabledProvider,
  holdProvider,
  type Provider,
  providerActor,
  registrationOf,
  type TenantName,
} from './providers.js';
import type { SignInParts } from './sign-in-parts.js';
import { tenantById } from './sign-in-tenant.js';

interface Beginning {
  readonly tenant: TenantName;
  readonly slug: string;
  /** The secret that the browser keeps until it comes back. */
  readonly browser: string;
  readonly origin: string;
  /** A page of ours. */
  readonly back: string;
}

/** Returns the address at the provider. Throws `not-found` for a provider that the tenant does not have. */
export async function beginSignIn(
  parts: SignInParts,
  { tenant, slug, browser, origin, back }: Beginning,
): Promise<string> {
  const provider = await enabledProvider(parts, tenant, slug);
  if (provider === undefined)
    throw new CoppiceError('not-found', `there is no provider ${slug} to sign in with`);
  const client = await parts.clients.open(await registrationOf(parts, tenant, provider));
  const redirectUri = redirectAddress(origin, tenant, provider);
  const request = await beginAttempt(parts, { tenant, provider, browser, redirectUri, back });
  return authorizationAddress(client, request, provider.settings.scopes);
}

/** Every provider has its own, so that the answer of one cannot be given out as that of another. */
export function redirectAddress(
  origin: string,
  tenant: TenantName,
  { slug }: Pick<Provider, 'slug'>,
): string {
  return `${origin}/sign-in/${tenant.slug}/${slug}`;
}

interface Finishing extends SigningBrowser {
  readonly answer: OidcAnswer & { readonly state: string };
  /** The path that the provider sent the person to: tenant and provider. */
  readonly at: string;
  /** The secret that the browser kept. */
  readonly secret: string | undefined;
}

export interface FinishedSignIn extends OpenedSession {
  readonly back: string;
}

/** Throws `forbidden` with the reason, or `conflict` where somebody else is signed in. */
export async function finishSignIn(
  parts: SignInParts,
  { answer, at, secret, ...browser }: Finishing,
): Promise<FinishedSignIn> {
  const attempt = await findAttempt(parts, answer.state, secret);
  if (new URL(attempt.redirectUri).pathname !== at) throw staleAttempt();
  const tenant = await tenantById(parts.registry.database, attempt.tenantId);
  const provider = await enabledProvider(parts, tenant, attempt.provider);
  if (provider?.issuer !== attempt.issuer) throw staleAttempt();
  const person = attempt.person ?? (await askProvider(parts, { tenant, provider, attempt, answer }));
  const opened = await openFor(parts, { tenant, provider, attempt, person, browser });
  await endReplaced(parts.registry, browser, opened);
  return { ...opened, back: attempt.back };
}

interface Arrived {
  readonly tenant: TenantName;
  readonly provider: Provider;
  readonly attempt: Attempt;
}

async function askProvider(
  parts: SignInParts,
  { tenant, provider, attempt, answer }: Arrived & Pick<Finishing, 'answer'>,
): Promise<Person> {
  await answerAttempt(parts, attempt);
  const client = await parts.clients.open(await registrationOf(parts, tenant, provider));
  try {
    const person = personOf(await exchangeCode(client, attempt, answer), provider.settings);
    await storePerson(parts, attempt, person);
    return person;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    parts.registry.log.warn(
      { tenant: tenant.slug, provider: provider.slug, reason },
      'a sign-in with a provider was refused',
    );
    throw error;
  }
}

async function openFor(
  { registry }: SignInParts,
  {
    tenant,
    provider,
    attempt,
    person,
    browser,
  }: Arrived & { readonly person: Person; readonly browser: SigningBrowser },
): Promise<OpenedSession> {
  const now = registry.clock.now();
  const actor = providerActor(tenant, provider.slug, browser.ip);
  return change(registry, { tenantId: tenant.id, part: 'access' }, async (transaction) => {
    // The provider was asked in between, which may have taken seconds.
    if (!(await holdProvider(transaction, tenant, provider))) throw staleAttempt();
    const member = await memberOfPerson(transaction, { tenant, provider, person, actor, now });
    const opened = await openSession(transaction, tenant.id, {
      ...browser,
      owner: { token_id: null, user_id: member.userId },
      origin: {
        provider: provider.slug,
        issuer: person.issuer,
        subject: person.subject,
        provider_session: person.session,
      },
      life: newSessionLife(now, provider.settings.max_hours * hourMs),
      with: `provider:${provider.slug}`,
      now,
    });
    if (!(await closeAttempt(transaction, attempt))) throw staleAttempt();
    return opened;
  });
}
