/*
 * A first set of trigger cases for a skill, from its own evidence. Every request is shown to the person, who decides
 * whether it becomes a case; the set is written through the common write path, so that undo removes it.
 */

import { type TriggerCandidate, triggerCandidates } from '../../eval/rules/first-cases.js';
import { findSkillToChange } from '../../library/read/resolve.js';
import { writePackage } from '../../library/write/write.js';
import { casesFolder } from '../../skill/package-names.js';
import { randomIds } from '../../system/ids.js';
import { CoppiceError } from '../../text/errors.js';
import { dayMs } from '../../text/time.js';
import type { Context } from '../context.js';
import { withEvidence } from '../evidence.js';

/** The file that a first set is written to, in the folder of the skill. */
export const firstCasesFile = `${casesFolder}/triggers.json`;

export interface InitRequest {
  readonly skill: string;
  readonly days: number;
  readonly limit: number;
}

export interface InitPlan {
  readonly id: string;
  readonly candidates: readonly TriggerCandidate[];
  /** Whether the skill has such a file already, which is not replaced. */
  readonly isThere: boolean;
}

export async function planInit(context: Context, { skill, days, limit }: InitRequest): Promise<InitPlan> {
  return await withEvidence(context, ({ store, library }) => {
    const { id, folder } = findSkillToChange(library, skill);
    const now = context.clock.now();
    const rows = store.recent({ from: now - days * dayMs, to: now + 1 });
    const isThere = library.files.stat(`${folder}/${firstCasesFile}`) !== undefined;
    return { id, candidates: triggerCandidates(rows, id, limit), isThere };
  });
}

/** Returns the ledger entry. */
export async function writeFirstCases(
  context: Context,
  id: string,
  cases: readonly TriggerCandidate[],
): Promise<string> {
  return await withEvidence(context, async ({ library }) => {
    const { files, clock, home, usage } = library;
    const target = findSkillToChange(library, id);
    const bytes = new TextEncoder().encode(`${JSON.stringify(cases, undefined, 2)}\n`);
    const { entry } = await writePackage(
      { files, clock, home, usage, ids: randomIds },
      target,
      () => {
        if (files.stat(`${target.folder}/${firstCasesFile}`) !== undefined) throw alreadyThere(target.id);
        return { action: 'write-file', files: [{ path: firstCasesFile, bytes }] };
      },
      { actor: 'user' },
    );
    return entry.id;
  });
}

export function alreadyThere(id: string): CoppiceError {
  return new CoppiceError('already-exists', `${id} already has ${firstCasesFile}`, {
    hint: 'coppice eval init --dry-run shows what could be added to it by hand',
  });
}
