/*
 * Which recurring failures with a known fix wait for somebody: since they last occurred, no proposal was made for their
 * skills, no note was written, and no run looked at them and found nothing to propose.
 */

export interface FixedFailure {
  readonly skills: readonly string[];
  readonly lastAt: number;
}

export interface FixDecisions {
  /** When proposals were made for skills, and notes written. */
  readonly made: readonly { readonly skill: string; readonly at: number }[];
  /** The last run that made proposals, and the skills that it had no room for. */
  readonly lastRun: { readonly at: number; readonly waiting: readonly string[] } | undefined;
  /** Whether proposals wait, which are decided before a run makes more. */
  readonly isReviewPending: boolean;
}

export function waitingFixes<Failure extends FixedFailure>(
  failures: readonly Failure[],
  { made, lastRun, isReviewPending }: FixDecisions,
): readonly Failure[] {
  const madeAt = new Map<string, number>();
  for (const { skill, at } of made) {
    const name = nameOf(skill);
    madeAt.set(name, Math.max(madeAt.get(name) ?? 0, at));
  }
  const waiting = new Set(isReviewPending ? [] : lastRun?.waiting.map(nameOf));
  const isDecided = (skill: string, lastAt: number) => {
    const name = nameOf(skill);
    if ((madeAt.get(name) ?? 0) >= lastAt) return true;
    return lastRun !== undefined && lastRun.at >= lastAt && !waiting.has(name);
  };
  return failures.filter(({ skills, lastAt }) => !skills.every((skill) => isDecided(skill, lastAt)));
}

/** Sessions often know a skill by its name alone. */
const nameOf = (skill: string) => skill.slice(skill.indexOf(':') + 1);
