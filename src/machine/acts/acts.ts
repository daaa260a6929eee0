/*
 * The acts of the pages: plan, apply, undo. All of them go through the functions that the command line calls, and so
 * through the one write path.
 */

import type { Context } from '../../app/context.js';
import { skillLibraryOf } from '../../app/skill-library.js';
import { CoppiceError } from '../../text/errors.js';
import { counted } from '../../text/plural.js';
import type { ActRequest, DoneAnswer } from '../api/acts.js';
import type { WriteHandlers } from '../api/routes.js';
import { planAdoptAct, planArchiveAct, planDistinctAct, planRestoreAct, planSwitchAct } from './chosen.js';
import { applyShown, type PlannedAct } from './planned-act.js';
import { planPolicyAct } from './policy.js';
import { reviewHandlers } from './reviewing.js';
import { planArchiveTroubled, planCurateAct, planDedupeAct, planFixAct } from './settling.js';
import { planTidyAct } from './tidying.js';

export function actHandlers(context: Context): WriteHandlers {
  return {
    plan: async ({ request }) => (await planAct(context, request)).plan,
    apply: async ({ request, lines }) => await applyShown(await planAct(context, request), lines),
    undo: async ({ id }) => await undoAct(context, id),
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
    case 'policy':
      return planPolicyAct(context, request);
    default:
      return request satisfies never;
  }
}

/** As far as possible: of a run, what was changed since stays as it is and is named. */
async function undoAct(context: Context, id: string): Promise<DoneAnswer> {
  const outcomes = await skillLibraryOf(context).undo(id, { by: 'user' });
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
