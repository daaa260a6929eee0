/*
 * A part of the family. Most rules judge single lines, and have a hint that every line they speak of matches, and few
 * others do, so that one pass over a text serves all of them.
 */

import type { Confidence, ScanFinding, ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import type { PreparedFile, PreparedPackage } from '../../package/prepare.js';

export interface DeceptionPart {
  readonly rules: readonly ScanRule[];
  readonly ofLines: readonly LineJudge[];
  readonly ofPackage?: (prepared: PreparedPackage) => readonly ScanFinding[];
}

export interface LineJudge {
  readonly hint: RegExp;
  /** Of the lines with the hint, by their indexes. */
  judge(file: PreparedFile, indexes: readonly number[]): readonly ScanFinding[];
}

/*
 * A finding at a line of a text, shown from a little before the place that gave it away.
 */

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
