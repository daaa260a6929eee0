import { expect, test } from 'vitest';
import {
  type CatalogView,
  changedView,
  clearedView,
  readView,
  viewAddress,
  withoutTag,
  withTag,
} from './catalog-view.js';

const usual = readView(new URLSearchParams());

function viewAt(address: string): CatalogView {
  return readView(new URL(address, 'http://catalog.test').searchParams);
}

test.each([
  '/',
  '/?query=a%26b+c&kind=agent&tags=backend%2Cdata&sort=used&state=flagged&cursor=aa.bb',
  '/?query=axum&sort=name',
])('%s is the address of the view that it asks for', (address) => {
  expect(viewAddress(viewAt(address))).toBe(address);
});

test.each([
  ['/?kind=robot&state=gone&sort=best&tags=,%20,', '/'],
  ['/?sort=relevance', '/'],
  ['/?query=axum&sort=relevance', '/?query=axum'],
  ['/?tags=a,a,b', '/?tags=a%2Cb'],
])('%s is read as %s', (given, expected) => {
  expect(viewAddress(viewAt(given))).toBe(expected);
});

test.each([
  ['/?cursor=aa.bb', { query: 'axum' }, '/?query=axum'],
  ['/?query=axum', { query: '' }, '/'],
  ['/?sort=used', { query: 'axum' }, '/?query=axum&sort=used'],
  ['/?query=axum&sort=name', { query: '' }, '/'],
  ['/?query=axum', { sort: 'updated' }, '/?query=axum&sort=updated'],
  ['/?tags=a&cursor=aa', { kind: 'agent' }, '/?kind=agent&tags=a'],
] as const)('%s changed by %o is %s', (given, change, expected) => {
  expect(viewAddress(changedView(viewAt(given), change))).toBe(expected);
});

test('a tag is added once and can be taken away', () => {
  const chosen = withTag(withTag(withTag(usual, 'a'), 'b'), 'a');
  expect(chosen.tags).toEqual(['a', 'b']);
  expect(withoutTag(chosen, 'a').tags).toEqual(['b']);
});

test('a cleared view keeps the kind and the order that was chosen', () => {
  const view = viewAt('/?query=axum&kind=command&tags=a&sort=used&state=archived&cursor=aa');
  expect(viewAddress(clearedView(view))).toBe('/?kind=command&sort=used');
});
