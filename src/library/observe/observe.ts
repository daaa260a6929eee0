/*
 * Finds the changes that others made to skills: a person in an editor, an agent with its own tools. At first sight the
 * bytes of a SKILL.md are stored as its baseline; later a file whose stat has changed is read, and if its bytes have
 * changed, the ledger gets an entry with the old and the new bytes, so that history, diff and undo know it.
 *
 * Nothing of a skill is written. Unchanged files cost one stat each. Only one process observes at a time, and it holds
 * the lock of a root while it compares, so that no change is recorded twice and no write in progress is taken for one by
 * somebody else. A crash at any point leaves bytes that nothing refers to, or an entry that the next observation takes
 * from the ledger.
 */

import type { Clock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import { CoppiceError, hasCode } from '../../text/errors.js';
import type { LedgerEntry } from '../rules/ledger-entry.js';
import type { Root } from '../rules/root.js';
import type { WriteDeps } from '../write/write-target.js';
import { readBaseline } from './baseline.js';
import { findCandidates, observedScope } from './candidates.js';

/** A skill of the catalog. */
export interface ObservedSkill {
  readonly id: string;
  readonly name: string;
  readonly root: Root;
  readonly folder: string;
  /** The SKILL.md, absolute. */
  readonly path: string;
}

export interface ObserveRequest {
  readonly skills: readonly ObservedSkill[];
  /** All roots that were read. */
  readonly roots: readonly Root[];
  /** The space for baselines; 0 observes nothing. */
  readonly maxBytes: number;
  /** What is left then waits for the next time. */
  readonly maxMs?: number;
  /** Real time, even if the clock is fixed. */
  readonly realTime?: Clock;
  /** What somebody has just read, which is enough to see that nothing has changed. */
  readonly seen?: Files;
  /** The number of files that were compared, and of all that have to be. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Observation {
  /** The changes that were found, one entry each. */
  readonly entries: readonly LedgerEntry[];
  /** The number of skills met for the first time. */
  readonly baselines: number;
  /** The number of skills that the next observation has to look at. */
  readonly left: number;
  /** Why nothing could be recorded. */
  readonly problem: CoppiceError | null;
}

const nothing: Observation = { entries: [], baselines: 0, left: 0, problem: null };

export async function observe(deps: WriteDeps, request: ObserveRequest): Promise<Observation> {
  try {
    if (request.maxBytes === 0 || !mayHaveChanged(deps, request)) return nothing;
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { ...nothing, problem: error };
  }
  const { RecordingPass } = await import('./record-changes.js');
  const pass = new RecordingPass(deps, request);
  try {
    return await pass.run();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    // Another process observes at this moment, or writes for a long time.
    return pass.observation(hasCode(error, 'lock-busy') ? null : error);
  }
}

function mayHaveChanged({ files, home }: WriteDeps, request: ObserveRequest): boolean {
  const { seen = files } = request;
  // Whoever only looks does not create a home.
  if (seen.stat(home) === undefined) return false;
  return findCandidates(observedScope(seen, home, request), readBaseline({ files, home })).length > 0;
}
