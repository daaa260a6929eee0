/*
 * The version under which something is imported: the one it declares, if it is one and higher than all that were ever
 * published, else the next. What declares none begins before 1.0.0, as nobody has promised anything about it.
 */

import semver from 'semver';
import { versionSchema } from '../api/names.js';

const first = '0.1.0';

/** `burnt` are the numbers that are taken, those of purged versions too. */
export function importVersion(declared: string | undefined, burnt: readonly string[]): string {
  const wanted = declared !== undefined && isVersion(declared) ? declared : first;
  const [highest] = burnt.toSorted(semver.rcompare);
  if (highest === undefined || semver.gt(wanted, highest)) return wanted;
  return new semver.SemVer(highest).inc('patch').version;
}

/** Some that look like one have numbers that are too large. */
function isVersion(text: string): boolean {
  return versionSchema.safeParse(text).success && semver.valid(text) !== null;
}
