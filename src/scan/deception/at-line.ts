/*
 * A finding at a line of a text, shown from a little before the place that gave it away.
 */

import type { Confidence, ScanFinding, ScanSeverity } from '../finding.js';
import type { PreparedFile } from '../prepare.js';
import type { ScanRule } from '../rule.js';

export interface LineFinding {
  /** From 0, into the lines of the file. */
  readonly index: number;
  /** Where in the line; from its beginning where it is left out. */
  readonly column?: number;
  readonly why: string;
  readonly confidence: Confidence;
  /** The rule's own where it is left out. */
  readonly severity?: ScanSeverity;
}

export function findingAtLine(
  rule: ScanRule,
  { path, lines }: PreparedFile,
  place: LineFinding,
): ScanFinding {
  const { index, column = 0, why, confidence, severity = rule.severity } = place;
  const start = Math.max(0, column - 60);
  const excerpt = (lines[index] ?? '').slice(start, start + 200).trim();
  return { rule: rule.id, severity, confidence, file: path, line: index + 1, excerpt, why };
}
