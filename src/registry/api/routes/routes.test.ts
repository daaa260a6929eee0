import { expect, test } from 'vitest';
import { bodyLimitOf, type Route } from '../route.js';
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

test('what anybody may send is no larger than a credential', () => {
  const open = table.filter(([, { access, body, upload }]) => access === 'open' && (body || upload));
  expect(open.map(([name]) => name)).toContain('signIn');
  // The identity token of a pipeline names its groups, and may be larger than a credential of ours.
  const limitOf = (name: string) => (name === 'exchangeIdentity' ? 16_384 : 4_096);
  for (const [name, route] of open) expect(bodyLimitOf(route).bytes, name).toBeLessThanOrEqual(limitOf(name));
});

test('only routes with a body limit it', () => {
  const odd = table.filter(([, { body, upload, bodyLimit }]) => bodyLimit && !body && !upload);
  expect(odd.map(([name]) => name)).toEqual([]);
});
