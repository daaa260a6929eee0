import { expect, test } from 'vitest';
import { dayMs } from '../../../text/time.js';
import type { DecayPolicy } from '../../api/settings.js';
import { type DecayFacts, decayWindows, judgeDecay, requiredByCandidatesOnly } from './decay.js';

const now = Date.UTC(2026, 0, 15, 12);
const daysAgo = (days: number): number => now - days * dayMs;

const policy: DecayPolicy = {
  enabled: true,
  days: 180,
  max_uses: 3,
  grace_days: 0,
  counting: 'lifetime',
  declining: false,
};
const unused: DecayFacts = {
  publishedAt: daysAgo(200),
  lastUsedAt: null,
  useCount: 0,
  uses: { counted: 0, recent: 0, former: 0 },
  isRequired: false,
  pinnedBy: 0,
};
const usedTwice: DecayFacts = { ...unused, publishedAt: daysAgo(400), lastUsedAt: daysAgo(190), useCount: 2 };
const dwindling: DecayFacts = {
  ...unused,
  lastUsedAt: daysAgo(2),
  useCount: 90,
  uses: { counted: 90, recent: 1, former: 40 },
};

const neverUsed = ['never used', 'published 200 days ago'];
const idle = ['last used 190 days ago', 'used 2 times, fewer than 3'];
const declined = ['used once in the last 14 days, 40 times in the same days half a year before'];

function check(
  facts: Partial<DecayFacts>,
  rules: Partial<DecayPolicy>,
  expected: readonly string[] | undefined,
): void {
  const decay = judgeDecay({ ...unused, ...facts }, { ...policy, ...rules }, now);
  expect(decay).toEqual(expected ? { kind: 'candidate', reasons: expected } : { kind: 'none' });
}

test.for<[string, Partial<DecayFacts>, Partial<DecayPolicy>, readonly string[] | undefined]>([
  ['an item that was published long ago and never used decays', {}, {}, neverUsed],
  ['a new item does not, whatever the days', { publishedAt: daysAgo(0) }, { days: 1 }, undefined],
  ['published exactly `days` ago is not yet long ago', { publishedAt: daysAgo(180) }, {}, undefined],
  [
    'with 0 days, an item decays a moment after its publication',
    { publishedAt: now - 1 },
    { days: 0 },
    ['never used', 'published 0 days ago'],
  ],
  ['an item that was used little and long ago decays', usedTwice, {}, idle],
  ['used exactly `days` ago is not yet long ago', { ...usedTwice, lastUsedAt: daysAgo(180) }, {}, undefined],
  ['an item used as often as max_uses never decays', { ...usedTwice, useCount: 3 }, {}, undefined],
  ['with max_uses 0 nothing decays', {}, { max_uses: 0 }, undefined],
  ['a new version is a sign of life', { ...usedTwice, publishedAt: daysAgo(1) }, {}, undefined],
  ['the grace protects for longer than the days', {}, { grace_days: 200 }, undefined],
  ['the grace ends', {}, { grace_days: 199 }, neverUsed],
  ['a policy that is off finds nothing', {}, { enabled: false }, undefined],
  [
    'by window, old use no longer protects',
    { ...usedTwice, useCount: 900 },
    { counting: 'window' },
    ['used 0 times in the last 180 days, fewer than 3'],
  ],
  [
    'by window, a little use does not protect',
    { ...dwindling, uses: { counted: 1, recent: 1, former: 0 } },
    { counting: 'window', days: 1 },
    ['used once in the last 1 day, fewer than 3'],
  ],
  [
    'by window, enough use protects',
    { ...dwindling, uses: { counted: 3, recent: 1, former: 0 } },
    { counting: 'window' },
    undefined,
  ],
  ['by window, the reason of an item that was never used says so', {}, { counting: 'window' }, neverUsed],
  [
    'by window, a new item has had no window yet',
    { publishedAt: daysAgo(10) },
    { counting: 'window' },
    undefined,
  ],
  ['decline is ignored by default', dwindling, {}, undefined],
  ['less use than half a year before is decline', dwindling, { declining: true }, declined],
  [
    'as much use is not',
    { ...dwindling, uses: { counted: 9, recent: 4, former: 4 } },
    { declining: true },
    undefined,
  ],
  ['decline waits for the grace, too', dwindling, { declining: true, grace_days: 300 }, undefined],
  [
    'both reasons are given',
    { ...usedTwice, uses: dwindling.uses },
    { declining: true },
    [...idle, ...declined],
  ],
])('%s', ([, facts, rules, expected]) => check(facts, rules, expected));

test.for<[Partial<DecayFacts>, ...string[]]>([
  [{ isRequired: true }, 'required by another item'],
  [{ pinnedBy: 1 }, 'pinned by 1 project'],
  [{ pinnedBy: 2 }, 'pinned by 2 projects'],
  [{ isRequired: true, pinnedBy: 12 }, 'required by another item', 'pinned by 12 projects'],
])('a candidate is protected where it is %o', ([facts, ...by]) => {
  for (const rules of [{}, { counting: 'window' }, { declining: true }] as const)
    expect(judgeDecay({ ...dwindling, ...usedTwice, ...facts }, { ...policy, ...rules }, now)).toEqual({
      kind: 'protected',
      by,
    });
  expect(judgeDecay({ ...unused, ...facts }, { ...policy, max_uses: 0 }, now)).toEqual({ kind: 'none' });
});

test('the days compared are whole, and of the same days of the week', () => {
  const { counted, recent, former } = decayWindows(policy, now);
  expect(counted).toEqual(['2025-07-19', '2026-01-15']);
  expect(recent).toEqual(['2026-01-01', '2026-01-14']);
  expect(former).toEqual(['2025-07-03', '2025-07-16']);
  expect(new Date(recent[0]).getUTCDay()).toBe(new Date(former[0]).getUTCDay());
});

test.each([
  ['nothing requires them', { 1: [], 2: [] }, [1, 2]],
  ['they require each other', { 1: [2], 2: [1] }, [1, 2]],
  ['one requires itself', { 1: [1] }, [1]],
  ['one of a cycle is required by a live item', { 1: [2], 2: [1, 9] }, []],
  ['a chain hangs on a live item', { 1: [9], 2: [1], 3: [2] }, []],
  ['a chain hangs on a dead one', { 1: [], 2: [1], 3: [2] }, [1, 2, 3]],
  ['a dead one and a live one require it', { 1: [], 2: [1, 9] }, [1]],
])('candidates that only candidates require stay candidates: %s', (_, requiredBy, remaining) => {
  const map = new Map(Object.entries(requiredBy).map(([id, by]) => [Number(id), by]));
  expect([...requiredByCandidatesOnly(map)].sort()).toEqual(remaining);
});
