/*
 * What Coppice itself offers, told in the same form as what the clients see.
 */

import type { Catalog } from '../rules/catalog.js';
import type { SkillEntry } from '../rules/entry.js';
import { explainHidden } from '../rules/filters.js';
import type { FoundRoot } from '../rules/found-skill.js';
import type { ClientView, UnseenSkill } from './client-view.js';

/** A skill that is listed as untrusted is not offered, so it counts as hidden here. */
export function coppiceView({ skills, hidden }: Catalog, roots: readonly FoundRoot[]): ClientView {
  const winners = new Map(skills.map((skill) => [skill.name, skill.path]));
  const trusted = skills.filter(({ root }) => root.trusted);
  return {
    name: 'Coppice',
    present: true,
    roots: roots.map(({ path, exists }) => ({ path, exists })),
    sees: trusted
      .map(({ name, path }) => ({ name, path, cut: false }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    hidden: [
      ...skills.filter(({ root }) => !root.trusted).map(untrusted),
      ...hidden.map(({ entry, reason }): UnseenSkill => {
        const { name, path } = entry;
        if (!entry.root.trusted) return untrusted(entry);
        const instead = reason === 'shadowed' ? (winners.get(name) ?? null) : null;
        return { name, path, reason, message: explainHidden(entry, reason).message, instead };
      }),
    ],
    listing: null,
  };
}

function untrusted({ name, path }: SkillEntry): UnseenSkill {
  return { name, path, reason: 'untrusted', message: 'the project is not trusted', instead: null };
}
