/*
 * Which skills others need. A reference is a name, an id, a folder's name or a slug, and may match several skills: then
 * all of them are kept.
 */

import { slugOf } from '../../library/rules/commands.js';

export interface NamedSkill {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly requires: readonly string[];
}

/** The ids that match these references. */
export type Lookup = (references: readonly string[]) => ReadonlySet<string>;

export function referenceLookup(skills: readonly NamedSkill[]): Lookup {
  const meanings = new Map<string, Set<string>>();
  for (const { id, name, folder } of skills) {
    for (const key of [id, name, folder.slice(folder.lastIndexOf('/') + 1), slugOf(name)]) {
      const ids = meanings.get(key);
      if (ids === undefined) meanings.set(key, new Set([id]));
      else ids.add(id);
    }
  }
  return (references) => {
    const keys = references.flatMap((reference) => [reference, slugOf(reference)]);
    return new Set(keys.flatMap((key) => [...(meanings.get(key) ?? [])]));
  };
}

/** The skills that active skills and bundles need. */
export function requiredIds(
  skills: readonly NamedSkill[],
  bundles: readonly { readonly skills: readonly string[] }[],
  isActive: (id: string) => boolean,
  lookup: Lookup,
): ReadonlySet<string> {
  const active = skills.filter(({ id, requires }) => requires.length > 0 && isActive(id));
  return lookup([
    ...active.flatMap(({ requires }) => requires),
    ...bundles.flatMap((bundle) => bundle.skills),
  ]);
}
