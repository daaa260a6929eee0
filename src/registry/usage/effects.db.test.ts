import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../text/time.js';
import { type EffectDay, effectLimits, effectReport } from '../api/effect.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import type { Tenant } from '../rules/access/principal.js';
import { poolEffects } from './effects.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const digest = `sha256:${'a'.repeat(64)}`;
const other = `sha256:${'b'.repeat(64)}`;
const dayOf = (day: number, bad = 1): EffectDay => ({ day, loads: 4, bad, other_loads: 9, other_bad: 2 });

/** One letter is a machine. */
async function report(
  tenant: Tenant,
  name: string,
  machine: string,
  days: readonly EffectDay[],
  of = digest,
): Promise<string[]> {
  const caller = registry.caller(tenant, { name });
  const body = effectReport.parse({ machine: machine.repeat(16), effects: [{ digest: of, days }] });
  const { effects } = await poolEffects(registry, caller, body);
  return (effects[0]?.machines ?? []).map(
    (each) => `${each.member}: ${each.days.map(({ day, bad }) => `${day}/${bad}`).join(' ')}`,
  );
}

test('a member gets what other machines reported of the same change, and never their own', async () => {
  const tenant = await registry.tenant('pool');
  expect(await report(tenant, 'user:a@x', '1', [dayOf(-2), dayOf(3)])).toEqual([]);
  expect(await report(tenant, 'user:b@x', '1', [dayOf(-1)])).toEqual(['0: -2/1 3/1']);
  expect(await report(tenant, 'user:b@x', '2', [])).toEqual(['0: -2/1 3/1', '1: -1/1']);
  expect(await report(tenant, 'user:c@x', '3', [dayOf(1)], other)).toEqual([]);
});

test('a report replaces the earlier one of the machine, and an empty one withdraws it', async () => {
  const tenant = await registry.tenant('again');
  await report(tenant, 'user:a@x', '1', [dayOf(1), dayOf(2)]);
  await report(tenant, 'user:a@x', '1', [dayOf(2, 3)]);
  expect(await report(tenant, 'user:b@x', '2', [])).toEqual(['0: 2/3']);
  await report(tenant, 'user:a@x', '1', []);
  expect(await report(tenant, 'user:b@x', '2', [])).toEqual([]);
});

test('another tenant sees nothing of it', async () => {
  const [one, two] = [await registry.tenant('one'), await registry.tenant('two')];
  await report(one, 'user:a@x', '1', [dayOf(1)]);
  expect(await report(two, 'user:b@x', '2', [])).toEqual([]);
});

test('of one member three machines count, those that reported last', async () => {
  const tenant = await registry.tenant('many');
  for (const machine of '12345') {
    registry.clock.advance(dayMs);
    await report(tenant, 'user:a@x', machine, [dayOf(Number(machine))]);
  }
  expect(await report(tenant, 'user:b@x', '9', [])).toEqual(['0: 5/1', '0: 4/1', '0: 3/1']);
});

test('a member reports about a bounded number of changes, and what is refused leaves no row', async () => {
  const tenant = await registry.tenant('flood');
  const caller = registry.caller(tenant, { name: 'user:a@x' });
  const { effects, digestsOfMember } = effectLimits;
  const nth = (index: number) => `sha256:${String(index).padStart(64, '0')}`;
  const send = (first: number, count: number) =>
    poolEffects(registry, caller, {
      machine: '1'.repeat(16),
      effects: Array.from({ length: count }, (_, index) => ({
        digest: nth(first + index),
        days: [dayOf(1)],
      })),
    });
  for (let first = 0; first < digestsOfMember; first += effects) await send(first, effects);
  await expect(send(digestsOfMember, 1)).rejects.toMatchObject({ code: 'conflict' });
  await send(0, effects);
  expect(await report(tenant, 'user:b@x', '9', [], nth(digestsOfMember))).toEqual([]);
});

test.for<[string, unknown]>([
  ['more loads than anybody has in a day', { days: [{ ...dayOf(1), loads: effectLimits.loads + 1 }] }],
  ['more bad episodes than episodes', { days: [dayOf(1, 5)] }],
  ['more of others', { days: [{ ...dayOf(1), other_bad: 10 }] }],
  ['a fraction', { days: [{ ...dayOf(1), loads: 1.5 }] }],
  ['the day of the change', { days: [dayOf(0)] }],
  ['a day too far', { days: [dayOf(29)] }],
  ['a day twice', { days: [dayOf(1), dayOf(1)] }],
  ['a text for a digest', { digest: 'deploy fails', days: [] }],
])('refused: %s', ([, effect]) => {
  const body = { machine: '1'.repeat(16), effects: [{ digest, ...(effect as object) }] };
  expect(effectReport.safeParse(body).success).toBe(false);
});

test('a text beside the counts is not stored', () => {
  const day = { ...dayOf(1), command: 'ship --now' };
  const body = { machine: '1'.repeat(16), skill: 'deploy', effects: [{ digest, days: [day] }] };
  expect(JSON.stringify(effectReport.parse(body))).not.toMatch(/ship|deploy/);
});
