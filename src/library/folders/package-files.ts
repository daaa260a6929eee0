/*
 * Lists and reads the files of a package besides its SKILL.md. Nothing is read through a link that leads out of the
 * package, not even through one that appears while the package is being read.
 */

import { isJunkFile, isSkillFile } from '../../skill/package-names.js';
import type { Files, OpenFolder } from '../../system/files.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { prunedFolders, supportFolders } from '../rules/package-path.js';

/** Paths relative to the package, in code-unit order; `other` are those in none of the support folders. */
export type PackageFiles = Readonly<Record<(typeof supportFolders)[number] | 'other', readonly string[]>>;

type PackageReading = Pick<Files, 'list' | 'stat' | 'realPath'>;

/** Other skills inside the package's folder are not part of it, and neither are junk files. */
export function listPackageFiles(files: PackageReading, folder: string): PackageFiles {
  const found: string[] = [];
  const pending = [''];
  for (let at = pending.pop(); at !== undefined && found.length < maxFiles; at = pending.pop()) {
    const prefix = at === '' ? '' : `${at}/`;
    const entries = unlessRefused(() => files.list(`${folder}/${at}`)) ?? [];
    const isOtherSkill = at !== '' && !isSupportPath(at) && entries.some(({ name }) => isSkillFile(name));
    if (isOtherSkill) continue;
    for (const { name, kind } of entries) {
      const path = prefix + name;
      if (isSkillFile(path) || isJunkFile(path) || prunedFolders.has(name)) continue;
      if (kind === 'folder' && path.split('/').length <= maxDepth) pending.push(path);
      else if (kind === 'file' || (kind === 'link' && isFileInside(files, folder, path))) found.push(path);
    }
  }
  const paths = found.sort().slice(0, maxFiles);
  const below = (name: string) => paths.filter((path) => path.startsWith(`${name}/`));
  return {
    references: below('references'),
    templates: below('templates'),
    scripts: below('scripts'),
    assets: below('assets'),
    other: paths.filter((path) => !isSupportPath(path)),
  };
}

/** Nobody reads a longer list; files beyond the limit can still be opened by name. */
const maxFiles = 2000;
const maxDepth = 8;

function isSupportPath(path: string): boolean {
  return supportFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Whether a link leads to a file of the same package; opening any other link is refused. */
function isFileInside(files: PackageReading, folder: string, path: string): boolean {
  return (
    unlessRefused(() => {
      const target = files.realPath(`${folder}/${path}`);
      const isInside = target?.startsWith(`${files.realPath(folder)}/`);
      return isInside && files.stat(`${folder}/${path}`)?.kind === 'file';
    }) ?? false
  );
}

export interface PackageFile {
  /** All bytes of the file, or the first `maxBytes`. */
  readonly bytes: Uint8Array;
  readonly sizeBytes: number;
}

/**
 * Reads a file of the package, and no more than `maxBytes` of it. Undefined when there is no such file. A link
 * within the package is followed; then every folder is opened inside the one before, and the file that was read must
 * be the one in the last folder.
 */
export function readPackageFile(
  files: Files,
  folder: string,
  path: string,
  maxBytes: number,
): PackageFile | undefined {
  const realFolder = files.realPath(folder);
  const realPath = files.realPath(`${folder}/${path}`);
  if (realFolder === undefined || realPath === undefined) return undefined;
  if (!realPath.startsWith(`${realFolder}/`)) {
    throw new CoppiceError('path-unsafe', `${path} is outside the skill's folder`, {
      hint: 'name a file of the skill by its path in that folder',
    });
  }
  const names = realPath.slice(realFolder.length + 1).split('/');
  const opened: OpenFolder[] = [files.openFolder(realFolder)];
  try {
    for (const name of names.slice(0, -1)) {
      const next = opened.at(-1)?.child(name);
      if (next === undefined) return undefined;
      opened.push(next);
    }
    const location = `${opened.at(-1)?.path}/${names.at(-1)}`;
    const itself = files.stat(location, { follow: false });
    const file = files.read(location, { maxBytes });
    if (itself === undefined || file === undefined) return undefined;
    if (itself.device !== file.stat.device || itself.inode !== file.stat.inode) {
      throw new CoppiceError('path-unsafe', `${path} was replaced while it was being read`, {
        hint: 'try again',
      });
    }
    return { bytes: file.bytes, sizeBytes: file.stat.sizeBytes };
  } finally {
    for (const each of opened) each.close();
  }
}
