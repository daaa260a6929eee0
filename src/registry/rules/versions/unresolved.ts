/*
 * Why a resolution has no version for a name, for programs (the cause) and for people (the reason).
 */

import semver from 'semver';
import type { UnresolvedCause } from '../../api/resolve.js';

/** What the registry knows about an item that could not be resolved. */
export interface UnresolvedFacts {
  /** Undefined unless it is archived. */
  readonly archived: Removal | undefined;
  readonly versions: readonly {
    readonly version: string;
    /** Undefined unless it is yanked. */
    readonly yanked: Removal | undefined;
  }[];
}

/** Who took something out of new resolutions, when and why. */
export interface Removal {
  /** Undefined where nobody knows any more. */
  readonly by: string | undefined;
  readonly at: Date;
  /** Empty where nobody gave a reason. */
  readonly reason: string;
}

export interface UnresolvedReason {
  readonly cause: UnresolvedCause;
  readonly reason: string;
}

/** `facts` is undefined for an item that was never published. */
export function whyUnresolved(range: string, facts: UnresolvedFacts | undefined): UnresolvedReason {
  if (facts === undefined || facts.versions.length === 0)
    return { cause: 'unpublished', reason: 'it was never published' };
  const { archived, versions } = facts;
  if (archived !== undefined) return { cause: 'archived', reason: `it was archived${removalText(archived)}` };
  const sorted = versions.toSorted((a, b) => semver.rcompare(a.version, b.version));
  const [newest] = sorted.filter(({ version }) => semver.satisfies(version, range));
  if (newest?.yanked !== undefined)
    return {
      cause: 'yanked',
      reason: `every version that fits ${range} is yanked; ${newest.version} was yanked${removalText(newest.yanked)}`,
    };
  const highest = sorted.find(({ yanked }) => yanked === undefined)?.version;
  const rest = highest === undefined ? 'every version is yanked' : `the highest is ${highest}`;
  return { cause: 'no-version', reason: `no published version fits ${range}; ${rest}` };
}

function removalText({ by, at, reason }: Removal): string {
  const who = by === undefined ? '' : ` by ${by}`;
  const why = reason === '' ? '' : `: ${reason}`;
  return `${who} on ${at.toISOString().slice(0, 10)}${why}`;
}
