/*
 * The recurring failures whose fix is known and that wait for somebody: since they last occurred, no proposal was made for
 * their skills, no note was written, and no run looked at them and found that there is nothing to propose.
 */

import { EvidenceStore } from '../../evidence/store/evidence-store.js';
import { readProposalRun } from '../../evolve/last-run.js';
import { readProposals } from '../../evolve/proposals/proposal-folder.js';
import { findEntries } from '../../library/ledger/find-entries.js';
import type { Library } from '../../library/open-library.js';
import { actionWord } from '../../library/rules/ledger-words.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { dayMs } from '../../text/time.js';
import { type FixDecisions, waitingFixes } from '../rules/waiting-fixes.js';

export interface KnownFix {
  readonly skills: readonly string[];
}

/** Nothing where the evidence cannot be read, which is shown with the evidence. */
export async function knownFixes(library: Library): Promise<readonly KnownFix[]> {
  try {
    return await readKnownFixes(library);
  } catch (error) {
    if (error instanceof CoppiceError) return [];
    throw error;
  }
}

async function readKnownFixes(library: Library): Promise<readonly KnownFix[]> {
  const { files, clock, home, config } = library;
  const store = await EvidenceStore.openIfExists({ path: homePaths(home).evidence, files, clock });
  if (store === undefined) return [];
  try {
    const to = clock.now();
    const failures = store
      .failures({ from: to - config['evolve.days'] * dayMs, to })
      .filter(({ fix, skills }) => fix !== null && skills.length > 0);
    if (failures.length === 0) return [];
    return waitingFixes(failures, readDecisions(library)).map(({ skills }) => ({ skills }));
  } finally {
    store.close();
  }
}

function readDecisions(library: Library): FixDecisions {
  const { proposals } = readProposals(library);
  const notes = findEntries(library, [actionWord('note')]).entries.filter(({ action }) => action === 'note');
  return {
    made: [
      ...proposals.map(({ skill, createdAt }) => ({ skill, at: createdAt })),
      ...notes.map(({ skill, at }) => ({ skill, at })),
    ],
    lastRun: readProposalRun(library),
    isReviewPending: proposals.some(({ state }) => state === 'pending'),
  };
}
