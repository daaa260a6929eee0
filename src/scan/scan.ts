/*
 * Applies all rules to one package, and derives the verdict. The package is data, and nothing in it is run. Findings are
 * limited, sorted, and reported once per rule and line.
 */

import { compareText } from '../text/utf8.js';
import { families } from './families.js';
import { shownExcerpt } from './findings/excerpt.js';
import {
  confidences,
  type ReportedFinding,
  type ScanFinding,
  type Suppression,
  scanSeverities,
  suppress,
  type Verdict,
} from './findings/finding.js';
import type { FamilyScanner } from './findings/rule.js';
import { verdictOf } from './findings/verdict.js';
import type { ScannedPackage } from './package/prepare.js';
import { preparePackage } from './package/prepare.js';

/** Which findings the user has accepted, and which families to use. */
export interface ScanOptions {
  readonly suppressions?: readonly Suppression[];
  /** The user's names for the skill, not those of the package; suppressions for one skill refer to them. */
  readonly knownAs?: readonly string[];
  readonly families?: readonly FamilyScanner[];
}

/** The verdict and the findings behind it. */
export interface ScanResult {
  /** Derived from the findings that are not suppressed. */
  readonly verdict: Verdict;
  /** Suppressed findings last, then by descending severity, then by file and line. */
  readonly findings: readonly ReportedFinding[];
  /** The number of findings beyond the limit. */
  readonly omitted: number;
}

const maxFindings = 200;

/** Scans a package without running anything in it. The absence of findings does not prove safety. */
export function scanSkill(
  scanned: ScannedPackage,
  { suppressions = [], knownAs = [], families: used = families }: ScanOptions = {},
): ScanResult {
  const prepared = preparePackage(scanned);
  const found = used.flatMap((family) => family.scan(prepared));
  const reported = oncePerLine([...suppress(found, suppressions, knownAs)].sort(bySeverityAndLine));
  return {
    verdict: verdictOf(reported.filter(({ suppressed }) => suppressed === undefined)),
    findings: reported
      .slice(0, maxFindings)
      .map((finding) => ({ ...finding, excerpt: shownExcerpt(finding.excerpt) })),
    omitted: Math.max(0, reported.length - maxFindings),
  };
}

/** Keeps the first, and thus most severe, finding of a rule per line. */
function oncePerLine(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  const first = new Map<string, ReportedFinding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.file, finding.line]);
    if (!first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
}

function bySeverityAndLine(a: ReportedFinding, b: ReportedFinding): number {
  return (
    Number(a.suppressed !== undefined) - Number(b.suppressed !== undefined) ||
    weight(b) - weight(a) ||
    compareText(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.rule, b.rule) ||
    confidences.indexOf(b.confidence) - confidences.indexOf(a.confidence) ||
    compareText(a.excerpt, b.excerpt)
  );
}

function weight({ severity }: ScanFinding): number {
  return scanSeverities.indexOf(severity);
}
