/*
 * The skills that may be in a prompt, with how they were used. Untrusted skills are left out, because an agent reads
 * the prompt before anyone has decided to use a skill; so are those that the scanner blocks.
 */

import type { ReadLibrary } from '../read/catalog.js';
import type { OfferRule, WithheldSkill } from '../read/offer-to-agent.js';
import { offeredSkills } from '../read/plugins.js';
import type { PromptSkill } from '../rules/prompt.js';

interface PromptSkills {
  readonly skills: readonly PromptSkill[];
  readonly withheld: readonly WithheldSkill[];
}

export function promptSkills(library: ReadLibrary, offer: OfferRule): PromptSkills {
  const records = new Map(library.usage.all().map((record) => [record.id, record]));
  const { skills, withheld } = offer(offeredSkills(library).filter(({ root }) => root.trusted));
  return {
    withheld,
    skills: skills.map(({ id, name, root, description, category, pinned }) => {
      const record = records.get(id);
      return {
        id,
        // A skill of a plugin is found only by its full name.
        name: root.kind === 'plugin' ? id : name,
        description,
        category,
        pinned: pinned || record?.pinned === true,
        useCount: record?.useCount ?? 0,
        lastUsedAt: record?.lastUsedAt ?? 0,
      };
    }),
  };
}
