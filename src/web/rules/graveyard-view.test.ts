import { expect, test } from 'vitest';
import {
  graveyardAddress,
  graveyardViewIn,
  isSame,
  type Thresholds,
  thresholdsIn,
} from './graveyard-view.js';

const policy: Thresholds = { days: 180, max_uses: 3, grace_days: 0 };

test.for<[query: string, expected: Partial<Thresholds>]>([
  ['', {}],
  ['days=90', { days: 90 }],
  ['days=0&max_uses=0&grace_days=7', { days: 0, max_uses: 0, grace_days: 7 }],
  ['days=99999&max_uses=99999999', { days: 1_825, max_uses: 1_000_000 }],
  ['days=-1&max_uses=many&grace_days=1.5', {}],
  ['days=&max_uses=1e3', {}],
])('the address `%s` changes of the policy only what it can', ([query, expected]) => {
  expect(thresholdsIn(new URLSearchParams(query), policy)).toEqual({ ...policy, ...expected });
});

test.for<[address: string, list: 'candidates' | 'archived', kind: 'skill' | 'agent']>([
  ['/graveyard', 'candidates', 'skill'],
  ['/graveyard?kind=agent', 'candidates', 'agent'],
  ['/graveyard?list=archived', 'archived', 'skill'],
  ['/graveyard?list=archived&kind=agent', 'archived', 'agent'],
])('%s is read as it is written', ([address, list, kind]) => {
  expect(graveyardViewIn(new URL(address, 'http://here').searchParams)).toEqual({ list, kind });
  expect(graveyardAddress({ list, kind })).toBe(address);
});

test('a list or kind that there is not is the first one', () => {
  expect(graveyardViewIn(new URLSearchParams('list=x&kind=y'))).toEqual({
    list: 'candidates',
    kind: 'skill',
  });
});

test('thresholds that are the policy stay out of the address', () => {
  const place = { list: 'candidates', kind: 'command' } as const;
  const thresholds = { ...policy, days: 0 };
  expect(graveyardAddress(place, { thresholds, policy })).toBe('/graveyard?kind=command&days=0');
  expect(graveyardAddress(place, { thresholds: policy, policy })).toBe('/graveyard?kind=command');
});

test('thresholds are the same where all three are', () => {
  expect(isSame(policy, { ...policy })).toBe(true);
  expect(isSame(policy, { ...policy, grace_days: 1 })).toBe(false);
});
