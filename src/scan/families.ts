/*
 * All families of rules, and all rules. What is not in this list is not looked for.
 */

import { commandScanners } from './families/commands/commands.js';
import { deceptionScanner } from './families/deception/deception.js';
import { declarationScanner } from './families/declaration/declaration.js';
import { hiddenScanner } from './families/hidden/hidden.js';
import { injectionScanner } from './families/injection/injection.js';
import { secretsScanner } from './families/secrets.js';
import { structureScanner } from './families/structure/structure.js';
import type { FamilyScanner, ScanRule } from './findings/rule.js';

export const families: readonly FamilyScanner[] = [
  injectionScanner,
  hiddenScanner,
  ...commandScanners,
  deceptionScanner,
  secretsScanner,
  structureScanner,
  declarationScanner,
];

export const scanRules: readonly ScanRule[] = families.flatMap(({ rules }) => rules);
