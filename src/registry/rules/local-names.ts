/*
 * The slugs and versions under which the skills of a machine are imported into the catalog. The first skill of a name
 * gets that name; others of the same name get the label of their root as a suffix.
 */

import semver from 'semver';
import { versionSchema } from '../api/names.js';
import { versionAfter } from '../api/next-version.js';
import { isReservedSlug } from './slugs.js';

interface NamedSkill {
  readonly id: string;
  readonly name: string;
  readonly root: string;
  readonly folder: string;
}

/** Slugs by id. A skill whose name and folder have no letter that a slug may have is left out. */
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

/**
 * The version under which a skill is imported: the one that it declares, if that is valid and higher than all of `used`,
 * else the next one. A skill that declares none starts at 0.1.0. `used` includes the versions that were purged.
 */
export function importVersion(declared: string | undefined, used: readonly string[]): string {
  const wanted = declared !== undefined && isVersion(declared) ? declared : firstVersion;
  const [highest] = used.toSorted(semver.rcompare);
  if (highest === undefined || semver.gt(wanted, highest)) return wanted;
  return versionAfter(highest, 'patch');
}

const firstVersion = '0.1.0';

const maxLength = 64;

function freeSlug(plain: string, root: string, isFree: (slug: string) => boolean): string {
  const names = [plain, withSuffix(plain, root)];
  const free = names.find(isFree);
  if (free !== undefined) return free;
  for (let number = 2; ; number += 1) {
    const slug = withSuffix(plain, `${root}-${number}`);
    if (isFree(slug)) return slug;
  }
}

function withSuffix(plain: string, suffix: string): string {
  return `${plain.slice(0, maxLength - 1 - suffix.length)}-${suffix}`;
}

function slugText(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '');
}

/** The schema accepts numbers that are too large for semver. */
function isVersion(text: string): boolean {
  return versionSchema.safeParse(text).success && semver.valid(text) !== null;
}
