/*
 * The version after those that are published.
 */

import semver from 'semver';

export type Bump = 'patch' | 'minor' | 'major';

/**
 * Of all that were ever published, also what was yanked: a number is never used again. Prereleases count only where there is
 * nothing else, so that a fix of 1.5.0 is 1.5.1 though 2.0.0-rc.1 is out.
 */
export function nextVersion(published: readonly string[], bump: Bump): string {
  const sorted = published.toSorted(semver.rcompare);
  const highest = sorted.find((version) => semver.prerelease(version) === null) ?? sorted[0] ?? '0.0.0';
  return new semver.SemVer(highest).inc(bump).version;
}
