/*
 * A run that makes proposals instead of writing: for every skill that a note would help, up to the limit, one proposal
 * waits for a person. Skills that no run may write are proposed too, unless another program owns their files.
 */

import { openLibrary } from '../library/open-library.js';
import { CoppiceError } from '../text/errors.js';
import type { Provenance } from '../usage/rules/record.js';
import { evolvedSkills } from './notes/skills.js';
import { propose } from './proposals/propose.js';
import { type CandidateReport, type EvolveReport, summaryOf } from './rules/report.js';
import { type EvolveDeps, type EvolveOptions, runEvolver } from './run.js';
import { advanceTrialsAlone } from './trials/trials.js';

export async function proposeNotes(deps: EvolveDeps, options: EvolveOptions): Promise<EvolveReport> {
  const trials = await advanceTrialsAlone(deps);
  const report = await runEvolver(deps, { ...options, applyLowRisk: false, approveAutoApply: false });
  const library = openLibrary(deps);
  const skills = evolvedSkills(library);
  let free = options.maxSkills;
  const candidates: CandidateReport[] = [];
  for (const candidate of report.candidates) {
    const entry = isProposable(candidate) ? skills.find(candidate.skill)?.entry : undefined;
    if (entry === undefined || free === 0) {
      candidates.push(candidate);
      continue;
    }
    const renews = candidate.items?.length === 0;
    const { days } = options;
    const made = await outcomeOf(() =>
      propose({ library, evidence: deps.evidence }, entry, days, { renews }),
    );
    if ('isNew' in made && made.isNew) free -= 1;
    candidates.push({ ...candidate, ...made.report });
  }
  const proposed = { ...report, mode: 'propose' as const, summary: summaryOf(candidates), candidates };
  return trials.length === 0 ? proposed : { ...proposed, trials };
}

/** Files of these sources are replaced by the program that installed them. */
const foreign: readonly Provenance[] = ['bundled', 'hub', 'plugin', 'external', 'registry'];

/** Protected by its source, or not at all: a name that is blocked is not proposed either. */
function isProposable({ status, reason, diff, source }: CandidateReport): boolean {
  if (status !== 'planned' || diff === undefined || foreign.includes(source)) return false;
  return reason === null || reason === 'source-not-agent-created';
}

interface Made {
  readonly isNew?: boolean;
  readonly report: Partial<CandidateReport>;
}

/** A refusal concerns one skill, and does not stop the others. */
async function outcomeOf(act: () => ReturnType<typeof propose>): Promise<Made> {
  try {
    const result = await act();
    if (result.kind === 'nothing') {
      const { reason, detail } = result;
      return { report: { status: 'skipped', reason, detail } };
    }
    const { proposal, isNew } = result;
    return { isNew, report: { reason: null, proposal: { id: proposal.id, isNew } } };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { report: { status: 'failed', reason: error.code, detail: error.message } };
  }
}
