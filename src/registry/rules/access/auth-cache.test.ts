import { expect, test } from 'vitest';
import { countRevisions } from '../../data/db/changes.js';
import { AuthCache, type Authenticated } from './auth-cache.js';
import type { KnownPrincipal } from './principal.js';
import { readSettings } from './stored-settings.js';

const tenant = { id: 1, slug: 'acme', settings: readSettings({}) };
const principal: KnownPrincipal = {
  kind: 'token',
  name: 'service:ci',
  userId: null,
  tokenId: 't',
  sessionId: null,
  role: null,
  scopes: ['skills:read'],
  rights: [],
  patterns: [],
  expiresAt: null,
  csrf: null,
};
const found: Authenticated = { tenant, principal };

function prepared() {
  const revisions = countRevisions();
  const world = { now: 1_000_000, isListening: true };
  const cache = new AuthCache({
    clock: { now: () => world.now },
    changes: {
      revision: (changed) => (world.isListening ? revisions.of(changed) : undefined),
    },
  });
  return { cache, world, revisions };
}

test('an entry lives for less than a minute', () => {
  const { cache, world } = prepared();
  cache.set('a', found, cache.revision(1));
  world.now += 59_999;
  expect(cache.get('a')).toBe(found);
  world.now += 1;
  expect(cache.get('a')).toBeUndefined();
});

test('an entry never lives past the expiry of its credential', () => {
  const { cache, world } = prepared();
  const ending = { tenant, principal: { ...principal, expiresAt: new Date(world.now + 10) } };
  cache.set('a', ending, cache.revision(1));
  world.now += 9;
  expect(cache.get('a')).toBe(ending);
  world.now += 1;
  expect(cache.get('a')).toBeUndefined();
});

test("a change of the tenant's access drops the entry; a change of another tenant or of the catalog does not", () => {
  const { cache, revisions } = prepared();
  cache.set('a', found, cache.revision(1));
  revisions.advance({ tenantId: 2, part: 'access' });
  revisions.advance({ tenantId: 1, part: 'catalog' });
  expect(cache.get('a')).toBe(found);
  revisions.advance({ tenantId: 1, part: 'access' });
  expect(cache.get('a')).toBeUndefined();
});

test('a change between the read and the caching is not overlooked', () => {
  const { cache, revisions } = prepared();
  const revision = cache.revision(1);
  revisions.advance({ tenantId: 1, part: 'access' });
  cache.set('a', found, revision);
  expect(cache.get('a')).toBeUndefined();
});

test('nothing is cached, and no entry is used, while changes cannot be received', () => {
  const { cache, world } = prepared();
  cache.set('a', found, cache.revision(1));
  world.isListening = false;
  expect(cache.get('a')).toBeUndefined();
  cache.set('b', found, cache.revision(1));
  world.isListening = true;
  expect(cache.get('b')).toBeUndefined();
});

test('the cache is bounded, and the oldest entry goes first', () => {
  const { cache } = prepared();
  for (let at = 0; at < 10_001; at += 1) cache.set(`key ${at}`, found, cache.revision(1));
  expect(cache.get('key 0')).toBeUndefined();
  expect(cache.get('key 1')).toBe(found);
  expect(cache.get('key 10000')).toBe(found);
});

test('while changes cannot be received an entry serves only as the last known result, and for no longer', () => {
  const { cache, world, revisions } = prepared();
  cache.set('a', found, cache.revision(1));
  expect(cache.lastKnown('a')).toBeUndefined();
  world.isListening = false;
  expect(cache.get('a')).toBeUndefined();
  expect(cache.lastKnown('a')).toBe(found);
  world.now += 60_000;
  expect(cache.lastKnown('a')).toBeUndefined();
  world.now -= 60_000;
  world.isListening = true;
  revisions.advance({ tenantId: 1, part: 'access' });
  expect(cache.get('a')).toBeUndefined();
  world.isListening = false;
  expect(cache.lastKnown('a')).toBeUndefined();
});
