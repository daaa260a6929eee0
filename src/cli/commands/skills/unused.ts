/*
 * What `coppice usage --unused` and `coppice list --unused` show: the skills that nobody uses, what they cost, and why
 * they are still there.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { planTidy } from '../../../curator/rules/tidy.js';
import { keptReasons, type Unused, type UnusedSkill, unusedSentence } from '../../../curator/rules/unused.js';
import { unusedSkills } from '../../../curator/unused.js';
import type { Listing } from '../../../library/read/list.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { utcDay } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';

/** Undefined unless given; meaningful only together with `--unused`. */
export function daysIn(input: UnusedInput): number | undefined {
  const days = wholeNumber(input, 'days', 1);
  if (days === undefined || input.isOn('unused')) return days;
  throw new CoppiceError('usage', '--days needs --unused', { hint: 'add --unused' });
}

interface UnusedInput {
  isOn(flag: 'unused'): boolean;
  text(flag: 'days'): string | undefined;
}

/** `coppice list --unused`: the skills of the page with what is known of their disuse, in the order of the listing. */
export function unusedListing(
  context: Context,
  input: UnusedInput,
  list: (only: ReadonlySet<string>) => Listing,
): Report {
  const unused = unusedSkills(libraryOptions(context), daysIn(input));
  const known = new Map(unused.skills.map((skill) => [skill.id, skill]));
  const listing = list(new Set(known.keys()));
  const shown = listing.skills.flatMap(({ id }) => known.get(id) ?? []);
  const { days, tokens } = unused;
  const skills = listing.skills.map((skill) => ({ ...known.get(skill.id), ...skill }));
  return {
    document: { ...listing, days, tokens, skills },
    text: () => unusedText(context, shown),
    notes:
      unusedNotes(unused, context.clock.now()) +
      (listing.nextCursor === null ? '' : `next page: --cursor ${listing.nextCursor}\n`),
  };
}

export function unusedText({ terminal }: Context, skills: readonly UnusedSkill[]): string {
  return rowsText(
    terminal,
    ['LAST', 'FIRST SEEN', 'TOKENS', 'WHY IT STAYS', 'SKILL'],
    skills.map(({ id, lastActivityAt, firstSeenAt, tokens, kept }) => [
      lastActivityAt === null ? 'never' : utcDay(lastActivityAt),
      utcDay(firstSeenAt),
      String(tokens),
      keptReasons[kept],
      id,
    ]),
  );
}

export function unusedNotes(unused: Unused, now: number): string {
  if (unused.total === 0) return 'there are no skills yet\n';
  const sentence = unusedSentence(unused);
  const { archive, quiet, left } = planTidy(unused, now);
  const them = unused.skills.length === 1 ? 'it' : 'them';
  const isTooEarly = archive.length + quiet.length === 0 && left.some(({ reason }) => reason === 'new');
  const next = isTooEarly
    ? ` Coppice first saw ${them} less than ${counted(unused.days, 'day')} ago; after that, coppice tidy suggests what to do.`
    : unused.skills.length > 0
      ? ` Make ${them} quiet or archive ${them}: coppice tidy`
      : '';
  const lines = [
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${next}`,
    ...(unused.skills.some(({ kept }) => kept === 'author-unknown')
      ? ['The curator retires only skills that an agent made; declare them with: coppice adopt NAME...']
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
