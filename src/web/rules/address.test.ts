import { expect, test } from 'vitest';
import { compareAddress, itemAddress, pageAt, returnAddress, withQuery } from './address.js';

test.each([
  ['/', { name: 'catalog' }],
  ['/graveyard', { name: 'graveyard' }],
  ['/sign-in', { name: 'sign-in' }],
  ['/account', { name: 'account' }],
  ['/skills/axum', { name: 'item', slug: 'axum' }],
  ['/skills/axum/compare', { name: 'compare', slug: 'axum' }],
  ['/drafts/17', { name: 'draft', id: '17' }],
  ['/skills', { name: 'not-found' }],
  ['/skills/', { name: 'not-found' }],
  ['/skills/axum/files', { name: 'not-found' }],
  ['/skills/axum/compare/1', { name: 'not-found' }],
  ['/constructor', { name: 'not-found' }],
])('the address %s is a page', (path, page) => {
  expect(pageAt(path)).toEqual(page);
});

test('an address says only what differs from the usual', () => {
  expect(withQuery('/', { query: 'a b', tags: undefined, sort: '' })).toBe('/?query=a+b');
  expect(itemAddress({ slug: 'axum', kind: 'skill' })).toBe('/skills/axum');
  expect(itemAddress({ slug: 'axum', kind: 'agent' }, { version: '1.0.0' })).toBe(
    '/skills/axum?kind=agent&version=1.0.0',
  );
  expect(compareAddress({ slug: 'axum', kind: 'skill' }, '1.0.0', '1.1.0')).toBe(
    '/skills/axum/compare?from=1.0.0&to=1.1.0',
  );
});

test.each([
  ['/skills/axum?kind=agent', '/skills/axum?kind=agent'],
  [null, '/'],
  ['https://elsewhere.example', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
])('after signing in, %s leads to %s', (given, expected) => {
  expect(returnAddress(given)).toBe(expected);
});
