import { expect, test } from 'vitest';
import { proposedVersion } from './draft.js';

test.each([
  [undefined, '0.1.0'],
  ['1.0.0', '1.0.1'],
  ['2.0.0-rc.1', '2.0.0'],
])('a draft of an item at %s is published as %s', (published, next) => {
  expect(proposedVersion(published)).toBe(next);
});
