/*
 * Whether what a version requires can be had together with what others require already. Demands are those of the latest
 * versions of other live items: a superseded version binds nobody.
 */

import type { ItemName } from '../access/principal.js';
import type { TenantSettings } from '../api/settings.js';
import { RangeOverlap } from './range-overlap.js';
import { type Requirement, requirementText } from './requirement.js';

/** That an item requires another. */
export interface Demand {
  readonly by: ItemName;
  readonly requirement: Requirement;
}

interface Conflict {
  readonly wanted: Demand;
  readonly standing: Demand;
}

export type ConflictRule = TenantSettings['conflicts'];

/** The first in the order of what is wanted, then of what stands. */
export function findConflict(
  wanted: readonly Demand[],
  standing: readonly Demand[],
  rule: ConflictRule,
): Conflict | undefined {
  const ranges = new RangeOverlap();
  for (const one of wanted) {
    const other = standing.find(
      ({ requirement }) =>
        requirement.kind === one.requirement.kind &&
        requirement.slug === one.requirement.slug &&
        !canAgree(one.requirement.range, requirement.range, rule, ranges),
    );
    if (other !== undefined) return { wanted: one, standing: other };
  }
  return undefined;
}

export function conflictSentence({ wanted, standing }: Conflict): string {
  return `${named(wanted)} requires ${asked(wanted)} but ${named(standing)} already requires ${asked(standing)}`;
}

function named({ by }: Demand): string {
  return `${by.kind} \`${by.slug}\``;
}

function asked({ requirement }: Demand): string {
  return `\`${requirementText(requirement)}\``;
}

function canAgree(one: string, other: string, rule: ConflictRule, ranges: RangeOverlap): boolean {
  if (one === '*' || other === '*' || one === other) return true;
  return rule === 'semver' && ranges.overlaps(one, other);
}
