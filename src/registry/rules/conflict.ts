/*
 * Whether what a version requires can be had together with what others require already. Demands are those of the latest
 * versions of other live items: a superseded version binds nobody.
 */

import semver from 'semver';
import type { ItemName } from '../access/principal.js';
import type { TenantSettings } from '../api/settings.js';
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
  for (const one of wanted) {
    const other = standing.find(
      ({ requirement }) =>
        requirement.kind === one.requirement.kind &&
        requirement.slug === one.requirement.slug &&
        !canAgree(one.requirement.range, requirement.range, rule),
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

function canAgree(one: string, other: string, rule: ConflictRule): boolean {
  if (one === '*' || other === '*' || one === other) return true;
  // Prereleases count, or an exact prerelease would not agree with the range that names it.
  return rule === 'semver' && semver.intersects(one, other, { includePrerelease: true });
}
