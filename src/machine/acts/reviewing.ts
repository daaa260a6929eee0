/*
 * The decisions on a proposal. The page has shown the whole change, so nothing is planned again: a change that is not the
 * one that was shown is refused.
 */

import type { Context } from '../../app/context.js';
import { reject, withAccept } from '../../app/review.js';
import type { Acceptance } from '../../evolve/proposals/decide.js';
import type { DoneAnswer } from '../api/acts.js';
import type { WriteHandlers } from '../api/routes.js';
import { readWording, seenOf } from '../views/review.js';

export function reviewHandlers(context: Context): Pick<WriteHandlers, 'wording' | 'accept' | 'reject'> {
  return {
    wording: async ({ id, words }) => readWording(context, id, words),
    accept: async ({ id, seen, words }) =>
      await withAccept(context, async (accept) => {
        const edited = words ?? undefined;
        return acceptedAnswer(await accept(id, { edited, isSeen: (files) => seenOf(files) === seen }));
      }),
    reject: async ({ id, reason }) => {
      const given = reason.trim();
      const { entry, skill } = await reject(context, id, given === '' ? undefined : given);
      return {
        message: `Rejected for ${skill}. It is proposed again only if there is new evidence.`,
        undo: entry,
        problem: null,
      };
    },
  };
}

export function acceptedAnswer(acceptance: Acceptance): DoneAnswer {
  if (acceptance.kind === 'accepted')
    return {
      message: `Accepted for ${acceptance.proposal.skill}.`,
      undo: acceptance.entry,
      problem: null,
    };
  return {
    message: 'Nothing was changed.',
    undo: null,
    problem: `A verifier refused it, so the previous text was restored: ${acceptance.detail}.`,
  };
}
