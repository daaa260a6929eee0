/*
 * Removes one of Coppice's own folders with its content. Never used on a skill.
 */

import { join } from 'node:path';
import type { Files } from '../files.js';

/** Links are removed, not followed. */
export function removeFolder(files: Pick<Files, 'list' | 'remove'>, folder: string): void {
  for (const { name, kind } of files.list(folder) ?? []) {
    if (kind === 'folder') removeFolder(files, join(folder, name));
    else files.remove(join(folder, name));
  }
  files.remove(folder);
}
