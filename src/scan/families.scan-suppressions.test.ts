import { expect, test } from 'vitest';
import { CoppiceError } from '../text/errors.js';
import { checkedSuppressions } from './families.js';

function check(rule: string, expected: string) {
  expect(resultFor(rule)).toBe(expected);
}

function resultFor(rule: string): string {
  const suppressions = [{ rule, reason: 'it is ours' }];
  try {
    return checkedSuppressions(suppressions, 'config.toml') === suppressions ? 'accepted' : 'changed';
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return `${error.code}: ${error.message}; ${error.hint}`;
  }
}

test('an existing rule can be suppressed', () => {
  check('structure/link', 'accepted');
});

test('the error for a mistyped rule suggests the closest one', () => {
  check(
    'structure/links',
    'bad-value: config.toml: scan.suppress names an unknown rule: structure/links; did you mean: structure/link',
  );
});

test('all rules at once cannot be suppressed', () => {
  for (const rule of ['*', 'structure', 'structure/*', '']) {
    expect(resultFor(rule), rule).toMatch(/^bad-value: config\.toml: scan\.suppress names an unknown rule/);
  }
});
