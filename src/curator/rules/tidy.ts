/*
 * What to do about skills that nobody uses, as a suggestion to a person: archive what the curator may move, make the others
 * quiet for the agents that list them, and leave alone what somebody needs, what belongs to others, and what is new.
 */

import { counted } from '../../text/plural.js';
import { dayMs } from '../../text/time.js';
import { type KeptReason, keptReasons, type Unused, type UnusedSkill } from './unused.js';

export interface TidyPlan {
  readonly archive: readonly UnusedSkill[];
  readonly quiet: readonly UnusedSkill[];
  readonly left: readonly LeftSkill[];
}

export interface LeftSkill {
  readonly id: string;
  readonly reason: string;
  /** A phrase without a full stop. */
  readonly message: string;
}

export function planTidy({ skills, days }: Unused, now: number): TidyPlan {
  const archive: UnusedSkill[] = [];
  const quiet: UnusedSkill[] = [];
  const left: LeftSkill[] = [];
  for (const skill of skills) {
    const { id, kept, firstSeenAt, lastActivityAt } = skill;
    const act = acts[kept];
    const isNew = lastActivityAt === null && firstSeenAt > now - days * dayMs;
    if (act === 'leave') left.push({ id, reason: kept, message: keptReasons[kept] });
    else if (isNew)
      left.push({ id, reason: 'new', message: `first seen less than ${counted(days, 'day')} ago` });
    else (act === 'archive' ? archive : quiet).push(skill);
  }
  return { archive, quiet, left };
}

/** By what keeps the skill where it is. Only what the curator may move at all is archived. */
const acts: Readonly<Record<KeptReason, 'archive' | 'quiet' | 'leave'>> = {
  pinned: 'leave',
  required: 'leave',
  referenced: 'leave',
  unreadable: 'leave',
  plugin: 'leave',
  project: 'leave',
  bundled: 'quiet',
  hub: 'quiet',
  external: 'quiet',
  registry: 'quiet',
  user: 'quiet',
  'author-unknown': 'quiet',
  immovable: 'quiet',
  'never-used': 'archive',
  'not-due': 'archive',
  due: 'archive',
};

/** Whether somebody needs it, or it belongs to others. */
export function isLeftAlone({ kept }: Pick<UnusedSkill, 'kept'>): boolean {
  return acts[kept] === 'leave';
}

/** How often each reason occurs, the most frequent first. */
export function leftCounts(
  left: readonly LeftSkill[],
): readonly { readonly why: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { message } of left) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([why, count]) => ({ why, count }));
}

/** `5 (pinned), 3 (part of a plugin)`, the most frequent first. */
export function leftText(left: readonly LeftSkill[]): string {
  return leftCounts(left)
    .map(({ why, count }) => `${count} (${why})`)
    .join(', ');
}

/**
 * The chosen ones of a numbered list: `y` or `all` for all, `1 3-5` or `1,3,4` for some, anything else for none. Undefined
 * for numbers that are not in the list.
 */
export function chosenNumbers(answer: string, count: number): readonly number[] | undefined {
  const text = answer.trim().toLowerCase();
  const all = Array.from({ length: count }, (_, at) => at + 1);
  if (text === 'y' || text === 'yes' || text === 'all') return all;
  if (!/^[\d\s,-]+$/.test(text) || text === '') return [];
  const ranges = text.split(/[\s,]+/).filter((range) => range !== '');
  const chosen = new Set<number>();
  for (const range of ranges) {
    const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(range) ?? [];
    if (from === '' || Number(from) < 1 || Number(to) > count || Number(from) > Number(to)) return undefined;
    for (const number of all.slice(Number(from) - 1, Number(to))) chosen.add(number);
  }
  return [...chosen].sort((a, b) => a - b);
}
