import fc from 'fast-check';
import semver from 'semver';
import { expect, test } from 'vitest';
import { RangeOverlap } from './conflict.js';

const version = fc
  .tuple(fc.nat(2), fc.nat(2), fc.nat(2), fc.constantFrom('', '', '', '-0', '-rc.1', '-rc.2'))
  .map(([major, minor, patch, prerelease]) => `${major}.${minor}.${patch}${prerelease}`);

const comparator = fc.oneof(
  fc.tuple(fc.constantFrom('', '=', '>', '>=', '<', '<=', '^', '~'), version).map((parts) => parts.join('')),
  fc.constantFrom('*', '1', '1.x', '~1', '>=0.0.0'),
);

const alternative = fc.oneof(
  fc.array(comparator, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
  fc.tuple(version, version).map((ends) => ends.join(' - ')),
);

const range = fc.array(alternative, { minLength: 1, maxLength: 3 }).map((all) => all.join(' || '));

test('ranges overlap where the reference says that they intersect', () => {
  fc.assert(
    fc.property(range, range, (one, other) => {
      const expected = semver.intersects(one, other, { includePrerelease: true });
      expect(new RangeOverlap().overlaps(one, other)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('a range that no version satisfies overlaps with nothing', () => {
  for (const other of ['*', '1.0.0', '<1', '<0.0.0-0', '>=0.0.0-0'])
    for (const nothing of ['<0.0.0-0', '>2 <1'])
      expect(new RangeOverlap().overlaps(nothing, other), `${nothing} and ${other}`).toBe(false);
});
