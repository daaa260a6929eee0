import { expect, test } from 'vitest';
import { type Bump, versionAfter } from './next-version.js';

test.each<[string, Bump, string]>([
  ['1.0.0', 'patch', '1.0.1'],
  ['0.9.9', 'patch', '0.9.10'],
  ['2.3.4+build.7', 'patch', '2.3.5'],
  ['2.0.0-rc.1', 'patch', '2.0.0'],
  ['2.0.0-rc.1+build', 'patch', '2.0.0'],
  ['2.0.0+build-7', 'patch', '2.0.1'],
  ['1.0.9007199254740993', 'patch', '1.0.9007199254740994'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.0-rc.1', 'minor', '1.2.0'],
  ['1.2.1-rc.1', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  ['2.0.0-rc.1', 'major', '2.0.0'],
  ['2.1.0-rc.1', 'major', '3.0.0'],
])('after %s, the next %s is %s', (version, bump, next) => {
  expect(versionAfter(version, bump)).toBe(next);
});

test.each(['', '1.2', 'v1.2.3', '1.2.3.4'])('%j is refused', (text) => {
  expect(() => versionAfter(text, 'patch')).toThrow('not a version');
});
