/*
 * All families of rules, and all rules. What is not in this list is not looked for.
 */

import { closest } from '../text/closest.js';
import { CoppiceError } from '../text/errors.js';
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
  deceptionScanner,
  secretsScanner,
  structureScanner,
  declarationScanner,
];

export const scanRules: readonly ScanRule[] = families.flatMap(({ rules }) => rules);

/*
 * The suppressions of the configuration, of which each must name a rule that exists: one that is mistyped, or meant
 * for all rules at once, would silence something else than its author thinks.
 */

export function checkedSuppressions(
  suppressions: readonly Suppression[],
  configPath: string,
): readonly Suppression[] {
  const ids = scanRules.map(({ id }) => id);
  const unknown = suppressions.find(({ rule }) => !ids.includes(rule));
  if (unknown === undefined) return suppressions;
  const [near] = closest(unknown.rule, ids);
  throw new CoppiceError('bad-value', `${configPath}: scan.suppress names no rule: ${unknown.rule}`, {
    hint: near === undefined ? 'name one rule by its id, as coppice scan shows it' : `did you mean: ${near}`,
  });
}
