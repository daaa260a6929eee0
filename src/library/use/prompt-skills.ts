/*
 * The skills that may be in a prompt, with how they were used. Untrusted skills are left out, because an agent reads
 * the prompt before anyone has decided to use a skill.
 */

import type { ReadLibrary } from '../read/catalog.js';
import { offeredSkills } from '../read/plugins.js';
import type { PromptSkill } from '../rules/prompt.js';

export function promptSkills(library: ReadLibrary): readonly PromptSkill[] {
  const records = new Map(library.usage.all().map((record) => [record.id, record]));
  return offeredSkills(library)
    .filter(({ root }) => root.trusted)
    .map(({ id, name, root, description, category, pinned }) => {
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
    });
}
