import { expect, test } from 'vitest';
import { hasRole, holderOf, holderText } from './rights.js';

test.each<[string, string | undefined, string | undefined]>([
  [' Ada@Example.com ', 'user:ada@example.com', 'ada@example.com'],
  ['user:ada@example.com', 'user:ada@example.com', 'ada@example.com'],
  ['group:Design Leads', 'group:Design Leads', 'group Design Leads'],
  ['service:ci', 'service:ci', 'service ci'],
  ['designers', undefined, undefined],
  ['', undefined, undefined],
])('%s is a holder, or not', (typed, holder, text) => {
  expect(holderOf(typed)).toBe(holder);
  expect(holder && holderText(holder)).toBe(text);
});

test('a role counts where the name is, and only with the scope', () => {
  const who = {
    scopes: ['skills:read', 'skills:publish'] as const,
    rights: [
      { namespace: null, role: 'reader', from: 'tenant', group: null },
      { namespace: 'design', role: 'curator', from: 'group', group: 'designers' },
    ] as const,
  };
  const has = (role: Parameters<typeof hasRole>[1], slug: string) =>
    hasRole({ scopes: [...who.scopes], rights: [...who.rights] }, role, slug);
  expect([has('publisher', '@design/logo'), has('curator', '@design/logo')]).toEqual([true, false]);
  expect([has('reader', 'logo'), has('publisher', 'logo'), has('reader', '@other/logo')]).toEqual([
    true,
    false,
    false,
  ]);
});
