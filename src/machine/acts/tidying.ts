/*
 * Unused skills and listings that are too long: the suggestions of `coppice tidy`, of which a person chooses.
 */

import type { Context } from '../../app/context.js';
import { suggestTidying, type TidyRequest } from '../../app/tidy/tidy.js';
import { counted, grouped } from '../../text/plural.js';
import { utcDay } from '../../text/time.js';
import { suggestedText } from '../views/tidy.js';
import { nothingDone, type PlannedAct, remainingText, skillLine } from './planned-act.js';

export async function planTidyAct(context: Context, request: TidyRequest): Promise<PlannedAct> {
  const { unused, suggestions, left, listings, apply } = await suggestTidying(context, request);
  const saved = suggestions.reduce((sum, { tokens }) => sum + tokens, 0);
  const fitting = listings.map(
    ({ title, characters, limit }) =>
      `The listing of ${title} needs ${grouped(characters)} of ${grouped(limit)} characters. `,
  );
  return {
    plan: {
      title: `Tidy ${counted(suggestions.length, 'skill')}?`,
      says: `${fitting.join('')}Skills that agents made are archived, and the others become quiet: agents list their names only, or not at all. All of it together saves about ${grouped(saved)} tokens in every prompt.`,
      verb: 'Tidy',
      isChoice: true,
      lines: suggestions.map(({ id, act, agents, lastActivityAt, because }) =>
        skillLine(
          id,
          suggestedText({ act, agents }),
          because === 'listing'
            ? 'used least in a listing that is too long'
            : lastActivityAt === null
              ? 'never used'
              : `last used ${utcDay(lastActivityAt)}`,
        ),
      ),
      left: left.map(({ id, message }) => ({ skill: id, why: message })),
    },
    changes: suggestions.reduce((sum, { agents }) => sum + Math.max(1, agents.length), 0),
    apply: async (keys) => {
      const chosen = suggestions.filter(({ id }) => keys.has(id));
      if (chosen.length === 0) return nothingDone;
      const { run, archived, quiet, remaining, error } = await apply(chosen);
      return {
        message: `Archived ${counted(archived.length, 'skill')}, made ${counted(quiet.length, 'skill')} quiet (not used in ${counted(unused.days, 'day')}).`,
        undo: run,
        problem: remainingText(remaining, error),
      };
    },
  };
}
