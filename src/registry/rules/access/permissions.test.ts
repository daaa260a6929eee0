import { expect, test } from 'vitest';
import { allowsItem } from './permissions.js';

function check(patterns: readonly string[], slug: string, allowed: boolean): void {
  test(`${patterns.join(' ') || 'no pattern'} ${allowed ? 'allows' : 'does not allow'} ${slug}`, () => {
    expect(allowsItem({ patterns }, slug)).toBe(allowed);
  });
}

check([], 'anything', true);
check(['lib'], 'lib', true);
check(['lib'], 'lib-2', false);
check(['*'], 'anything', true);
check(['team-*'], 'team-lint', true);
check(['team-*'], 'team-', true);
check(['team-*'], 'my-team-lint', false);
check(['*-lint'], 'team-lint', true);
check(['*-lint'], 'team-lints', false);
check(['a*b*c'], 'a-b-c', true);
check(['a*b*c'], 'a-c-b', false);
check(['a*b*c'], 'abc', true);
// The prefix and the suffix must not overlap.
check(['ab*ba'], 'aba', false);
check(['ab*ba'], 'abba', true);
check(['a*a'], 'a', false);
check(['one', 'two-*'], 'two-three', true);
check(['one', 'two-*'], 'three', false);
// A pattern on which a naive matcher takes exponential time.
check(['*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b'], 'a'.repeat(64), false);
check(['@design/*'], '@design/logo', true);
check(['@design/*'], '@designers/logo', false);
check(['@design/*'], 'design-logo', false);
check(['team-*'], '@team-lint/logo', false);
