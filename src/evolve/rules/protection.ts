/*
 * Which skills may be written unattended. The provenance of a skill is checked before its name: patterns never allow more
 * than the provenance does. Everything that is not known to be allowed is protected.
 */

import type { Provenance } from '../../usage/rules/record.js';

const skipReasons = [
  'skill-not-found',
  'pinned-skill',
  'source-not-agent-created',
  'auto-apply-blocklisted',
  'auto-apply-not-allowlisted',
  'core-skill-auto-apply-protected',
  'skill-content-hard-cap',
  'managed-block-malformed',
  'managed-block-edited',
  'support-file-edited',
  'not-text',
  'nothing-to-say',
  'scan-finding',
  'auto-approval-required',
  'restore-drill-required',
  'max-skills-reached',
  'same-skill',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export interface SkillFacts {
  readonly name: string;
  readonly provenance: Provenance;
  /** Pinned in its frontmatter, in our record, or by the agent of its root. */
  readonly pinned: boolean;
}

export interface NamePolicy {
  readonly protectCore: boolean;
  readonly coreSkills: readonly string[];
  /** The only names that may be written; all if empty. */
  readonly allow: readonly string[];
  readonly block: readonly string[];
}

/** Why a skill is protected, if it is. A plan shows protected skills too, but never a pinned one. */
export function protection(
  { name, provenance, pinned }: SkillFacts,
  policy: NamePolicy,
  { writes }: { readonly writes: boolean },
): SkipReason | undefined {
  if (pinned) return 'pinned-skill';
  if (!writes) return undefined;
  if (provenance !== 'agent') return 'source-not-agent-created';
  if (matchesAny(policy.block, name)) return 'auto-apply-blocklisted';
  const isAllowed = matchesAny(policy.allow, name);
  if (policy.allow.length > 0 && !isAllowed) return 'auto-apply-not-allowlisted';
  const isCore = policy.protectCore && matchesAny(policy.coreSkills, name);
  return isCore && !isAllowed ? 'core-skill-auto-apply-protected' : undefined;
}

/** Name patterns: `*` for any characters, `?` for one, ignoring case. Nothing else is special, so no pattern is malformed or slow. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matches([...pattern.toLowerCase()], [...name.toLowerCase()]));
}

function matches(pattern: readonly string[], name: readonly string[]): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let starIndex = 0;
  while (index < name.length) {
    if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[index]) && pattern[at] !== '*') {
      at += 1;
      index += 1;
    } else if (pattern[at] === '*') {
      star = at;
      starIndex = index;
      at += 1;
    } else if (star !== -1) {
      // The last star matches one more character, and the rest is tried again.
      at = star + 1;
      starIndex += 1;
      index = starIndex;
    } else return false;
  }
  return pattern.slice(at).every((character) => character === '*');
}
