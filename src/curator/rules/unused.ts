/*
 * Which skills nobody uses, since when they are known, what they cost in a listing, and why they are still there. A skill
 * counts as unused when it was never used, opened or edited, or not in the last days.
 */

import { counted, grouped } from '../../text/plural.js';
import { dayMs } from '../../text/time.js';
import type { Provenance, SkillState } from '../../usage/rules/record.js';

export interface UnusedSkill {
  readonly id: string;
  readonly name: string;
  /** The SKILL.md. */
  readonly path: string;
  readonly provenance: Provenance;
  readonly state: SkillState;
  /** Null for never. */
  readonly lastUsedAt: number | null;
  /** The last time it was used, opened or edited; null for never. */
  readonly lastActivityAt: number | null;
  /** When Coppice first met it. */
  readonly firstSeenAt: number;
  /** What its name and description take in a listing, at four characters a token. */
  readonly tokens: number;
  readonly kept: KeptReason;
}

/** The unused skills, those that were never used first. */
export interface Unused {
  readonly days: number;
  /** The number of skills, used ones included. */
  readonly total: number;
  /** The tokens of the unused skills together. */
  readonly tokens: number;
  readonly skills: readonly UnusedSkill[];
}

/** Why a skill stays, in the order in which they are checked, with the words for it. */
export const keptReasons = {
  pinned: 'pinned',
  required: 'required by another skill',
  referenced: 'referenced by automation',
  unreadable: 'its state cannot be read',
  bundled: 'bundled with an agent',
  hub: 'installed from a hub',
  plugin: 'part of a plugin',
  project: 'belongs to a project',
  external: 'in a folder of its own',
  registry: 'installed from a registry',
  user: 'made by you',
  'author-unknown': 'not marked as agent-made',
  immovable: 'in a folder that cannot be moved',
  'never-used': 'never used, so it has no age',
  'not-due': 'not idle long enough',
  due: 'due: the next run of the curator retires it',
} as const;
export type KeptReason = keyof typeof keptReasons;

/** What is known about one skill. */
export interface KnownSkill extends Omit<UnusedSkill, 'kept' | 'lastUsedAt' | 'lastActivityAt'> {
  /** 0 for never, as in a usage record. */
  readonly lastUsedAt: number;
  readonly lastActivityAt: number;
  readonly pinned: boolean;
  readonly required: boolean;
  readonly referenced: boolean;
  readonly unreadable: boolean;
  readonly immovable: boolean;
  /** Whether the policy covers the skill's provenance. */
  readonly curated: boolean;
  /** Whether a run would move it now. */
  readonly due: boolean;
}

export function unusedAmong(skills: readonly KnownSkill[], days: number, now: number): Unused {
  const unused = skills
    .filter(({ lastActivityAt }) => lastActivityAt === 0 || lastActivityAt <= now - days * dayMs)
    .map(
      (skill): UnusedSkill => ({
        id: skill.id,
        name: skill.name,
        path: skill.path,
        provenance: skill.provenance,
        state: skill.state,
        lastUsedAt: skill.lastUsedAt || null,
        lastActivityAt: skill.lastActivityAt || null,
        firstSeenAt: skill.firstSeenAt,
        tokens: skill.tokens,
        kept: keptBecause(skill),
      }),
    )
    .sort(byNeed);
  const tokens = unused.reduce((sum, skill) => sum + skill.tokens, 0);
  return { days, total: skills.length, tokens, skills: unused };
}

function keptBecause(skill: KnownSkill): KeptReason {
  if (skill.pinned) return 'pinned';
  if (skill.required) return 'required';
  if (skill.referenced) return 'referenced';
  if (skill.unreadable) return 'unreadable';
  if (!skill.curated) return keptProvenance(skill.provenance);
  if (skill.immovable) return 'immovable';
  if (skill.due) return 'due';
  return skill.lastActivityAt === 0 ? 'never-used' : 'not-due';
}

/** Agent-made skills too, where the configuration leaves them out. */
function keptProvenance(provenance: Provenance): KeptReason {
  return provenance === 'agent' || provenance === 'unknown' ? 'author-unknown' : provenance;
}

/** Never used, then longest ago; of those the most expensive first. */
function byNeed(a: UnusedSkill, b: UnusedSkill): number {
  const byTime = (a.lastActivityAt ?? 0) - (b.lastActivityAt ?? 0);
  return byTime || b.tokens - a.tokens || (a.id < b.id ? -1 : 1);
}

/** `146 of 167 skills were not used in 30 days; they cost about 7,900 tokens in every prompt`. */
export function unusedSentence({ skills, total, days, tokens }: Unused): string {
  if (skills.length === 0) return `every skill was used in the last ${counted(days, 'day')}`;
  const were = skills.length === 1 ? 'was' : 'were';
  const cost = skills.length === 1 ? 'it costs' : 'they cost';
  return (
    `${skills.length} of ${counted(total, 'skill')} ${were} not used in ${counted(days, 'day')}; ` +
    `${cost} about ${grouped(tokens)} tokens in every prompt`
  );
}
