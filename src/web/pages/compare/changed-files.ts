/*
 * Which files differ between two versions, told by their digests alone.
 */

import type { VersionAnswer } from '../../../registry/api/item.js';

type VersionFile = VersionAnswer['files'][number];

export interface ChangedFile {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly from?: VersionFile;
  readonly to?: VersionFile;
}

/** In the order of their paths, SKILL.md first. */
export function changedFiles(
  before: readonly VersionFile[],
  after: readonly VersionFile[],
): readonly ChangedFile[] {
  const [old, young] = [byPath(before), byPath(after)];
  const paths = [...new Set([...old.keys(), ...young.keys()])].sort(skillFirst);
  return paths.flatMap((path): ChangedFile[] => {
    const [from, to] = [old.get(path), young.get(path)];
    if (!from || !to)
      return to ? [{ path, change: 'added', to }] : from ? [{ path, change: 'removed', from }] : [];
    const isSame = from.digest === to.digest && from.executable === to.executable;
    return isSame ? [] : [{ path, change: 'changed', from, to }];
  });
}

function byPath(files: readonly VersionFile[]): ReadonlyMap<string, VersionFile> {
  return new Map(files.map((file) => [file.path, file]));
}

function skillFirst(a: string, b: string): number {
  if ((a === 'SKILL.md') !== (b === 'SKILL.md')) return a === 'SKILL.md' ? -1 : 1;
  return a < b ? -1 : 1;
}
