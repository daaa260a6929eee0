/*
 * A root in memory for the tests of the caches, and a scan of it that is made up.
 */

import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { noConditions } from '../rules/entry.js';
import type { RootScan } from './catalog-scan.js';

/** A root with a skill for every pair of a name and a folder. */
export function scanOf(
  skills: readonly (readonly [name: string, folder: string])[],
  mtimeMs?: number,
): RootScan {
  return {
    root: { label: 'x', shownAs: 'x', kind: 'user', path: '/root', trusted: true },
    skills: skills.map(([name, folder]) => ({
      location: { folder, file: `${folder}/SKILL.md`, realFolder: `/root/${folder}` },
      mtimeMs: 0,
      sizeBytes: 0,
      inode: 0,
      listed: undefined,
      summary: {
        name,
        description: '',
        category: undefined,
        tags: [],
        pinned: false,
        platforms: [],
        requires: [],
        conditions: noConditions,
        diagnostics: [],
      },
    })),
    folders: [{ path: '', mtimeMs }],
    diagnostics: [],
    hasNews: true,
  };
}

export function filesWithRoot(): { readonly files: Files; readonly mtimeMs: number | undefined } {
  const files = memoryFiles();
  files.makeFolder('/root');
  return { files, mtimeMs: files.stat('/root')?.mtimeMs };
}
