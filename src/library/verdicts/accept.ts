/*
 * Accepts a package that the scanner blocks, as it is now, or takes that back. Only a person does this.
 */

import type { LedgerEntry } from '../rules/ledger-entry.js';
import type { Acceptance } from '../rules/verdict.js';
import { setFact } from '../write/facts.js';
import type { PackageTarget, WriteDeps } from '../write/write-target.js';
import { acceptanceKey } from './acceptances.js';

/** Null takes it back. Undefined when nothing changed. */
export async function recordAcceptance(
  deps: WriteDeps,
  target: PackageTarget,
  acceptance: Acceptance | null,
): Promise<LedgerEntry | undefined> {
  const value = acceptance === null ? null : { ...acceptance };
  const reason = acceptance === null ? {} : { reason: acceptance.reason };
  const write = { target, action: 'accept', key: acceptanceKey, value, ...reason } as const;
  return await setFact(deps, write, { actor: 'user' });
}
