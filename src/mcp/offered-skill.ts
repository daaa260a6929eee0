/*
 * The skills that are offered as resources, and what is in them. A host takes a resource for instructions, so a project
 * that is not trusted has none of its skills among them; neither are there skills of a name or a size that the
 * extension does not allow. The tools have them all the same. What the scanner blocks is in neither.
 */

import { dirname } from 'node:path';
import { SKILL_LIMITS } from '@modelcontextprotocol/server/ext/skills';
import { listPackageFiles, readPackageFile } from '../library/folders/package-files.js';
import type { ListedSkill } from '../library/read/list.js';
import { findSkill } from '../library/read/resolve.js';
import { blockedError, isWithheld } from '../library/rules/verdict.js';
import type { SkillLibrary } from '../library/skill-library.js';
import { verdictOf } from '../library/verdicts/verdicts.js';
import { isResourceName } from '../skill/resources.js';
import { CoppiceError, unlessRefused } from '../text/errors.js';
import { locationOf } from './rules/skill-uri.js';

export type OfferedSkill = Pick<ListedSkill, 'id' | 'name' | 'path'>;

export function isOffered({ name, trusted }: Pick<ListedSkill, 'name' | 'trusted'>): boolean {
  return trusted && isResourceName(name);
}

export interface LocatedSkill {
  readonly skill: OfferedSkill;
  /** Empty for the skill's own folder. */
  readonly path: string;
  /** The name in the address, if the skill of that name was merged into this one. */
  readonly formerName?: string;
}

/** What an address means; undefined where nothing of that address is offered. */
export function locate({ reading }: SkillLibrary, uri: string): LocatedSkill | undefined {
  const location = locationOf(uri);
  if (location === undefined) return undefined;
  const id = `${location.label}:${location.name}`;
  try {
    const { entry, absorbed } = findSkill(reading, id);
    // The label of a plugin's skill is that of the plugin.
    const ids = [id, `${location.label}/${location.name}`, ...(absorbed?.id === id ? [entry.id] : [])];
    const isSelected = ids.includes(entry.id) && isOffered({ name: entry.name, trusted: entry.root.trusted });
    if (!isSelected) return undefined;
    refuseWithheld(reading, entry);
    return absorbed === undefined
      ? { skill: entry, path: location.path }
      : { skill: entry, path: pathAfterMerge(absorbed.name, location.path), formerName: absorbed.name };
  } catch (error) {
    if (!(error instanceof CoppiceError) || !absence.has(error.code)) throw error;
    return undefined;
  }
}

/** A merge keeps the files of each source in a folder of its own; its SKILL.md became a section of the new one. */
function pathAfterMerge(formerName: string, path: string): string {
  if (path === 'SKILL.md') return path;
  return path === '' ? `references/${formerName}` : `references/${formerName}/${path}`;
}

/** Throws where the scanner blocks the skill, or these files of it. */
function refuseWithheld(
  reading: SkillLibrary['reading'],
  { id, name, path }: OfferedSkill,
  files?: ReadonlyMap<string, Uint8Array>,
): void {
  const verdict = verdictOf(reading, { id, name, path, folder: dirname(path) }, files);
  if (isWithheld(verdict)) throw blockedError(id, verdict);
}

const absence: ReadonlySet<string> = new Set(['skill-not-found', 'skill-hidden']);

/** By path, all files of it; undefined where they are more than hosts must take. */
export function contentsOf(
  { reading: { files } }: SkillLibrary,
  skill: OfferedSkill,
): Readonly<Record<string, Uint8Array>> | undefined {
  const folder = dirname(skill.path);
  const paths = ['SKILL.md', ...Object.values(listPackageFiles(files, folder)).flat()];
  if (paths.length > SKILL_LIMITS.files) return undefined;
  const contents: [string, Uint8Array][] = [];
  let left: number = SKILL_LIMITS.bytes;
  for (const path of paths) {
    const file = unlessRefused(() => readPackageFile(files, folder, path, left));
    // Gone since it was listed, or not to be read by anybody.
    if (file === undefined) continue;
    left -= file.sizeBytes;
    if (left < 0) return undefined;
    contents.push([path, file.bytes]);
  }
  return Object.fromEntries(contents);
}

/** Undefined where there is no such file, it leads out of the skill, or it is larger than hosts must take. */
export function bytesAt({ reading }: SkillLibrary, { skill, path }: LocatedSkill): Uint8Array | undefined {
  const file = unlessRefused(() =>
    readPackageFile(reading.files, dirname(skill.path), path, SKILL_LIMITS.bytes),
  );
  if (file === undefined || file.bytes.length < file.sizeBytes) return undefined;
  refuseWithheld(reading, skill, new Map([[path, file.bytes]]));
  return file.bytes;
}
