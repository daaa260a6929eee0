/*
 * Changes a fact about skills (pin, provenance, policy, an accepted scan) and records it in the ledger, through the one
 * write path: prepared, changed, committed. A crash in between leaves the old or the new value, and the next write into
 * the root settles the entry.
 */

import { CoppiceError } from '../../text/errors.js';
import { isEqual } from '../../text/shape.js';
import type { JsonValue, LedgerAction, LedgerEntry } from '../rules/ledger-entry.js';
import { factOf } from './fact-store.js';
import { type PackageWrite, type WriteOptions, writePackages } from './write.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

export interface FactWrite {
  readonly target: PackageTarget;
  readonly action: Extract<
    LedgerAction,
    'pin' | 'unpin' | 'adopt' | 'unadopt' | 'policy' | 'accept' | 'distinct' | 'absorb' | 'trial' | 'reject'
  >;
  readonly key: string;
  /** Null if it shall not be set any more. */
  readonly value: JsonValue;
  readonly reason?: string | undefined;
}

/** What became of a change to a fact or to a setting. */
export type BesideOutcome =
  | { readonly kind: 'recorded'; readonly entry: LedgerEntry }
  /** It had this value already, so there is no entry. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly error: CoppiceError };

/** The outcomes are in the order of the writes; one that fails does not stop the others. */
export async function setFacts(
  deps: WriteDeps,
  writes: readonly FactWrite[],
  options: Pick<WriteOptions, 'actor' | 'run'>,
): Promise<readonly BesideOutcome[]> {
  const changes = writes.map(({ target, action, key, value, reason }): BesideWrite => {
    const now = () => factOf(deps, target.id, key);
    return {
      isUnchanged: () => isEqual(now(), value),
      write: {
        target,
        besideFiles: true,
        plan: () => ({ action, reason, fact: { key, before: now(), after: value } }),
      },
    };
  });
  return await writeBeside(deps, changes, options);
}

/** One fact; throws where it cannot be set. Undefined when it had this value already. */
export async function setFact(
  deps: WriteDeps,
  write: FactWrite,
  options: Pick<WriteOptions, 'actor' | 'run'>,
): Promise<LedgerEntry | undefined> {
  const [outcome] = await setFacts(deps, [write], options);
  if (outcome?.kind === 'failed') throw outcome.error;
  return outcome?.kind === 'recorded' ? outcome.entry : undefined;
}

interface BesideWrite {
  readonly write: PackageWrite;
  readonly isUnchanged: () => boolean;
}

/** What is as wanted already needs no entry. */
export async function writeBeside(
  deps: WriteDeps,
  changes: readonly BesideWrite[],
  options: Pick<WriteOptions, 'actor' | 'run'>,
): Promise<readonly BesideOutcome[]> {
  const outcomes = new Map<BesideWrite, BesideOutcome>();
  const wanted: BesideWrite[] = [];
  for (const change of changes) {
    try {
      if (change.isUnchanged()) outcomes.set(change, { kind: 'unchanged' });
      else wanted.push(change);
    } catch (error) {
      outcomes.set(change, failed(error));
    }
  }
  const writes = wanted.map(({ write }) => write);
  const written = await writePackages(deps, writes, options);
  for (const [index, change] of wanted.entries()) {
    const outcome = written[index];
    if (outcome?.kind === 'committed') outcomes.set(change, { kind: 'recorded', entry: outcome.entry });
    if (outcome?.kind === 'failed') outcomes.set(change, failed(outcome.error));
  }
  return changes.flatMap((change) => outcomes.get(change) ?? []);
}

function failed(error: unknown): BesideOutcome {
  if (error instanceof CoppiceError) return { kind: 'failed', error };
  throw error;
}
