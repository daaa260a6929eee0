/*
 * Which blocked packages a person has accepted: a fact about a skill, with the digest of the bytes that were accepted. So
 * it is in the ledger, can be undone, and ends when a byte changes.
 */

import { isObject } from '../../text/shape.js';
import type { JsonValue, LedgerEntry } from '../rules/ledger-entry.js';
import type { Acceptance } from '../rules/verdict.js';
import { factsOf } from '../write/fact-store.js';
import { setFact } from '../write/facts.js';
import type { PackageTarget, WriteDeps } from '../write/write-target.js';
import type { CacheLocation } from './verdict-cache.js';

const key = 'scan-accepted';

/** By digest: the same bytes are as safe in another folder. */
export function acceptedDigests(library: CacheLocation): ReadonlyMap<string, Acceptance> {
  const accepted = [...factsOf(library, key).values()].flatMap((value) => acceptanceIn(value) ?? []);
  return new Map(accepted.map((acceptance) => [acceptance.digest, acceptance]));
}

/** Only a person accepts; null takes it back. Undefined when nothing changed. */
export async function recordAcceptance(
  deps: WriteDeps,
  target: PackageTarget,
  acceptance: Acceptance | null,
): Promise<LedgerEntry | undefined> {
  const value = acceptance === null ? null : { ...acceptance };
  const reason = acceptance === null ? {} : { reason: acceptance.reason };
  return await setFact(deps, { target, action: 'accept', key, value, ...reason }, { actor: 'user' });
}

function acceptanceIn(value: JsonValue): Acceptance | undefined {
  if (!isObject(value)) return undefined;
  const { digest, reason, at } = value;
  const isWhole = typeof digest === 'string' && typeof reason === 'string' && typeof at === 'number';
  return isWhole ? { digest, reason, at } : undefined;
}
