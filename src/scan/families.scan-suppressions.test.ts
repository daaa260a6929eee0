import { expect, test } from 'vitest';
import { CoppiceError } from '../text/errors.js';
import { checkedSuppressions } from './families.js';

function check(rule: string, expected: string) {
  expect(told(rule)).toBe(expected);
}

function told(rule: string): string {
  const suppressions = [{ rule, reason: 'it is ours' }];
  try {
    return checkedSuppressions(suppressions, 'config.toml') === suppressions ? 'accepted' : 'changed';
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return `${error.code}: ${error.message}; ${error.hint}`;
  }
}

test('a rule that exists may be suppressed', () => {
  check('structure/link', 'accepted');
});

test('a mistyped rule is answered with the one that was meant', () => {
  check(
    'structure/links',
    'bad-value: config.toml: scan.suppress names no rule: structure/links; did you mean: structure/link',
  );
});

test('all rules at once cannot be suppressed', () => {
  for (const rule of ['*', 'structure', 'structure/*', '']) {
    expect(told(rule), rule).toMatch(/^bad-value: config\.toml: scan\.suppress names no rule/);
  }
});
