/*
 * From findings to one word. A grave finding counts by how sure it is; two sure signs of the same kind of attack weigh
 * as much as one that is critical, because an attack is a chain: something is fetched or read, then run or sent.
 */

import { type Confidence, type ScanFinding, type ScanSeverity, type Verdict, verdicts } from './finding.js';

type Weighed = Pick<ScanFinding, 'rule' | 'severity' | 'confidence'>;

export function verdictOf(findings: readonly Weighed[]): Verdict {
  const sureSigns = new Set(findings.filter(isSureSignOfAttack).map(({ rule }) => rule));
  if (sureSigns.size > 1) return 'block';
  return worstVerdict(findings.map(({ severity, confidence }) => verdictByWeight[severity][confidence]));
}

/** `pass` where there is none. */
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

function isSureSignOfAttack({ rule, severity, confidence }: Weighed): boolean {
  return severity === 'high' && confidence === 'high' && /^(?:execution|exfiltration)\//.test(rule);
}

/*
 * From which verdict on a skill is refused, by where it comes from. What a person or their agent wrote is theirs to
 * judge; what somebody else can put on the machine is not.
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

/** `never`: it is shown, and not refused. */
type Refusal = Exclude<Verdict, 'pass'> | 'never';

/** `policy` is what the user has set, and goes before the usual. */
export function isRefused(
  verdict: Verdict,
  provenance: keyof typeof defaultPolicy,
  policy: Readonly<Record<string, Refusal>> = {},
): boolean {
  const from = policy[provenance] ?? defaultPolicy[provenance];
  return from !== 'never' && verdicts.indexOf(verdict) >= verdicts.indexOf(from);
}
