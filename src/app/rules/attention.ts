/*
 * What matters now, on one screen: at most five lines, the worst first, each with the command that settles it. A skill
 * that is hostile is not also reported as broken or unused.
 */

import { counted, grouped, listUpTo } from '../../text/plural.js';
import { utcDay } from '../../text/time.js';

/** The worst first. */
export const attentionKinds = [
  'hostile',
  'unreadable',
  'unloadable',
  'unfinished',
  'project',
  'fixes',
  'copies',
  'over-budget',
  'retire',
  'unused',
  'overlap',
  'proposals',
  'updates',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

export interface Attention {
  readonly kind: AttentionKind;
  /** A sentence without its full stop. */
  readonly message: string;
  /** Settles it. */
  readonly command: string;
  readonly count: number;
  /** The ids of the skills concerned. */
  readonly skills: readonly string[];
}

export interface AttentionFacts {
  /** Blocked by the scanner, and not accepted by anybody. */
  readonly hostile: readonly FlaggedSkill[];
  /** Why folders and files of skills cannot be read, one sentence each. */
  readonly unreadable: readonly string[];
  readonly unloadable: readonly UnloadableSkill[];
  /** Changes that did not complete. */
  readonly unfinished: number;
  /** What is to be said about the project of the working folder, if it is not installed. */
  readonly project: string | null;
  /** Failures whose fix is known, with the skills in which they occur. */
  readonly fixes: readonly { readonly skills: readonly string[] }[];
  /** Of each package that is there more than once, the copies besides the one that is kept. */
  readonly copies: readonly string[];
  readonly overBudget: readonly FullListing[];
  /** How many skills a run of the curator would retire now. */
  readonly toRetire: number;
  /** Skills that nobody used for this many days, and that can be made quiet or archived. */
  readonly unused: { readonly days: number; readonly skills: readonly string[] };
  /** Skills with the same triggers as another one that is no copy. */
  readonly overlap: readonly string[];
  readonly proposals: number;
  /** How many items of the project have a newer version, and when that was found. */
  readonly updates: { readonly count: number; readonly at: number };
}

export interface FlaggedSkill {
  readonly id: string;
  /** Whether it may be archived here; what an agent or a plugin brings may not. */
  readonly archivable: boolean;
}

export interface UnloadableSkill {
  readonly id: string;
  /** Whether `doctor --fix` settles it. */
  readonly fixable: boolean;
}

export interface FullListing {
  readonly agent: string;
  readonly characters: number;
  readonly limit: number;
  /** Whether `coppice tidy --fit` can make it shorter. */
  readonly canFit: boolean;
}

const maxLines = 5;

export function attentionOf(facts: AttentionFacts): readonly Attention[] {
  const lines = [
    hostileLine(facts.hostile),
    line(
      'unreadable',
      facts.unreadable.length,
      'coppice doctor',
      [],
      (count) =>
        `${counted(count, 'file or folder', 'files or folders')} cannot be read, so nothing is retired: ${facts.unreadable[0]}`,
    ),
    unloadableLine(facts.unloadable),
    line(
      'unfinished',
      facts.unfinished,
      'coppice doctor --fix',
      [],
      (count) => `${counted(count, 'change')} of a skill did not complete`,
    ),
    facts.project === null ? undefined : line('project', 1, 'coppice ensure', [], () => facts.project ?? ''),
    fixesLine(facts.fixes),
    line(
      'copies',
      facts.copies.length,
      'coppice dedupe',
      facts.copies,
      (count, names) =>
        `${counted(count, 'skill is an exact copy', 'skills are exact copies')} of another (${names})`,
    ),
    budgetLine(facts),
    line(
      'retire',
      facts.toRetire,
      'coppice curate --now',
      [],
      (count) => `${counted(count, 'skill')} made by agents ${count === 1 ? 'is' : 'are'} due to be retired`,
    ),
    line(
      'unused',
      facts.unused.skills.length,
      'coppice tidy',
      facts.unused.skills,
      (count, names) =>
        `${counted(count, 'skill was', 'skills were')} not used in ${counted(facts.unused.days, 'day')} (${names})`,
    ),
    line(
      'overlap',
      facts.overlap.length,
      'coppice overlap',
      facts.overlap,
      (count, names) =>
        `${counted(count, 'skill has', 'skills have')} the same triggers as another, so agents choose by chance (${names})`,
    ),
    line(
      'proposals',
      facts.proposals,
      'coppice evolve review accept --all',
      [],
      (count) => `${counted(count, 'proposal waits', 'proposals wait')} for your decision`,
    ),
    line(
      'updates',
      facts.updates.count,
      'coppice update',
      [],
      (count) =>
        `${counted(count, 'item')} of this project ${count === 1 ? 'has' : 'have'} a newer version (asked on ${utcDay(facts.updates.at)})`,
    ),
  ];
  return lines.flatMap((found) => found ?? []).slice(0, maxLines);
}

function line(
  kind: AttentionKind,
  count: number,
  command: string,
  skills: readonly string[],
  message: (count: number, names: string) => string,
): Attention | undefined {
  if (count === 0) return undefined;
  return { kind, message: message(count, listUpTo(3, skills)), command, count, skills };
}

function hostileLine(hostile: readonly FlaggedSkill[]): Attention | undefined {
  const ids = hostile.map(({ id }) => id);
  const command = hostile.some(({ archivable }) => archivable)
    ? 'coppice archive --blocked'
    : `coppice scan ${ids[0]}`;
  return line(
    'hostile',
    ids.length,
    command,
    ids,
    (count, names) => `${counted(count, 'skill is', 'skills are')} blocked by the scanner (${names})`,
  );
}

function unloadableLine(unloadable: readonly UnloadableSkill[]): Attention | undefined {
  const ids = unloadable.map(({ id }) => id);
  const command = unloadable.some(({ fixable }) => fixable)
    ? 'coppice doctor --fix'
    : 'coppice archive --unloadable';
  return line(
    'unloadable',
    ids.length,
    command,
    ids,
    (count, names) => `${counted(count, 'skill')} cannot be loaded (${names})`,
  );
}

function fixesLine(fixes: AttentionFacts['fixes']): Attention | undefined {
  const skills = [...new Set(fixes.flatMap((fix) => fix.skills))];
  return line(
    'fixes',
    fixes.length,
    'coppice evolve run --propose',
    skills,
    (count, names) =>
      `${counted(count, 'recurring failure has a known fix', 'recurring failures have a known fix')} (${names})`,
  );
}

/** The one that lacks the most room, of those that can be made to fit if there are any. */
function budgetLine({ overBudget }: AttentionFacts): Attention | undefined {
  const [worst] = overBudget.toSorted(
    (a, b) => Number(b.canFit) - Number(a.canFit) || b.characters / b.limit - a.characters / a.limit,
  );
  if (worst === undefined) return undefined;
  const command = worst.canFit ? 'coppice tidy --fit' : 'coppice cost';
  const { agent, characters, limit } = worst;
  return line(
    'over-budget',
    overBudget.length,
    command,
    [],
    () =>
      `the listing of ${agent} needs ${grouped(characters)} of ${grouped(limit)} characters, so descriptions are cut`,
  );
}
