/*
 * Findings that the user has looked at and accepted. They come from the user's configuration alone: a package that
 * could silence the scanner would do so, by a file or by the name it gives itself.
 */

import type { ScanFinding } from './finding.js';

export interface Suppression {
  /** The id of one rule, literally. */
  readonly rule: string;
  /** One of the names that the user knows the skill by; every skill unless told. */
  readonly skill?: string;
  readonly reason: string;
}

export interface ReportedFinding extends ScanFinding {
  /** Why it does not count. */
  readonly suppressed?: string;
}

/** `knownAs` are the names that the user, and not the package, has for it. */
export function suppress(
  findings: readonly ScanFinding[],
  suppressions: readonly Suppression[],
  knownAs: readonly string[],
): readonly ReportedFinding[] {
  const applying = suppressions.filter(({ skill }) => skill === undefined || knownAs.includes(skill));
  const reasons = new Map(applying.map(({ rule, reason }) => [rule, reason]));
  return findings.map((finding) => {
    const suppressed = reasons.get(finding.rule);
    return suppressed === undefined ? finding : { ...finding, suppressed };
  });
}
