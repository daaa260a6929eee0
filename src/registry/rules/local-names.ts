/*
 * What the skills of a machine are called in the catalog. The first of a name has the name; another that would be called
 * the same is told apart by the root it is in.
 */

import semver from 'semver';
import { versionSchema } from '../api/names.js';
import { isReservedSlug } from './slugs.js';

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

/*
 * The version under which something is imported: the one it declares, if it is one and higher than all that were ever
 * published, else the next. What declares none begins before 1.0.0, as nobody has promised anything about it.
 */

const first = '0.1.0';

/** `burnt` are the numbers that are taken, those of purged versions too. */
export function importVersion(declared: string | undefined, burnt: readonly string[]): string {
  const wanted = declared !== undefined && isVersion(declared) ? declared : first;
  const [highest] = burnt.toSorted(semver.rcompare);
  if (highest === undefined || semver.gt(wanted, highest)) return wanted;
  return new semver.SemVer(highest).inc('patch').version;
}

/** Some that look like one have numbers that are too large. */
function isVersion(text: string): boolean {
  return versionSchema.safeParse(text).success && semver.valid(text) !== null;
}
