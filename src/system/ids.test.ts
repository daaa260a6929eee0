import { expect, test } from 'vitest';
import { countingIds, randomIds } from './ids.js';

test('random ids are 12 characters that can be distinguished, and do not repeat', () => {
  const ids = Array.from({ length: 2000 }, () => randomIds.next());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{12}$/);
  expect(new Set(ids.join('')).size).toBe(32);
});

test('counted ids are the same in every run, and each counter has its own count', () => {
  const ids = countingIds();
  const runs = countingIds('run-');
  expect([ids.next(), runs.next(), ids.next(), runs.next()]).toEqual(['id-1', 'run-1', 'id-2', 'run-2']);
});
