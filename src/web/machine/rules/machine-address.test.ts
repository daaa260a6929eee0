import { expect, test } from 'vitest';
import { isAtLink, machinePageAt, skillAddress, skillTabIn } from './machine-address.js';

test.each([
  ['/machine', 'today'],
  ['/machine/', 'today'],
  ['/machine/skills', 'skills'],
  ['/machine/skill', 'skill'],
  ['/machine/sessions', 'not-found'],
  ['/machinery', 'not-found'],
])('%s is the page %s', (path, page) => {
  expect(machinePageAt(path)).toBe(page);
});

test('an id of any kind survives its address', () => {
  const id = 'claude@12ab:a/b?c&d=e#f';
  const { pathname, searchParams } = new URL(skillAddress(id, 'history'), 'http://localhost');
  expect([machinePageAt(pathname), searchParams.get('id'), skillTabIn(searchParams)]).toEqual([
    'skill',
    id,
    'history',
  ]);
});

test('a skill belongs to the table', () => {
  expect([isAtLink('/machine/skill', 'skills'), isAtLink('/machine/skill', 'today')]).toEqual([true, false]);
});
