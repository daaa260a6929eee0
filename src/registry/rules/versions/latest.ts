/*
 * Which version is the latest: the highest that is stable and not yanked, else the highest prerelease that is not
 * yanked. When it was published does not matter, so a backport never becomes the latest.
 */

import semver from 'semver';

interface RankedVersion {
  readonly version: string;
  readonly isYanked: boolean;
}

/** Undefined where every version is yanked. */
export function latestOf<V extends RankedVersion>(versions: readonly V[]): V | undefined {
  const offered = versions.filter(({ isYanked }) => !isYanked);
  const stable = offered.filter(({ version }) => semver.prerelease(version) === null);
  const [first, ...others] = stable.length > 0 ? stable : offered;
  return others.reduce(
    (highest, one) => (highest !== undefined && semver.lt(one.version, highest.version) ? highest : one),
    first,
  );
}
