import { assert, constantFrom, nat, property, tuple } from 'fast-check';
import semver from 'semver';
import { expect, test } from 'vitest';
import { type Bump, versionAfter } from './next-version.js';

const version = tuple(
  nat(3),
  nat(3),
  nat(3),
  constantFrom('', '-rc.1', '-0'),
  constantFrom('', '+build-7'),
).map(([major, minor, patch, prerelease, build]) => `${major}.${minor}.${patch}${prerelease}${build}`);

test('the version after another is the one that semver gives', () => {
  assert(
    property(version, constantFrom<Bump>('patch', 'minor', 'major'), (given, bump) => {
      expect(versionAfter(given, bump)).toBe(semver.inc(given, bump));
    }),
  );
});
