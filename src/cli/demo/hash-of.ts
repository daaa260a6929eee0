/*
 * The hash of a file in the story, short enough to be compared by eye.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../text/hash.js';
import type { Stage } from './chapter.js';

export function hashOf({ userHome }: Pick<Stage, 'userHome'>, path: string): string {
  return sha256Hex(readFileSync(join(userHome, path))).slice(0, 12);
}
