/*
 * Which skills are never suggested for a merge, and merged only when a person says so for that reason: somebody relies
 * on them as they are, or it is too early to tell what they are for.
 */

import type { RootKind } from '../../../library/rules/root.js';
import { dayMs } from '../../../text/time.js';
import type { Provenance } from '../../../usage/rules/record.js';

export const mergeProtections = ['pinned', 'required', 'project', 'registry', 'young'] as const;
export type MergeProtection = (typeof mergeProtections)[number];

export interface MergeCandidate {
  readonly pinned: boolean;
  /** Whether an active skill or a bundle needs it. */
  readonly required: boolean;
  readonly rootKind: RootKind;
  readonly provenance: Provenance;
  /** The earliest time at which it is known to have existed; 0 if no time is known. */
  readonly knownSince: number;
}

/** In the order of the list. A skill of unknown age counts as young: it may have come a minute ago. */
export function protectionsOf(skill: MergeCandidate, now: number): readonly MergeProtection[] {
  const { pinned, required, rootKind, provenance, knownSince } = skill;
  const applies: Readonly<Record<MergeProtection, boolean>> = {
    pinned,
    required,
    project: rootKind === 'project' || provenance === 'project',
    registry: ['registry', 'hub', 'bundled', 'plugin'].includes(provenance) || rootKind === 'plugin',
    young: knownSince === 0 || now - knownSince < youngDays * dayMs,
  };
  return mergeProtections.filter((reason) => applies[reason]);
}

const youngDays = 7;

export function protectionText(reason: MergeProtection): string {
  switch (reason) {
    case 'pinned':
      return 'it is pinned';
    case 'required':
      return 'another skill or a bundle needs it';
    case 'project':
      return 'it belongs to a project';
    case 'registry':
      return 'it was installed, and its source would bring it back';
    case 'young':
      return `it has been known for less than ${youngDays} days`;
    default:
      return reason satisfies never;
  }
}
