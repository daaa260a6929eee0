/*
 * Healing what a crash left behind. An entry that was prepared and did not end is either all on the disk, and then it
 * counts, or it is taken back. Edits that were made since stay and are told. Doing it again, or being stopped in the
 * middle and doing it again, comes to the same.
 */

import { CoppiceError } from '../../text/errors.js';
import type { LedgerEntry } from '../rules/ledger-entry.js';
import { appendToLedger, unfinishedEntries } from './ledger.js';
import { isApplied, removeEmptied, revertEntry, settleUsage, sweepEntry } from './write-apply.js';
import type { RecoveredEntry, WriteDeps } from './write-target.js';

/** Settles every unfinished entry of a root. The caller holds the root's lock, so none of them is at work. */
export function recoverRoot(deps: WriteDeps, root: string): void {
  const recovered = unfinishedEntries(deps)
    .filter((entry) => entry.root === root)
    .map((entry) => recoverEntry(deps, entry));
  appendToLedger(
    deps,
    recovered.map(({ entry, state, conflicts }) => ({
      entry: entry.id,
      state,
      at: deps.clock.now(),
      message: state === 'committed' ? null : 'it was interrupted',
      conflicts,
    })),
  );
  for (const entry of recovered) deps.onRecovered?.(entry);
}

function recoverEntry(deps: WriteDeps, entry: LedgerEntry): RecoveredEntry {
  try {
    sweepEntry(deps.files, entry);
    // A change that was to be verified does not count before it was.
    if (entry.verify.length > 0 || !isApplied(deps.files, entry)) {
      return { entry, state: 'rolled-back', conflicts: revertEntry(deps, entry) };
    }
    removeEmptied(deps.files, entry);
    settleUsage(deps, entry);
    return { entry, state: 'committed', conflicts: [] };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    const message = `an interrupted ${entry.action} of ${entry.skill} could not be settled: ${error.message}`;
    throw new CoppiceError(error.code, message, {
      cause: error,
      ...(error.hint !== undefined && { hint: error.hint }),
    });
  }
}
