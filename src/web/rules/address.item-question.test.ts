import { expect, test } from 'vitest';
import { fileAddress, installCommand, kindIn, tabAddress, tabIn } from './address.js';

test.each([
  ['', ['skill', 'read']],
  ['kind=agent&tab=scan', ['agent', 'scan']],
  ['kind=robot&tab=constructor', ['skill', 'read']],
])('the address with %j asks for %j', (text, expected) => {
  const query = new URLSearchParams(text);
  expect([kindIn(query), tabIn(query)]).toEqual(expected);
});

test('the parts of a page have addresses', () => {
  expect(tabAddress({ slug: 'axum', kind: 'skill' }, 'read')).toBe('/skills/axum');
  expect(tabAddress({ slug: 'axum', kind: 'agent', version: '1.0.0' }, 'scan')).toBe(
    '/skills/axum?kind=agent&version=1.0.0&tab=scan',
  );
  expect(fileAddress({ slug: 'axum', kind: 'skill' }, 'a b.md', 3)).toBe(
    '/skills/axum?tab=files&file=a+b.md&line=3',
  );
});

test('the command names only what is not the usual', () => {
  expect(installCommand({ slug: 'axum', kind: 'skill' })).toBe('coppice add axum');
  expect(installCommand({ slug: 'reviewer', kind: 'agent', version: '1.0.0' })).toBe(
    'coppice add reviewer@1.0.0 --kind agent',
  );
});
