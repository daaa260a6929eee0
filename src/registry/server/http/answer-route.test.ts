import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { testApp } from './app.fixture.js';

/** An app whose listing contains how often it was made. */
function counting() {
  let made = 0;
  const tested = testApp({
    handlers: {
      listItems: async ({ query }) => {
        made += 1;
        const { state } = query as { state: string };
        return { json: { made }, ...(state !== 'published' && { cache: false as const }) };
      },
    },
  });
  const list = async (query = '', who = 'read', tenant = 'acme') => {
    const answer = await tested.ask(`/v1/skills${query}`, { who, tenant });
    const { made: number } = (await answer.json()) as { made?: number };
    return number ?? answer.status;
  };
  return { ...tested, list };
}

test('an answer that the table caches is made once, until its source changes', async () => {
  const { list, world } = counting();
  expect([await list(), await list()]).toEqual([1, 1]);
  world.revision = 2;
  expect([await list(), await list()]).toEqual([2, 2]);
});

test('equivalent queries share an answer, others do not', async () => {
  const { list } = counting();
  expect([await list('?limit=50&kind=skill'), await list('?kind=skill'), await list('?unknown=1')]).toEqual([
    1, 1, 1,
  ]);
  expect([await list('?limit=49'), await list('?kind=agent')]).toEqual([2, 3]);
});

test('an answer is never shared with another tenant, other scopes, or another origin', async () => {
  const { list, ask } = counting();
  expect([await list(), await list('', 'read', 'globex'), await list('', 'read+curate')]).toEqual([1, 2, 3]);
  const elsewhere = await ask('/v1/skills', { who: 'read', headers: { host: 'evil.example.com' } });
  expect(await elsewhere.json()).toEqual({ made: 4 });
});

test('the access is checked each time', async () => {
  const { list } = counting();
  expect([await list(), await list('', 'publish'), await list('', 'garbage')]).toEqual([1, 403, 401]);
});

test('a handler can exclude an answer from the cache', async () => {
  const { list } = counting();
  expect([await list('?state=flagged'), await list('?state=flagged')]).toEqual([1, 2]);
});

test('while changes cannot be received every answer is made again', async () => {
  const { list, world } = counting();
  world.revision = undefined;
  expect([await list(), await list()]).toEqual([1, 2]);
});

test('without the database cached answers can be read, and nothing can be written', async () => {
  let gone = false;
  const fromDatabase = async () => {
    if (gone) throw new CoppiceError('unavailable', 'the database is gone');
    return { json: { slug: 'lib' } };
  };
  const { ask, world } = testApp({ handlers: { getItem: fromDatabase, archive: fromDatabase } });
  expect((await ask('/v1/skills/lib', { who: 'read' })).status).toBe(200);
  gone = true;
  world.revision = undefined;
  expect((await ask('/v1/skills/lib', { who: 'read' })).status).toBe(200);
  expect((await ask('/v1/skills/other', { who: 'read' })).status).toBe(503);
  const write = await ask('/v1/skills/lib/archive', { method: 'POST', who: 'admin' });
  expect([write.status, write.headers.get('retry-after')]).toEqual([503, '5']);
});
