/*
 * Which skills are likeliest to be needed: those that were asked for, then those that are pinned, then those that are
 * used most. The others follow as in a listing, by category and name.
 */

import { comparePlaces } from '../read/entry.js';

export interface PromptSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string | undefined;
  readonly pinned: boolean;
  readonly useCount: number;
  readonly lastUsedAt: number;
}

export interface OrderedSkill extends PromptSkill {
  /** The category, of those that are where they are because of it. */
  readonly group: string | undefined;
}

export function promptOrder(
  skills: readonly PromptSkill[],
  askedFor: readonly string[],
): readonly OrderedSkill[] {
  const places = new Map(askedFor.map((id, place) => [id, place]));
  const placeOf = ({ id }: PromptSkill) => places.get(id) ?? askedFor.length;
  const isOther = (skill: PromptSkill) => !places.has(skill.id) && !skill.pinned && skill.useCount === 0;
  return skills
    .map((skill) => ({ ...skill, group: isOther(skill) ? skill.category : undefined }))
    .sort(
      (a, b) =>
        placeOf(a) - placeOf(b) ||
        Number(b.pinned) - Number(a.pinned) ||
        b.useCount - a.useCount ||
        b.lastUsedAt - a.lastUsedAt ||
        comparePlaces(a, b),
    );
}
