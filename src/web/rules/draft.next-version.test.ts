import { expect, test } from 'vitest';
import { nextVersion } from './draft.js';

test.each([
  [undefined, '0.1.0'],
  ['1.0.0', '1.0.1'],
  ['0.9.9', '0.9.10'],
  ['2.3.4+build.7', '2.3.5'],
  ['2.0.0-rc.1', '2.0.0'],
  ['2.0.0-rc.1+build', '2.0.0'],
  ['2.0.0+build-7', '2.0.1'],
  ['1.0.9007199254740993', '1.0.9007199254740994'],
])('after %s comes %s', (published, next) => {
  expect(nextVersion(published)).toBe(next);
});
