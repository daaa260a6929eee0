/*
 * What the scanner reports: findings, each by one rule at one location, the verdict that follows from them, and the
 * suppressions of the user. A finding is a reason to check; the absence of findings does not prove safety.
 */

/** From the least to the greatest harm if the finding is right. */
export const scanSeverities = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type ScanSeverity = (typeof scanSeverities)[number];

/** How certain the rule is of its match. */
export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

/** A match of one rule at one location. */
export interface ScanFinding {
  readonly rule: string;
  readonly severity: ScanSeverity;
  readonly confidence: Confidence;
  /** Relative to the package, with forward slashes. */
  readonly file: string;
  /** From 1; undefined if the finding is about the file as a whole. */
  readonly line?: number;
  /** The matched text, at most 200 characters, with hidden characters decoded or escaped. */
  readonly excerpt: string;
  /** One sentence about this match. */
  readonly why: string;
}

/** pass: nothing found; review: a person should check; warn: probably unsafe; block: only after a decision. */
export const verdicts = ['pass', 'review', 'warn', 'block'] as const;
/** The overall result of a scan. */
export type Verdict = (typeof verdicts)[number];

/**
 * A rule whose findings the user has accepted. Suppressions come only from the user's configuration: a malicious package
 * would silence the scanner if it could.
 */
export interface Suppression {
  /** The exact id of one rule. */
  readonly rule: string;
  /** One of the user's names for the skill; defaults to every skill. */
  readonly skill?: string;
  readonly reason: string;
}

export interface ReportedFinding extends ScanFinding {
  /** The reason of the suppression, if the finding is suppressed. */
  readonly suppressed?: string;
}

/** `knownAs` are the names that the user, not the package, gives the skill. */
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
