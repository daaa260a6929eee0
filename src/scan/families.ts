/*
 * All families of rules, and all rules. What is not in this list is not looked for.
 */

import { commandScanners } from './commands/commands.js';
import { deceptionScanner } from './deception/deception.js';
import { declarationScanner } from './declaration/declaration.js';
import { hiddenScanner } from './hidden/hidden.js';
import { injectionScanner } from './injection/injection.js';
import type { FamilyScanner, ScanRule } from './rule.js';
import { secretsScanner } from './secrets/secrets.js';
import { structureScanner } from './structure/structure.js';

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
