/*
 * The suppressions of the configuration, of which each must name a rule that exists: one that is mistyped, or meant
 * for all rules at once, would silence something else than its author thinks.
 */

import { scanRules } from '../scan/families.js';
import type { Suppression } from '../scan/findings/finding.js';
import { closest } from '../text/closest.js';
import { CoppiceError } from '../text/errors.js';

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
