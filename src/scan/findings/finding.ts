/*
 * What the scanner says: findings, each by one rule at one place, and the verdict that follows from them. A finding is
 * a reason to look, and no finding is no proof of safety.
 */

/** From the least to the greatest harm if the finding is right. */
export const scanSeverities = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type ScanSeverity = (typeof scanSeverities)[number];

/** How sure the rule is that it saw what it names. */
export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

/** One rule, at one place. */
export interface ScanFinding {
  readonly rule: string;
  readonly severity: ScanSeverity;
  readonly confidence: Confidence;
  /** Relative to the package, with forward slashes. */
  readonly file: string;
  /** From 1; undefined where it is about the file as a whole. */
  readonly line?: number;
  /** What was seen, at most 200 characters, with hidden characters decoded and shown. */
  readonly excerpt: string;
  /** One sentence about this very place. */
  readonly why: string;
}

/** pass: nothing to see; review: somebody should look; warn: think twice; block: not without a decision. */
export const verdicts = ['pass', 'review', 'warn', 'block'] as const;
/** What the findings amount to. */
export type Verdict = (typeof verdicts)[number];

/*
 * Findings that the user has looked at and accepted. They come from the user's configuration alone: a package that
 * could silence the scanner would do so, by a file or by the name it gives itself.
 */

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
