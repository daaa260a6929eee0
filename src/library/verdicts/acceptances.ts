/*
 * Which blocked packages a person has accepted: a fact about a skill, with the digest of the bytes that were accepted. So
 * it is in the ledger, can be undone, and ends when a byte changes.
 */

import { isObject } from '../../text/shape.js';
import type { JsonValue } from '../rules/ledger-entry.js';
import type { Acceptance } from '../rules/verdict.js';
import { factsOf } from '../write/fact-store.js';
import type { CacheLocation } from './verdict-cache.js';

/** The name of the fact. */
export const acceptanceKey = 'scan-accepted';

/** By digest: the same bytes are as safe in another folder. */
export function acceptedDigests(library: CacheLocation): ReadonlyMap<string, Acceptance> {
  const accepted = [...factsOf(library, acceptanceKey).values()].flatMap(
    (value) => acceptanceIn(value) ?? [],
  );
  return new Map(accepted.map((acceptance) => [acceptance.digest, acceptance]));
}

function acceptanceIn(value: JsonValue): Acceptance | undefined {
  if (!isObject(value)) return undefined;
  const { digest, reason, at } = value;
  const isWhole = typeof digest === 'string' && typeof reason === 'string' && typeof at === 'number';
  return isWhole ? { digest, reason, at } : undefined;
}
