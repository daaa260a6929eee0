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
  patterns: [],
  expiresAt: null,
  csrf: null,
};
const found: Authenticated = { tenant, principal };

function prepared() {
  const revisions = countRevisions();
  const world = { now: 1_000_000, isListening: true };
  const kept = new AuthCache({
    clock: { now: () => world.now },
    changes: {
      revision: (changed) => (world.isListening ? revisions.of(changed) : undefined),
    },
  });
  return { kept, world, revisions };
}

test('what was found is kept for less than a minute', () => {
  const { kept, world } = prepared();
  kept.keep('a', found, kept.revision(1));
  world.now += 59_999;
  expect(kept.get('a')).toBe(found);
  world.now += 1;
  expect(kept.get('a')).toBeUndefined();
});

test('never past the end of the credential', () => {
  const { kept, world } = prepared();
  const ending = { tenant, principal: { ...principal, expiresAt: new Date(world.now + 10) } };
  kept.keep('a', ending, kept.revision(1));
  world.now += 9;
  expect(kept.get('a')).toBe(ending);
  world.now += 1;
  expect(kept.get('a')).toBeUndefined();
});

test("a change of the tenant's access ends it, another tenant's or the catalog's does not", () => {
  const { kept, revisions } = prepared();
  kept.keep('a', found, kept.revision(1));
  revisions.move({ tenantId: 2, part: 'access' });
  revisions.move({ tenantId: 1, part: 'catalog' });
  expect(kept.get('a')).toBe(found);
  revisions.move({ tenantId: 1, part: 'access' });
  expect(kept.get('a')).toBeUndefined();
});

test('a change between the reading and the keeping is not overlooked', () => {
  const { kept, revisions } = prepared();
  const revision = kept.revision(1);
  revisions.move({ tenantId: 1, part: 'access' });
  kept.keep('a', found, revision);
  expect(kept.get('a')).toBeUndefined();
});

test('nothing is kept, and nothing kept is used, while changes cannot be heard', () => {
  const { kept, world } = prepared();
  kept.keep('a', found, kept.revision(1));
  world.isListening = false;
  expect(kept.get('a')).toBeUndefined();
  kept.keep('b', found, kept.revision(1));
  world.isListening = true;
  expect(kept.get('b')).toBeUndefined();
});

test('there is an end to what is kept, and the longest kept goes first', () => {
  const { kept } = prepared();
  for (let at = 0; at < 10_001; at += 1) kept.keep(`key ${at}`, found, kept.revision(1));
  expect(kept.get('key 0')).toBeUndefined();
  expect(kept.get('key 1')).toBe(found);
  expect(kept.get('key 10000')).toBe(found);
});

test('while changes cannot be heard it is given out only where the database does not answer, and not for longer', () => {
  const { kept, world, revisions } = prepared();
  kept.keep('a', found, kept.revision(1));
  expect(kept.lastKnown('a')).toBeUndefined();
  world.isListening = false;
  expect(kept.get('a')).toBeUndefined();
  expect(kept.lastKnown('a')).toBe(found);
  world.now += 60_000;
  expect(kept.lastKnown('a')).toBeUndefined();
  world.now -= 60_000;
  world.isListening = true;
  revisions.move({ tenantId: 1, part: 'access' });
  expect(kept.get('a')).toBeUndefined();
  world.isListening = false;
  expect(kept.lastKnown('a')).toBeUndefined();
});
