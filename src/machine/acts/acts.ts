/*
 * The acts of the pages: plan, apply, undo. All of them go through the functions that the command line calls, and so
 * through the one write path.
 */

import { type Context, libraryOf } from '../../app/context.js';
import { skillLibraryOptions } from '../../app/skill-library-options.js';
import { findEntries } from '../../library/ledger/find-entries.js';
import { undo } from '../../library/write/undo.js';
import { writeDepsOf } from '../../library/write/write-target.js';
import { CoppiceError } from '../../text/errors.js';
import { counted } from '../../text/plural.js';
import type { ActRequest, DoneAnswer } from '../api/acts.js';
import type { WriteHandlers } from '../api/routes.js';
import { planAdoptAct, planArchiveAct, planDistinctAct, planRestoreAct, planSwitchAct } from './chosen.js';
import { planNoteAct } from './noting.js';
import { applyShown, changesOf, type PlannedAct } from './planned-act.js';
import { planPolicyAct } from './policy.js';
import { reviewHandlers } from './reviewing.js';
import { type RunningAct, RunningActs } from './running-acts.js';
import { planArchiveTroubled, planCurateAct, planDedupeAct, planFixAct } from './settling.js';
import { planTidyAct } from './tidying.js';

export function actHandlers(context: Context, running = new RunningActs()): WriteHandlers {
  return {
    plan: async ({ request }) => (await planAct(context, request)).plan,
    apply: async ({ request, lines, act }) =>
      await running.run(act, async (pace) => {
        const planned = await planAct({ ...context, pace }, request);
        pace.expect(changesOf(planned, lines));
        return await applyShown(planned, lines);
      }),
    undo: async ({ id, act }) => await running.run(act, (pace) => undoAct(context, id, pace)),
    halt: ({ act }) => {
      running.stop(act);
      return Promise.resolve({});
    },
    ...reviewHandlers(context),
  };
}

async function planAct(context: Context, request: ActRequest): Promise<PlannedAct> {
  switch (request.act) {
    case 'archive':
      return planArchiveAct(context, request.skills);
    case 'restore':
      return planRestoreAct(context, request.skills);
    case 'quiet':
    case 'wake':
      return await planSwitchAct(context, request.act, request.skills);
    case 'adopt':
      return await planAdoptAct(context, request.skills);
    case 'archive-blocked':
      return await planArchiveTroubled(context, 'blocked');
    case 'archive-unloadable':
      return await planArchiveTroubled(context, 'unloadable');
    case 'fix':
      return planFixAct(context);
    case 'dedupe':
      return planDedupeAct(context);
    case 'curate':
      return await planCurateAct(context);
    case 'tidy':
      return await planTidyAct(context, { days: request.days });
    case 'fit':
      return await planTidyAct(context, { fits: true });
    case 'distinct':
      return planDistinctAct(context, request.skills);
    case 'note':
      return await planNoteAct(context, request.skill);
    case 'policy':
      return planPolicyAct(context, request);
    default:
      return request satisfies never;
  }
}

/** As far as possible: of a run, what was changed since stays as it is and is named. */
async function undoAct(context: Context, id: string, pace: RunningAct): Promise<DoneAnswer> {
  const library = libraryOf(context);
  const taken = findEntries(library, [id]).entries.filter((entry) => entry.run === id || entry.id === id);
  pace.expect(taken.length);
  const deps = writeDepsOf(skillLibraryOptions({ ...context, pace }), library.usage);
  const outcomes = await undo(deps, id, { actor: 'user' });
  const failed = outcomes.flatMap((outcome) => (outcome.kind === 'undone' ? [] : [outcome]));
  const undone = outcomes.length - failed.length;
  const [first] = failed;
  if (first !== undefined && (undone === 0 || !(first.error instanceof CoppiceError))) throw first.error;
  return {
    message: `Undone: ${counted(undone, 'change')}.`,
    undo: null,
    problem:
      first === undefined
        ? null
        : `${counted(failed.length, 'change was', 'changes were')} not undone: ${first.error instanceof Error ? first.error.message : ''}`,
  };
}
