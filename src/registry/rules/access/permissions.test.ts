import { expect, test } from 'vitest';
import type { Scope } from '../../api/names.js';
import { allowsItem, requireOwner } from './permissions.js';
import type { KnownPrincipal } from './principal.js';

function principal(
  name: string,
  scopes: readonly Scope[] = ['skills:read', 'skills:publish'],
): KnownPrincipal {
  return {
    kind: 'token',
    name,
    userId: null,
    tokenId: null,
    sessionId: null,
    role: null,
    scopes,
    patterns: [],
    expiresAt: null,
    csrf: null,
  };
}

const owners = ['user:ada@example.com', 'service:ci'];

test('an owner and an admin pass', () => {
  for (const passing of [principal('service:ci'), principal('service:other', ['tenant:admin'])])
    expect(() => requireOwner({ principal: passing }, owners)).not.toThrow();
});

test('nobody else passes, and the hint says whom to ask', () => {
  for (const name of ['service:other', 'user:ci', 'service:c', 'service:ci2']) {
    expect(() => requireOwner({ principal: principal(name) }, owners)).toThrow(
      expect.objectContaining({ code: 'forbidden', hint: expect.stringContaining('service:ci') }),
    );
  }
});

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
