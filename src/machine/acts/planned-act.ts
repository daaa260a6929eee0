/*
 * An act between its plan and its end. Nothing is kept on the server in between: to apply it, it is planned again, and
 * what the person has not seen in the plan is not done.
 */

import { CoppiceError } from '../../text/errors.js';
import type { DoneAnswer, PlanAnswer, PlanLine } from '../api/acts.js';

export interface PlannedAct {
  readonly plan: PlanAnswer;
  /** How many changes all lines together are, where some are several. */
  readonly changes?: number;
  /** Carries out the lines with these keys, which are lines of the plan. */
  apply(keys: ReadonlySet<string>): Promise<DoneAnswer>;
}

/** Applies what was chosen of the plan as it was shown; refuses where the plan has become another since. */
export async function applyShown(act: PlannedAct, shown: readonly string[]): Promise<DoneAnswer> {
  const { lines, isChoice } = act.plan;
  const keys = new Set(shown);
  const planned = new Set(lines.map(({ key }) => key));
  const isKnown = shown.every((key) => planned.has(key));
  // Of some acts no part can be left out, so a new line would be done without having been seen.
  if (isKnown && (isChoice || lines.every(({ key }) => keys.has(key)))) return await act.apply(keys);
  throw planChanged();
}

export function planChanged(): CoppiceError {
  return new CoppiceError(
    'conflict',
    'the skills have changed since this plan was shown, so nothing was done',
    {
      hint: 'look at the new plan',
    },
  );
}

/** How many changes these lines of a plan are, as far as can be said. */
export function changesOf(
  { plan, changes = plan.lines.length }: PlannedAct,
  shown: readonly string[],
): number {
  return Math.ceil((changes * shown.length) / Math.max(1, plan.lines.length));
}

export const nothingDone: DoneAnswer = { message: 'There was nothing to do.', undo: null, problem: null };

/** The first names of those that an act did not reach. */
export function remainingText(remaining: readonly string[], error: CoppiceError | null): string | null {
  if (error === null && remaining.length === 0) return null;
  const names =
    remaining.length === 0
      ? ''
      : `Not done: ${remaining.slice(0, 5).join(', ')}${remaining.length > 5 ? ` and ${remaining.length - 5} more` : ''}. `;
  return `${names}${error === null ? '' : error.message}`.trim();
}

export function skillLine(skill: string, does: string, why: string | null = null): PlanLine {
  return { key: skill, skill, does, why };
}
