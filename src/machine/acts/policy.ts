/*
 * Another policy for the curator: the one change of the configuration that the pages make.
 */

import type { Context } from '../../app/context.js';
import { type PolicyDays, planPolicy } from '../../app/policy.js';
import { counted } from '../../text/plural.js';
import type { PlannedAct } from './planned-act.js';

export function planPolicyAct(context: Context, days: PolicyDays): PlannedAct {
  const { changes, retires, apply } = planPolicy(context, days);
  const { before, after } = retires;
  const now = `${counted(after, 'skill')}${after === before ? ', as with the days of now' : ` instead of ${before}`}`;
  return {
    plan: {
      title: 'Change the policy?',
      says: `The next run of the curator would mark as stale or archive ${now}. Nothing is retired by this change itself.`,
      verb: 'Change',
      isChoice: false,
      lines: changes.map(({ key, before: from, after: to }) => ({
        key,
        skill: key,
        does: `${to} days instead of ${from}`,
        why: null,
      })),
      left: [],
    },
    apply: async () => ({
      message: 'The policy is changed.',
      undo: await apply(),
      problem: null,
    }),
  };
}
