/*
 * A finding that is about a file as a whole: what it shows is the path.
 */

import type { ScanFinding, ScanSeverity } from '../finding.js';
import type { ScannedFile } from '../package.js';
import type { ScanRule } from '../rule.js';

export interface FileFinding {
  readonly why: string;
  /** The rule's own where it is left out. */
  readonly severity?: ScanSeverity;
  /** The path where it is left out. */
  readonly excerpt?: string;
}

/** What a file is can be seen without doubt, so the confidence is high. */
export function findingAboutFile(
  rule: ScanRule,
  { path }: Pick<ScannedFile, 'path'>,
  { why, severity = rule.severity, excerpt = path }: FileFinding,
): ScanFinding {
  return { rule: rule.id, severity, confidence: 'high', file: path, excerpt, why };
}
