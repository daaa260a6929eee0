import { expect, test } from 'vitest';
import type { Route } from '../route.js';
import { accountRoutes } from './account.js';
import { routes } from './routes.js';

const table: readonly (readonly [string, Route])[] = Object.entries(routes);

test.each(table)('%s says what of it may be stored', (_, { cache }) => {
  expect(['never', 'validated']).toContain(cache);
});

test('no change and nothing about an account is stored', () => {
  const stored = table.filter(
    ([name, { method, cache }]) => cache !== 'never' && (method !== 'GET' || name in accountRoutes),
  );
  expect(stored.map(([name]) => name)).toEqual([]);
});

test('what the server caches may be stored by the caller, too', () => {
  expect(table.filter(([, { cachedBy, cache }]) => cachedBy !== undefined && cache === 'never')).toEqual([]);
});
