/*
 * What is mechanical to fix, planned and made: faults of skills, and links that lead nowhere. All of it is one run, which
 * one undo takes back. Changes that did not complete are settled first.
 */

import { applyFixes, type Fix, type FixPlan, planFixes } from '../library/doctor/fix.js';
import { planLinkFixes } from '../library/doctor/fix-links.js';
import { settleInterrupted } from '../library/write/write.js';
import { writeDepsOf } from '../library/write/write-target.js';
import { randomIds } from '../system/ids.js';
import { unlessRefused } from '../text/errors.js';
import { type Context, libraryOf } from './context.js';
import { skillLibraryOptions } from './skill-library-options.js';

/** Nothing where the configuration cannot be read, which is reported as a problem. */
export function planSkillFixes(
  context: Context,
  isChosen: (path: string) => boolean,
  brokenLinks: readonly string[],
): FixPlan {
  const plan = () => {
    const library = { ...libraryOf(context), writesCaches: false };
    const ofSkills = planFixes(library, isChosen);
    const ofLinks = planLinkFixes({ ...library, userHome: context.userHome }, brokenLinks);
    return {
      fixes: [...ofSkills.fixes, ...ofLinks.fixes],
      skipped: [...ofSkills.skipped, ...ofLinks.skipped],
    };
  };
  return unlessRefused(plan) ?? { fixes: [], skipped: [] };
}

export interface MadeFixes {
  /** What `coppice undo` takes back; null when there was nothing to fix. */
  readonly run: string | null;
  readonly fixes: readonly Fix[];
}

export async function makeSkillFixes(context: Context, plan: FixPlan): Promise<MadeFixes> {
  const options = skillLibraryOptions(context);
  const run = randomIds.next();
  const deps = writeDepsOf(options, libraryOf(context).usage);
  await settleInterrupted(deps);
  return { run: plan.fixes.length === 0 ? null : run, fixes: await applyFixes(deps, plan, run) };
}
