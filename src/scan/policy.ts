/*
 * From which verdict on a skill is refused, by where it comes from. What a person or their agent wrote is theirs to
 * judge; what somebody else can put on the machine is not.
 */

import { type Verdict, verdicts } from './finding.js';

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
