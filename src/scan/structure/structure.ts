/*
 * Files that do not belong into a skill: what cannot be read before it runs, what is not what its name says, and what
 * lands outside the package when it is unpacked.
 */

import type { FamilyScanner } from '../rule.js';
import { inventory } from './inventory.js';
import { escapingLinks } from './links.js';
import { unsafePaths } from './paths.js';
import { unreadable } from './unreadable.js';

const parts: readonly FamilyScanner[] = [unreadable, unsafePaths, escapingLinks, inventory];

export const structureScanner: FamilyScanner = {
  rules: parts.flatMap(({ rules }) => rules),
  scan: (prepared) => parts.flatMap((part) => part.scan(prepared)),
};
