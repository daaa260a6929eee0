/*
 * A part of the family. Most rules judge single lines, and have a hint that every line they speak of matches, and few
 * others do, so that one pass over a text serves all of them.
 */

import type { ScanFinding } from '../finding.js';
import type { PreparedFile, PreparedPackage } from '../prepare.js';
import type { ScanRule } from '../rule.js';

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
