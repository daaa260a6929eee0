/*
 * All families of rules and all rules of the scanner, and the check that suppressions name existing rules.
 */

import { didYouMean } from '../text/closest.js';
import { CoppiceError } from '../text/errors.js';
import { autorunScanner } from './families/autorun/autorun.js';
import { commandScanners } from './families/commands/commands.js';
import { deceptionScanner } from './families/deception/deception.js';
import { declarationScanner } from './families/declaration/declaration.js';
import { hiddenScanner } from './families/hidden/hidden.js';
import { injectionScanner } from './families/injection/injection.js';
import { secretsScanner } from './families/secrets.js';
import { structureScanner } from './families/structure/structure.js';
import type { Suppression } from './findings/finding.js';
import type { FamilyScanner, ScanRule } from './findings/rule.js';

export const families: readonly FamilyScanner[] = [
  injectionScanner,
  hiddenScanner,
  ...commandScanners,
  autorunScanner,
  deceptionScanner,
  secretsScanner,
  structureScanner,
  declarationScanner,
];

export const scanRules: readonly ScanRule[] = families.flatMap(({ rules }) => rules);

/** Refuses suppressions of unknown rules: a mistyped one would not silence what its author expects. */
export function checkedSuppressions(
  suppressions: readonly Suppression[],
  configPath: string,
): readonly Suppression[] {
  const ids = scanRules.map(({ id }) => id);
  const unknown = suppressions.find(({ rule }) => !ids.includes(rule));
  if (unknown === undefined) return suppressions;
  throw new CoppiceError('bad-value', `${configPath}: scan.suppress names an unknown rule: ${unknown.rule}`, {
    hint: didYouMean(unknown.rule, ids, 1) ?? 'use the id of one rule, as shown by coppice scan',
  });
}
