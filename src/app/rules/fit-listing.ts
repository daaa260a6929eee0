/*
 * Which skills have to be quiet so that a listing fits: those that were used least. Nobody has to lose a skill that is
 * used for one that is not.
 */

import { compareText } from '../../text/utf8.js';

export interface ListedSkill {
  readonly id: string;
  /** By the counters of the agent whose listing it is. */
  readonly useCount: number;
  /** 0 for never. */
  readonly lastUsedAt: number;
  /** The characters that the listing needs less when the skill is quiet. */
  readonly saved: number;
}

export interface Fit {
  /** The least used first. */
  readonly ids: readonly string[];
  /** The characters that all of them save. */
  readonly saved: number;
}

/** As few as are needed to save the characters, or all that save any. */
export function leastUsedToSave(skills: readonly ListedSkill[], characters: number): Fit {
  const ids: string[] = [];
  let saved = 0;
  for (const skill of skills.filter((one) => one.saved > 0).toSorted(byUse)) {
    if (saved >= characters) break;
    ids.push(skill.id);
    saved += skill.saved;
  }
  return { ids, saved };
}

/** Of skills that were used alike, the longest first, so that fewer are needed. */
function byUse(a: ListedSkill, b: ListedSkill): number {
  return (
    a.useCount - b.useCount || a.lastUsedAt - b.lastUsedAt || b.saved - a.saved || compareText(a.id, b.id)
  );
}
