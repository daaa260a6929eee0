import { expect, test } from 'vitest';
import type { ImportAnswer } from '../../registry/api/routes/local.js';
import { createApi } from './api.js';
import { importInBatches, loadLocalSkills } from './local-skills.js';

type Visitor = Parameters<typeof loadLocalSkills>[1];

const admin: Visitor = { tenant: 'local', scopes: ['tenant:admin'] };

async function asking(who: Visitor, status: number) {
  let times = 0;
  const api = createApi({ token: () => null, renew: () => Promise.resolve(false) }, () => {
    times += 1;
    return Promise.resolve(Response.json({ found: [{ id: 'home:a' }], message: 'no' }, { status }));
  });
  const found = await loadLocalSkills(api, who, new AbortController().signal);
  return { times, found: found.map(({ id }) => id) };
}

test.each<[string, Visitor, number, Awaited<ReturnType<typeof asking>>]>([
  ['an administrator of a registry for one machine', admin, 200, { times: 1, found: ['home:a'] }],
  ['an administrator of a tenant of that name elsewhere', admin, 404, { times: 1, found: [] }],
  ['an administrator of a team', { ...admin, tenant: 'acme' }, 200, { times: 0, found: [] }],
  ['somebody who may only read', { ...admin, scopes: [] }, 200, { times: 0, found: [] }],
  ['a visitor', null, 200, { times: 0, found: [] }],
])('the skills of the machine are offered to the right person: %s', async (_, who, status, expected) => {
  expect(await asking(who, status)).toEqual(expected);
});

test('a failure is not taken for a registry without skills of its machine', async () => {
  await expect(asking(admin, 503)).rejects.toMatchObject({ status: 503 });
});

const ids = Array.from({ length: 60 }, (_, index) => `home:skill-${index}`);

/** A registry that skips every tenth skill and fails at the batch of that number. */
function importing({ failsAt = -1, stopsAt = -1 } = {}) {
  const batches: number[] = [];
  const told: ImportAnswer[] = [];
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
  const tell = (soFar: ImportAnswer) => told.push(soFar);
  return { batches, told, done: importInBatches(ids, { send, told: tell, signal: stop.signal }) };
}

function amounts(told: readonly ImportAnswer[]) {
  return told.map(({ imported, skipped }) => [imported.length, skipped.length]);
}

test('all are imported, in batches, and each batch tells all that was done so far', async () => {
  const { batches, told, done } = importing();
  await done;
  expect(batches).toEqual([25, 25, 10]);
  expect(amounts(told)).toEqual([
    [22, 3],
    [45, 5],
    [54, 6],
  ]);
});

test('what was done before a batch failed has been told', async () => {
  const { told, done } = importing({ failsAt: 1 });
  await expect(done).rejects.toThrow('gone');
  expect(amounts(told)).toEqual([[22, 3]]);
});

test('when it is stopped, no further batch is sent', async () => {
  const { batches, done } = importing({ stopsAt: 2 });
  await done;
  expect(batches).toEqual([25, 25]);
});
