/*
 * The person that a provider describes, from the claims of its ID token. Everything in it was chosen by the provider, and
 * much of it by the person, so only texts of sensible length are taken, and an address only counts where the provider says
 * that it was verified.
 */

import { CoppiceError } from '../../../text/errors.js';
import { isObject } from '../../../text/shape.js';
import type { ProviderSettings } from '../../api/sign-in.js';

export type Claims = Readonly<Record<string, unknown>>;

export interface Person {
  readonly issuer: string;
  /** With the issuer, what identifies the person: it is never given to somebody else. */
  readonly subject: string;
  /** The session at the provider, which it names when it ends. */
  readonly session: string | null;
  /** In lower case. */
  readonly email: string | null;
  readonly isVerified: boolean;
  readonly name: string;
  /** Null where the provider is not asked for groups. */
  readonly groups: readonly string[] | null;
  readonly externalId: string | null;
}

const maxGroups = 2_000;

/** Throws `forbidden` for claims that identify nobody, or leave out the groups because they are too many. */
export function personOf(
  claims: Claims,
  settings: Pick<ProviderSettings, 'verified_claim' | 'groups_claim' | 'external_id_claim'>,
): Person {
  const [issuer, subject] = [text(claims['iss'], 500), text(claims['sub'], 255)];
  if (issuer === null || subject === null)
    throw new CoppiceError('forbidden', 'the provider does not say who you are');
  const { groups_claim: groupsClaim, external_id_claim: idClaim } = settings;
  return {
    issuer,
    subject,
    session: text(claims['sid'], 255),
    email: address(claims['email']),
    isVerified: isTrue(claimAt(claims, settings.verified_claim)),
    name: text(claims['name'], 200) ?? '',
    groups: groupsClaim === null ? null : groupsIn(claims, groupsClaim),
    externalId: idClaim === null ? null : text(claimAt(claims, idClaim), 200),
  };
}

/** A letter outside ASCII, such as the sign for kelvin, can become one inside in lower case, and name somebody else. */
function address(value: unknown): string | null {
  const given = text(value, 200);
  return given !== null && /^[\x21-\x7e]+$/.test(given) ? given.toLowerCase() : null;
}

/** By its whole name, since some are addresses with dots, else as a path. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

/** No claim means no groups. A provider that only says where to find them would otherwise take everybody's role away. */
function groupsIn(claims: Claims, name: string): readonly string[] {
  const value = claimAt(claims, name);
  const elsewhere = claims['_claim_names'];
  if (value === undefined && isObject(elsewhere) && Object.hasOwn(elsewhere, name))
    throw new CoppiceError('forbidden', 'the provider does not list your groups, because they are too many', {
      hint: 'an admin can have it send only the groups that are assigned to this application',
    });
  const groups = [value]
    .flat()
    .filter((group): group is string => typeof group === 'string' && group.length <= 200);
  return groups.slice(0, maxGroups);
}

/** Some providers write flags as texts or numbers. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

function text(value: unknown, maxLength: number): string | null {
  const isGood =
    typeof value === 'string' &&
    value.length <= maxLength &&
    value.trim() !== '' &&
    !/[\p{Cc}\p{Cs}]/u.test(value);
  return isGood ? value : null;
}
