/*
 * The recurring failures whose fix is known and that wait for somebody: no proposal was made for their skills since they
 * last occurred, and no note was written.
 */

import { EvidenceStore } from '../evidence/store/evidence-store.js';
import { readProposals } from '../evolve/proposals/proposal-folder.js';
import type { Library } from '../library/open-library.js';
import { readLedger } from '../library/write/ledger.js';
import { homePaths } from '../system/home.js';
import { CoppiceError } from '../text/errors.js';
import { dayMs } from '../text/time.js';

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
    const decidedAt = lastDecisions(library);
    return failures
      .filter(({ skills, lastAt }) => !skills.every((skill) => (decidedAt.get(nameOf(skill)) ?? 0) >= lastAt))
      .map(({ skills }) => ({ skills }));
  } finally {
    store.close();
  }
}

/** By the name of the skill: when a proposal was made for it, or a note was written. */
function lastDecisions(library: Library): ReadonlyMap<string, number> {
  const decidedAt = new Map<string, number>();
  const note = (id: string, at: number) => {
    const name = nameOf(id);
    decidedAt.set(name, Math.max(decidedAt.get(name) ?? 0, at));
  };
  for (const { skill, createdAt } of readProposals(library).proposals) note(skill, createdAt);
  for (const { skill, at, action } of readLedger(library).entries) if (action === 'note') note(skill, at);
  return decidedAt;
}

/** Sessions often know a skill by its name alone. */
const nameOf = (skill: string) => skill.slice(skill.indexOf(':') + 1);
