/*
 * The marks of a listing: the skills at warn and block that were known before, as far as no stat of their files has
 * changed. It scans nothing, and does not even load the rules of the scanner.
 */

import { unlessRefused } from '../../text/errors.js';
import { listScannedPackage } from '../folders/scanned-package.js';
import type { SkillVerdict } from '../rules/verdict.js';
import { acceptedDigests } from './acceptances.js';
import { type JudgedSkill, linkedSkillStat } from './judged-skill.js';
import { packageStamp } from './package-identity.js';
import { type CacheLocation, readFlagged } from './verdict-cache.js';

export function flaggedVerdicts(
  library: CacheLocation,
  skills: readonly JudgedSkill[],
): ReadonlyMap<string, SkillVerdict> {
  const flagged = readFlagged(library);
  const found = new Map<string, SkillVerdict>();
  if (flagged.size === 0) return found;
  const accepted = acceptedDigests(library);
  for (const skill of skills) {
    const cached = flagged.get(skill.folder);
    if (cached === undefined || !isUnchanged(library, skill, cached.stamp)) continue;
    const { verdict, digest, findings } = cached;
    found.set(skill.id, { verdict, digest, findings, accepted: accepted.get(digest) ?? null });
  }
  return found;
}

function isUnchanged({ files }: CacheLocation, skill: JudgedSkill, stamp: string): boolean {
  const current = unlessRefused(() => {
    const listed = listScannedPackage(files, skill.folder);
    return packageStamp(listed, linkedSkillStat(files, skill, listed), 0);
  });
  return current?.text === stamp;
}
