/*
 * What a part of the deception family provides, and how it reports a finding at a line. Most rules judge single lines,
 * and have a hint that few other lines match, so that one pass over a text serves all rules.
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
  /** Judges the lines that match the hint. */
  judge(file: PreparedFile, indexes: readonly number[]): readonly ScanFinding[];
}

export interface LineFinding {
  /** The index of the line in the file, from 0. */
  readonly index: number;
  /** Where in the line; defaults to its start. */
  readonly column?: number;
  readonly why: string;
  readonly confidence: Confidence;
  /** Defaults to the severity of the rule. */
  readonly severity?: ScanSeverity;
}

/** The excerpt starts a little before the column. */
export function findingAtLine(
  rule: ScanRule,
  { path, lines }: PreparedFile,
  finding: LineFinding,
): ScanFinding {
  const { index, column = 0, why, confidence, severity = rule.severity } = finding;
  const start = Math.max(0, column - 60);
  const excerpt = (lines[index] ?? '').slice(start, start + 200).trim();
  return { rule: rule.id, severity, confidence, file: path, line: index + 1, excerpt, why };
}
