/*
 * What deceives the person rather than the machine: prerequisites that are none, names and links that look like
 * others, claims that keep people from looking.
 */

import type { FamilyScanner } from '../rule.js';
import { claims } from './claims.js';
import { fakePrerequisites } from './fake-prerequisites.js';
import { lookAlikeNames } from './look-alike-names.js';
import { misleadingLinks } from './misleading-links.js';

const parts: readonly FamilyScanner[] = [fakePrerequisites, lookAlikeNames, misleadingLinks, claims];

export const deceptionScanner: FamilyScanner = {
  rules: parts.flatMap(({ rules }) => rules),
  scan: (prepared) => parts.flatMap((part) => part.scan(prepared)),
};
