import { expect, test } from 'vitest';
import type { Bump } from '../../registry/api/next-version.js';
import { nextVersion } from './item-names.js';

test.each<[readonly string[], Bump, string]>([
  [[], 'patch', '0.0.1'],
  [[], 'minor', '0.1.0'],
  [[], 'major', '1.0.0'],
  [['1.2.3'], 'patch', '1.2.4'],
  [['1.2.3'], 'minor', '1.3.0'],
  [['1.2.3'], 'major', '2.0.0'],
  [['1.9.0', '1.10.0', '0.99.0'], 'patch', '1.10.1'],
  [['1.5.0', '2.0.0-rc.1'], 'patch', '1.5.1'],
  [['1.5.0', '2.0.0-rc.1'], 'major', '2.0.0'],
  [['1.0.0-rc.1', '1.0.0-rc.2'], 'patch', '1.0.0'],
  [['1.0.0+build.5'], 'patch', '1.0.1'],
])('after %j, the next %s is %s', (published, bump, next) => {
  expect(nextVersion(published, bump)).toBe(next);
});
