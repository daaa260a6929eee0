/*
 * What must be known of a skill to judge it, and its SKILL.md where that is a link: an agent is given what the link
 * leads to, so that is what the scanner must read.
 */

import { basename } from 'node:path';
import type { Files, Stat } from '../../system/files.js';
import type { ListedPackage } from '../folders/scanned-package.js';
import type { SkillEntry } from '../rules/entry.js';

export type JudgedSkill = Pick<SkillEntry, 'id' | 'name' | 'folder' | 'path'>;

/** Undefined where the SKILL.md is a plain file. */
export function linkedSkillStat(
  files: Pick<Files, 'stat'>,
  { path }: JudgedSkill,
  { files: listed }: ListedPackage,
): Stat | undefined {
  const own = listed.find((file) => file.path === basename(path));
  return own?.kind === 'link' ? files.stat(path) : undefined;
}
