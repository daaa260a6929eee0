import { expect, test } from 'vitest';
import { isAtLink, machinePageAt, skillAddress, skillTabIn } from './machine-address.js';

test.each([
  ['/machine', 'today'],
  ['/machine/', 'today'],
  ['/machine/skills', 'skills'],
  ['/machine/skill', 'skill'],
  ['/machine/sessions', 'sessions'],
  ['/machine/sessions/', 'sessions'],
  ['/machine/episode', 'episode'],
  ['/machine/effect', 'effect'],
  ['/machine/nothing', 'not-found'],
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

test.each([
  ['a skill', '/machine/skill', 'skills'],
  ['a task', '/machine/episode', 'sessions'],
  ['a proposal', '/machine/proposal', 'review'],
] as const)('%s belongs to its table', (_, path, table) => {
  expect([isAtLink(path, table), isAtLink(path, 'today')]).toEqual([true, false]);
});
