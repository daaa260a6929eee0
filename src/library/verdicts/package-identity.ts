/*
 * Two identities of a package. Its stamp is made of stats alone, so it is cheap, and it changes whenever a file may have
 * changed: the change time of a file cannot be set back, unlike its modification time. Its digest is made of all that the
 * scanner is given, so the same digest means the same verdict.
 */

import type { ScannedPackage } from '../../scan/package/prepare.js';
import type { Stat } from '../../system/files.js';
import { sha256Hex } from '../../text/hash.js';
import type { ListedFile, ListedPackage } from '../folders/scanned-package.js';
import { isSettled } from '../rules/settled-time.js';

export interface PackageStamp {
  readonly text: string;
  /** Whether no file changed so recently that another change could look the same. */
  readonly isSettled: boolean;
}

const maxPlainLength = 600;

/** `skillStat` is that of the SKILL.md behind a link, if it is one. */
export function packageStamp(
  { folder, files }: ListedPackage,
  skillStat: Stat | undefined,
  startedMs: number,
): PackageStamp {
  const stats = [...files.map(({ stat }) => stat), skillStat];
  const lines = files.map((file) =>
    JSON.stringify([file.path, file.kind, file.target, ...identity(file.stat)]),
  );
  const text = [folder, ...lines, JSON.stringify(identity(skillStat))].join('\n');
  return {
    // Most packages have one or two files, and hashing their stats would take longer than comparing them.
    text: text.length > maxPlainLength ? sha256Hex(text) : text,
    isSettled: stats.every(
      (stat) => stat === undefined || isSettled(Math.max(stat.ctimeMs, stat.mtimeMs), startedMs),
    ),
  };
}

function identity(stat: Stat | undefined): readonly (number | undefined)[] {
  if (stat === undefined) return [];
  const { sizeBytes, mtimeMs, ctimeMs, device, inode, mode } = stat;
  return [sizeBytes, mtimeMs, ctimeMs, device, inode, mode];
}

/** A file of which only the beginning was read counts with its stat, so that no change of the rest goes unnoticed. */
export function packageDigest({ files }: ScannedPackage, listed: readonly ListedFile[]): string {
  const stats = new Map(listed.map(({ path, stat }) => [path, stat]));
  const lines = files.map(({ path, kind, bytes, sizeBytes, isExecutable, target }) => {
    const rest = bytes.length < sizeBytes ? identity(stats.get(path)) : [];
    return JSON.stringify([path, kind, isExecutable, target ?? null, sizeBytes, sha256Hex(bytes), ...rest]);
  });
  return sha256Hex([scheme, ...lines].join('\n'));
}

/** Part of the hashed text, so that digests of two schemes are never equal. */
const scheme = 'coppice-scanned-1';
