import { expect, test } from 'vitest';
import { importVersion } from './local-names.js';

test.for<[string | undefined, readonly string[], string]>([
  [undefined, [], '0.1.0'],
  ['2.3.4', [], '2.3.4'],
  ['1.0', [], '0.1.0'],
  ['99999999999999999999.0.0', [], '0.1.0'],
  ['1.0.0', ['1.0.0'], '1.0.1'],
  ['1.0.0', ['1.0.0', '1.0.9', '1.0.10'], '1.0.11'],
  ['1.1.0', ['1.0.0', '1.0.1'], '1.1.0'],
  ['1.0.0', ['2.0.0'], '2.0.1'],
  [undefined, ['0.1.0'], '0.1.1'],
  ['1.0.0+two', ['1.0.0+one'], '1.0.1'],
  [undefined, ['1.0.0-rc.1'], '1.0.0'],
])('a skill that declares %s is imported after %o as %s', ([declared, used, expected]) => {
  expect(importVersion(declared, used)).toBe(expected);
});
