/*
 * Records which versions a project has, when an ensure has changed something. What is recorded is about the past of this
 * machine only: an ensure succeeds without it.
 */

import { folderTag } from '../../library/folders/project.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import type { EnsureResult } from '../rules/ensure-result.js';
import {
  type InstalledLine,
  newInstalledLines,
  printInstalledLines,
  readInstalledLines,
} from '../rules/installed-versions.js';
import { lockIn } from './project-files.js';

export interface InstalledRecord {
  readonly files: Files;
  readonly home: string;
  readonly now: number;
}

export function recordInstalled(
  { files, home, now }: InstalledRecord,
  project: string,
  { ok, installed, removed, moved }: Pick<EnsureResult, 'ok' | 'installed' | 'removed' | 'moved'>,
): void {
  if (!ok || installed.length + removed.length + moved.length === 0) return;
  unlessRefused(() => {
    const lock = lockIn(files, project);
    const folder = files.realPath(project);
    if (lock === undefined || folder === undefined) return;
    const known = installedLines({ files, home });
    const lines = newInstalledLines(known, lock, { project: folderTag(folder), at: now });
    if (lines.length === 0) return;
    files.append(homePaths(home).installed, new TextEncoder().encode(printInstalledLines(lines)));
  });
}

/** Oldest first. */
export function installedLines({
  files,
  home,
}: Pick<InstalledRecord, 'files' | 'home'>): readonly InstalledLine[] {
  const content = files.read(homePaths(home).installed);
  return content === undefined ? [] : readInstalledLines(new TextDecoder().decode(content.bytes));
}
