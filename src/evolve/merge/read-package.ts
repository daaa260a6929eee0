/*
 * Reads all files of a package for a merge. What cannot be carried over as it is, such as a link, is refused: a merge
 * that leaves something behind is none.
 */

import { readPackageFile } from '../../library/folders/package-files.js';
import { listScannedPackage } from '../../library/folders/scanned-package.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { isJunkFile, isSkillFile } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import type { MergedFile, SourcePackage } from '../rules/merge/package.js';

export function readSource(files: Files, entry: SkillEntry): SourcePackage {
  const { id, name, folder, path } = entry;
  const skill = files.read(path);
  if (skill === undefined) throw new CoppiceError('not-found', `there is no ${path}`, { hint: 'try again' });
  const listed = listScannedPackage(files, folder).files.filter((file) => !isJunkFile(file.path));
  if (listed.length > maxFiles) throw tooLarge(id, `more than ${maxFiles} files`);
  const found = new Map<string, MergedFile>();
  let left = maxBytes;
  for (const { path: inside, kind, stat } of listed) {
    if (kind !== 'file') {
      throw new CoppiceError('path-unsafe', `${id} contains ${inside}, which is not a plain file`, {
        hint: 'replace the link by the file itself, or remove it',
      });
    }
    if (isSkillFile(inside)) continue;
    if (inside.split('/').some(isSkillFile)) {
      throw new CoppiceError('holds-skills', `${id} contains another skill: ${inside}`, {
        hint: 'move that skill out first',
      });
    }
    const file = readPackageFile(files, folder, inside, left + 1);
    if (file === undefined)
      throw new CoppiceError('changed-on-disk', `${inside} of ${id} was removed`, { hint: 'try again' });
    left -= file.sizeBytes;
    if (left < 0) throw tooLarge(id, `more than ${maxBytes / 1024 / 1024} MB`);
    found.set(inside, { bytes: file.bytes, mode: (stat?.mode ?? 0o644) & 0o777 });
  }
  return { id, name, skill: parseSkill(skill.bytes, { folder: name }), files: found };
}

/** All of it goes to the ledger too, so that the merge can be undone. */
const maxFiles = 1_000;
const maxBytes = 25 * 1024 * 1024;

function tooLarge(id: string, what: string): CoppiceError {
  return new CoppiceError('too-large', `${id} has ${what}, which is too much for a merge`, {
    hint: 'move large files out of the skill first',
  });
}
