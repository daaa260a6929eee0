/*
 * Scans a skill as it would be after a change, before anything is written, and compares the verdict with that of the skill
 * as it is.
 */

import { readScannedPackage } from '../../library/folders/scanned-package.js';
import type { ReportedFinding } from '../../scan/findings/finding.js';
import type { Files } from '../../system/files.js';
import { type FileToScan, worseFinding } from '../rules/note/scan.js';

export interface ChangedText {
  /** Relative to the package. */
  readonly path: string;
  /** Null removes the file. */
  readonly text: string | null;
}

/** The finding that makes the verdict of the skill worse, if there is one. */
export function changeFinding(
  files: Files,
  folder: string,
  changes: readonly ChangedText[],
): ReportedFinding | undefined {
  const before = readScannedPackage(files, folder)
    .files.filter(({ kind }) => kind === 'file')
    .map(({ path, bytes, isExecutable }): FileToScan => ({ path, bytes, executable: isExecutable }));
  const encoder = new TextEncoder();
  const after = [
    ...before.filter(({ path }) => !changes.some((change) => change.path === path)),
    ...changes.flatMap(({ path, text }) =>
      text === null ? [] : [{ path, bytes: encoder.encode(text), executable: false }],
    ),
  ];
  return worseFinding(before, after);
}
