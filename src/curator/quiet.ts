/*
 * Makes skills quiet that an agent made and nobody ever used, where the policy asks for it. Unattended, only switches are
 * used that leave the name of a skill in the listing, so that the agent can still find it.
 */

import { quietSkills } from '../library/quiet/quiet.js';
import type { WriteDeps } from '../library/write/write-target.js';
import { CoppiceError } from '../text/errors.js';
import { type CuratorPolicy, planQuiet } from './rules/plan.js';
import type { QuietedSkill } from './rules/report.js';
import type { Survey } from './survey.js';

export interface QuietRequest {
  readonly policy: CuratorPolicy;
  readonly at: number;
  readonly run: string;
  readonly dryRun: boolean;
}

export interface Quieted {
  readonly quieted: readonly QuietedSkill[];
  readonly error: CoppiceError | undefined;
}

export async function quietNeverUsed(
  deps: WriteDeps,
  survey: Survey,
  { policy, at, run, dryRun }: QuietRequest,
): Promise<Quieted> {
  const due = planQuiet(survey.records, survey.facts, policy, at);
  if (due.length === 0) return { quieted: [], error: undefined };
  // Decided again: somebody may have used or pinned one since the skills were read.
  const records = due.map((id) => survey.reread(id));
  const entries = planQuiet(records, survey.facts, policy, at).flatMap((id) => survey.skills.get(id) ?? []);
  const { changes, skipped } = await quietSkills(survey.library, deps, entries, {
    actor: 'curator',
    run,
    level: 'name-only',
    dryRun,
    reason: 'never used',
  });
  const failed = skipped.find(({ reason }) => reason === 'failed');
  return {
    quieted: changes.map(({ skill, agent, setting, file }) => ({ id: skill, agent, setting, file })),
    error: failed && new CoppiceError('file-failed', failed.message),
  };
}
