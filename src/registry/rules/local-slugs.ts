/*
 * What the skills of a machine are called in the catalog. The first of a name has the name; another that would be called
 * the same is told apart by the root it is in.
 */

import { isReservedSlug } from './reserved-slugs.js';

interface NamedSkill {
  readonly id: string;
  readonly name: string;
  readonly root: string;
  readonly folder: string;
}

/** By id. A skill of which neither the name nor the folder has anything that a slug may have is left out. */
export function localSlugs(skills: readonly NamedSkill[]): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, name, root, folder } of skills) {
    const plain = slugText(name) || slugText(folder.slice(folder.lastIndexOf('/') + 1));
    if (plain === '') continue;
    const slug = freeSlug(plain, slugText(root), (one) => !taken.has(one) && !isReservedSlug(one));
    taken.add(slug);
    slugs.set(id, slug);
  }
  return slugs;
}

const maxLength = 64;

function freeSlug(plain: string, root: string, isFree: (slug: string) => boolean): string {
  const names = [plain, withEnd(plain, root)];
  const free = names.find(isFree);
  if (free !== undefined) return free;
  for (let number = 2; ; number += 1) {
    const slug = withEnd(plain, `${root}-${number}`);
    if (isFree(slug)) return slug;
  }
}

function withEnd(plain: string, end: string): string {
  return `${plain.slice(0, maxLength - 1 - end.length)}-${end}`;
}

function slugText(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '');
}
