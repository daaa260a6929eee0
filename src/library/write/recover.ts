/*
 * Recovers from a crash. An entry that was prepared and did not end is committed if all of it is on the disk, and
 * otherwise reverted. Edits made since are kept and reported. Recovery can be interrupted and repeated with the same
 * result.
 */

import { CoppiceError } from '../../text/errors.js';
import { unfinishedEntries } from '../ledger/unfinished.js';
import type { LedgerEntry } from '../rules/ledger-entry.js';
import { canWriteFact } from './fact-store.js';
import { appendToLedger } from './ledger.js';
import { isApplied, removeEmptied, revertEntry, settleUsage, sweepEntry } from './write-apply.js';
import type { RecoveredEntry, WriteDeps } from './write-target.js';

/** Settles every unfinished entry of a root. The caller holds the root's lock, so none of them is in progress. */
export function recoverRoot(deps: WriteDeps, root: string): void {
  const recovered = unfinishedEntries(deps)
    .filter((entry) => entry.root === root && (entry.fact === undefined || canWriteFact(deps, entry.fact)))
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
  // It says what was found on the disk, and nothing was to be done there.
  if (entry.action === 'observed') return { entry, state: 'committed', conflicts: [] };
  try {
    sweepEntry(deps.files, entry);
    // A change with verifiers counts only after they have passed.
    if (entry.verify.length > 0 || !isApplied(deps, entry)) {
      return { entry, state: 'rolled-back', conflicts: revertEntry(deps, entry) };
    }
    removeEmptied(deps.files, entry);
    settleUsage(deps, entry);
    return { entry, state: 'committed', conflicts: [] };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    const message = `an interrupted ${entry.action} of ${entry.skill} could neither be finished nor reverted: ${error.message}`;
    throw new CoppiceError(error.code, message, {
      cause: error,
      ...(error.hint !== undefined && { hint: error.hint }),
    });
  }
}
