import { expect, test } from 'vitest';
import type { ImportAnswer } from '../../registry/api/routes/local.js';
import { createApi } from './api.js';
import { importInBatches, loadLocalSkills } from './local-skills.js';

type Visitor = Parameters<typeof loadLocalSkills>[1];

const admin: Visitor = { tenant: 'local', scopes: ['tenant:admin'] };

async function load(who: Visitor, status: number) {
  let times = 0;
  const api = createApi({ token: () => null, renew: () => Promise.resolve(false) }, () => {
    times += 1;
    return Promise.resolve(Response.json({ found: [{ id: 'home:a' }], message: 'no' }, { status }));
  });
  const found = await loadLocalSkills(api, who, new AbortController().signal);
  return { times, found: found.map(({ id }) => id) };
}

test.each<[string, Visitor, number, Awaited<ReturnType<typeof load>>]>([
  ['an administrator of a registry for one machine', admin, 200, { times: 1, found: ['home:a'] }],
  ['an administrator of a tenant of that name elsewhere', admin, 404, { times: 1, found: [] }],
  ['an administrator of a team', { ...admin, tenant: 'acme' }, 200, { times: 0, found: [] }],
  ['somebody who can only read', { ...admin, scopes: [] }, 200, { times: 0, found: [] }],
  ['a visitor', null, 200, { times: 0, found: [] }],
])('the skills of the machine are offered to the right person: %s', async (_, who, status, expected) => {
  expect(await load(who, status)).toEqual(expected);
});

test('a failure is not treated as a machine without skills', async () => {
  await expect(load(admin, 503)).rejects.toMatchObject({ status: 503 });
});

const ids = Array.from({ length: 60 }, (_, index) => `home:skill-${index}`);

/** Imports into a registry that skips every tenth skill, and fails or stops at the given batch. */
function importing({ failsAt = -1, stopsAt = -1 } = {}) {
  const batches: number[] = [];
  const reported: ImportAnswer[] = [];
  const stop = new AbortController();
  const send = async (batch: readonly string[]): Promise<ImportAnswer> => {
    if (batches.length === failsAt) throw new Error('gone');
    batches.push(batch.length);
    if (batches.length === stopsAt) stop.abort();
    const isSkipped = (id: string) => id.endsWith('0');
    return {
      imported: batch
        .filter((id) => !isSkipped(id))
        .map((id) => ({ id, slug: id.slice(5), version: '1.0.0' })),
      skipped: batch
        .filter(isSkipped)
        .map((id) => ({ id, reason: 'its name is taken', already_there: false })),
    };
  };
  const onProgress = (soFar: ImportAnswer) => reported.push(soFar);
  return { batches, reported, done: importInBatches(ids, { send, onProgress, signal: stop.signal }) };
}

function amounts(reported: readonly ImportAnswer[]) {
  return reported.map(({ imported, skipped }) => [imported.length, skipped.length]);
}

test('all are imported, in batches, and each batch reports all that was done so far', async () => {
  const { batches, reported, done } = importing();
  await done;
  expect(batches).toEqual([25, 25, 10]);
  expect(amounts(reported)).toEqual([
    [22, 3],
    [45, 5],
    [54, 6],
  ]);
});

test('what was done before a batch failed is reported', async () => {
  const { reported, done } = importing({ failsAt: 1 });
  await expect(done).rejects.toThrow('gone');
  expect(amounts(reported)).toEqual([[22, 3]]);
});

test('no further batch is sent after a stop', async () => {
  const { batches, done } = importing({ stopsAt: 2 });
  await done;
  expect(batches).toEqual([25, 25]);
});
