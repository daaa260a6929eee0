/*
 * The version that comes after another one. A prerelease is followed by the release that it leads to. Numbers stay
 * exact at any length, and nothing is loaded for it, because the browser uses it too.
 */

export type Bump = 'patch' | 'minor' | 'major';

/** Takes a full version, as Semantic Versioning defines it, and throws for anything else. */
export function versionAfter(version: string, bump: Bump): string {
  const found = /^(\d+)\.(\d+)\.(\d+)(-[^+]+)?(?:\+|$)/.exec(version);
  if (!found) throw new TypeError(`not a version: ${version}`);
  const [major = 0n, minor = 0n, patch = 0n] = found.slice(1, 4).map(BigInt);
  const isPrerelease = found[4] !== undefined;
  const step = (isReached: boolean): bigint => (isPrerelease && isReached ? 0n : 1n);
  switch (bump) {
    case 'patch':
      return `${major}.${minor}.${patch + step(true)}`;
    case 'minor':
      return `${major}.${minor + step(patch === 0n)}.0`;
    case 'major':
      return `${major + step(minor === 0n && patch === 0n)}.0.0`;
    default:
      return bump satisfies never;
  }
}
