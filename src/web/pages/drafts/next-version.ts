/*
 * The version that a draft is published as, unless somebody says otherwise: the smallest step after what is published.
 */

export function nextVersion(published: string | undefined): string {
  const [, major, minor, patch, prerelease] = /^(\d+)\.(\d+)\.(\d+)(-[^+]*)?/.exec(published ?? '') ?? [];
  if (patch === undefined) return '0.1.0';
  // The release itself is what comes after its prerelease. Whole numbers of any length stay exact.
  const step = prerelease === undefined ? 1n : 0n;
  return `${major}.${minor}.${BigInt(patch) + step}`;
}
