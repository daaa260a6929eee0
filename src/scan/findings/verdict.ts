/*
 * Derives the verdict from findings, and decides whether a policy refuses it. The verdict depends on severity and
 * confidence; two certain signs of an attack count as much as a critical one, because an attack is a chain: something is
 * fetched or read, then run or sent.
 */

import { type Confidence, type ScanFinding, type ScanSeverity, type Verdict, verdicts } from './finding.js';

type Weighted = Pick<ScanFinding, 'rule' | 'severity' | 'confidence'>;

export function verdictOf(findings: readonly Weighted[]): Verdict {
  const certainSigns = new Set(findings.filter(isCertainSignOfAttack).map(({ rule }) => rule));
  if (certainSigns.size > 1) return 'block';
  return worstVerdict(findings.map(({ severity, confidence }) => verdictByWeight[severity][confidence]));
}

/** `pass` if the list is empty. */
export function worstVerdict(given: readonly Verdict[]): Verdict {
  return verdicts.findLast((verdict) => given.includes(verdict)) ?? 'pass';
}

const verdictByWeight: Readonly<Record<ScanSeverity, Readonly<Record<Confidence, Verdict>>>> = {
  critical: { low: 'warn', medium: 'block', high: 'block' },
  high: { low: 'review', medium: 'warn', high: 'warn' },
  medium: { low: 'review', medium: 'review', high: 'review' },
  low: { low: 'pass', medium: 'pass', high: 'pass' },
  info: { low: 'pass', medium: 'pass', high: 'pass' },
};

function isCertainSignOfAttack({ rule, severity, confidence }: Weighted): boolean {
  return severity === 'high' && confidence === 'high' && /^(?:execution|exfiltration)\//.test(rule);
}

/**
 * The least severe verdict that is refused, by the origin of the skill. Users judge what they or their agents wrote;
 * skills from elsewhere are refused.
 */
const defaultPolicy = {
  agent: 'never',
  user: 'never',
  bundled: 'block',
  hub: 'block',
  plugin: 'block',
  external: 'block',
  registry: 'block',
  project: 'warn',
  unknown: 'warn',
} as const satisfies Readonly<Record<string, Refusal>>;

/** `never`: findings are shown, but the skill is not refused. */
type Refusal = Exclude<Verdict, 'pass'> | 'never';

/** `policy` contains the settings of the user, which override the defaults. */
export function isRefused(
  verdict: Verdict,
  provenance: keyof typeof defaultPolicy,
  policy: Readonly<Record<string, Refusal>> = {},
): boolean {
  const from = policy[provenance] ?? defaultPolicy[provenance];
  return from !== 'never' && verdicts.indexOf(verdict) >= verdicts.indexOf(from);
}
