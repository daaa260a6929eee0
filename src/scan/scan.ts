/*
 * Is this skill safe: all rules over one package, and the verdict. Pure: the package comes in as data, and nothing in
 * it is run. Findings are bounded, in one order, and said once per place.
 */

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

/** What was looked at before, and accepted. */
export interface ScanOptions {
  readonly suppressions?: readonly Suppression[];
  /** What the user, and not the package, calls the skill: what a suppression for one skill goes by. */
  readonly knownAs?: readonly string[];
  readonly families?: readonly FamilyScanner[];
}

/** The verdict, and what it rests on. */
export interface ScanResult {
  /** By the findings that are not suppressed. */
  readonly verdict: Verdict;
  /** Those that count first, then the gravest first, then by place. */
  readonly findings: readonly ReportedFinding[];
  /** How many more there were. */
  readonly omitted: number;
}

const maxFindings = 200;

/** Pure and bounded: nothing in the package is run, and no finding is no proof of safety. */
export function scanSkill(
  scanned: ScannedPackage,
  { suppressions = [], knownAs = [], families: used = families }: ScanOptions = {},
): ScanResult {
  const prepared = preparePackage(scanned);
  const found = used.flatMap((family) => family.scan(prepared));
  const reported = oncePerPlace([...suppress(found, suppressions, knownAs)].sort(byWeightAndPlace));
  return {
    verdict: verdictOf(reported.filter(({ suppressed }) => suppressed === undefined)),
    findings: reported
      .slice(0, maxFindings)
      .map((finding) => ({ ...finding, excerpt: shownExcerpt(finding.excerpt) })),
    omitted: Math.max(0, reported.length - maxFindings),
  };
}

/** The first of each: where a rule has found several things in a line, the gravest speaks for all. */
function oncePerPlace(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  const first = new Map<string, ReportedFinding>();
  for (const finding of findings) {
    const place = JSON.stringify([finding.rule, finding.file, finding.line]);
    if (!first.has(place)) first.set(place, finding);
  }
  return [...first.values()];
}

function byWeightAndPlace(a: ReportedFinding, b: ReportedFinding): number {
  return (
    Number(a.suppressed !== undefined) - Number(b.suppressed !== undefined) ||
    weight(b) - weight(a) ||
    compare(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compare(a.rule, b.rule) ||
    confidences.indexOf(b.confidence) - confidences.indexOf(a.confidence) ||
    compare(a.excerpt, b.excerpt)
  );
}

function weight({ severity }: ScanFinding): number {
  return scanSeverities.indexOf(severity);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
