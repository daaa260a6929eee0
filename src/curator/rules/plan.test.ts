import { expect, test } from 'vitest';
import { newRecord, type UsageRecord, usageRecord } from '../../usage/rules/record.js';
import type { CuratorPolicy } from './plan.js';
import {
  type CuratedRecord,
  type CuratorFacts,
  planQuiet,
  planTransitions,
  type SkipReason,
} from './plan.js';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 31);
const policy: CuratorPolicy = {
  staleAfterDays: 30,
  archiveAfterDays: 90,
  neverUsed: 'never',
  provenance: ['agent'],
};
const nothing: CuratorFacts = {
  required: new Set(),
  referenced: new Set(),
  missing: new Set(),
  unreadable: new Set(),
  immovable: new Set(),
};
const own = new Set(['home:pdf']);

/** An agent's skill that was used long ago, so that only what a row says keeps it where it is. */
function record(changes: Partial<UsageRecord> = {}): CuratedRecord {
  const made = usageRecord({ ...newRecord('home:pdf'), createdBy: 'agent' });
  return { ...made, lastActivityAt: now - 400 * day, ...changes };
}

function plan(
  changes: Partial<UsageRecord>,
  facts: Partial<CuratorFacts> = {},
  rules: Partial<CuratorPolicy> = {},
) {
  return planTransitions([record(changes)], { ...nothing, ...facts }, { ...policy, ...rules }, now);
}

function check(expected: string, changes: Partial<UsageRecord>, rules: Partial<CuratorPolicy> = {}): void {
  const [transition] = plan(changes, {}, rules).transitions;
  const happened = transition === undefined ? 'no-change' : `${transition.from} -> ${transition.to}`;
  expect(happened, JSON.stringify([changes, rules])).toBe(expected);
}

test('a skill that an agent made and nobody used is quiet after a stale window, where the policy says so', () => {
  const quiet = (
    changes: Partial<UsageRecord>,
    rules: Partial<CuratorPolicy> = {},
    facts: Partial<CuratorFacts> = {},
  ) =>
    planQuiet(
      [record({ lastActivityAt: 0, firstSeenAt: now - 30 * day, ...changes })],
      { ...nothing, ...facts },
      { ...policy, neverUsed: 'quiet', ...rules },
      now,
    ).length;
  expect(quiet({})).toBe(1);
  expect(quiet({ firstSeenAt: now - 30 * day + 1 })).toBe(0);
  expect(quiet({ firstSeenAt: 0 })).toBe(0);
  expect(quiet({ firstSeenAt: now, createdAt: now - 31 * day })).toBe(1);
  expect(quiet({ restoredAt: now - day })).toBe(0);
  expect(quiet({ lastActivityAt: now - 400 * day })).toBe(0);
  expect(quiet({ state: 'archived' })).toBe(0);
  expect(quiet({ pinned: true })).toBe(0);
  expect(quiet({ createdBy: 'user' }, { provenance: ['agent', 'user'] })).toBe(0);
  expect(quiet({}, { neverUsed: 'never' })).toBe(0);
  expect(quiet({ overrides: { neverUsed: 'quiet' } }, { neverUsed: 'never' })).toBe(1);
  expect(quiet({}, {}, { required: own })).toBe(0);
  expect(quiet({}, {}, { unreadable: own })).toBe(0);
  expect(quiet({}, {}, { immovable: own })).toBe(1);
  check('no-change', { lastActivityAt: 0 }, { neverUsed: 'quiet' });
});

test('a skill is stale and archived exactly at its cutoffs', () => {
  const used = (lastActivityAt: number, state: UsageRecord['state']) => ({ lastActivityAt, state });
  check('no-change', used(now - 30 * day + 1, 'active'));
  check('active -> stale', used(now - 30 * day, 'active'));
  check('active -> stale', used(now - 30 * day - 1, 'active'));
  check('stale -> active', used(now - 30 * day + 1, 'stale'));
  check('no-change', used(now - 30 * day, 'stale'));
  check('no-change', used(now - 90 * day + 1, 'stale'));
  check('stale -> archived', used(now - 90 * day, 'stale'));
  check('stale -> archived', used(now - 90 * day - 1, 'stale'));
});

test('an active skill that is old enough jumps over stale, and archived is terminal', () => {
  check('active -> stale', { lastActivityAt: now - 90 * day + 1 });
  check('active -> archived', { lastActivityAt: now - 90 * day });
  check('no-change', { state: 'archived' });
  check('no-change', { state: 'archived', lastActivityAt: now });
});

test('a stale skill that is used again becomes active', () => {
  check('stale -> active', { state: 'stale', lastActivityAt: now });
});

test('where the archive comes before stale, it wins', () => {
  check('active -> archived', { lastActivityAt: now - 10 * day }, { archiveAfterDays: 10 });
  check('no-change', { lastActivityAt: now - 10 * day + 1 }, { archiveAfterDays: 10 });
});

test('what was never used stays, ages from its creation with a grace, or is old at once', () => {
  const unused = (createdDaysAgo: number) => ({ lastActivityAt: 0, createdAt: now - createdDaysAgo * day });
  check('no-change', unused(4000));
  check('no-change', { ...unused(60), createdAt: now - 60 * day + 1 }, { neverUsed: 'created-at' });
  check('active -> stale', unused(60), { neverUsed: 'created-at' });
  check(
    'no-change',
    { ...unused(0), state: 'stale', createdAt: now - 60 * day },
    { neverUsed: 'created-at' },
  );
  check('active -> stale', { ...unused(0), createdAt: now - 120 * day + 1 }, { neverUsed: 'created-at' });
  check('active -> archived', unused(120), { neverUsed: 'created-at' });
  check('active -> archived', unused(0), { neverUsed: 'immediate' });
  check('stale -> active', { ...unused(4000), state: 'stale' });
});

test('an unknown time of creation is not one long ago', () => {
  check('no-change', { lastActivityAt: 0, createdAt: 0 }, { neverUsed: 'created-at' });
});

test('a restore restarts the age, whatever the policy', () => {
  check('no-change', { restoredAt: now - 30 * day + 1 });
  check('active -> stale', { restoredAt: now - 30 * day });
  check('active -> archived', { restoredAt: now - 90 * day });
  check('no-change', { lastActivityAt: 0, restoredAt: now - day }, { neverUsed: 'immediate' });
  check('no-change', { lastActivityAt: 0, restoredAt: now - 400 * day });
  check('no-change', { lastActivityAt: now - day, restoredAt: now - 400 * day });
});

test('ages of its own count before those of the policy', () => {
  check('no-change', { overrides: { staleAfterDays: 1000, archiveAfterDays: 1000 } });
  check('active -> stale', { overrides: { archiveAfterDays: 1000 } });
  check('active -> archived', { lastActivityAt: now - 3 * day, overrides: { archiveAfterDays: 3 } });
  check('active -> archived', { lastActivityAt: 0, overrides: { neverUsed: 'immediate' } });
});

test('every gate keeps a skill where it is and says why, the first of them before the others', () => {
  const gates: readonly [SkipReason, Partial<UsageRecord>, Partial<CuratorFacts>][] = [
    ['not-agent-created', { createdBy: 'user' }, {}],
    ['pinned', { pinned: true }, {}],
    ['required', {}, { required: own }],
    ['referenced', {}, { referenced: own }],
    ['missing', {}, { missing: own }],
    ['unreadable-state', {}, { unreadable: own }],
    ['immovable', {}, { immovable: own }],
  ];
  let [changes, facts]: [Partial<UsageRecord>, Partial<CuratorFacts>] = [{}, {}];
  for (const [reason, change, fact] of gates.toReversed()) {
    expect(plan(change, fact).skipped, reason).toEqual([{ id: 'home:pdf', reason }]);
    changes = { ...changes, ...change };
    facts = { ...facts, ...fact };
    expect(plan(changes, facts).skipped, `${reason} and all that follow`).toEqual([
      { id: 'home:pdf', reason },
    ]);
  }
});

test('a gate also keeps a stale skill from coming back', () => {
  expect(plan({ state: 'stale', lastActivityAt: now, pinned: true }).transitions).toEqual([]);
});

test('an archived skill has no folder among the others, and is not missing', () => {
  expect(plan({ state: 'archived' }, { missing: own }).skipped).toEqual([
    { id: 'home:pdf', reason: 'no-change' },
  ]);
});

test('the policy says whose skills are moved', () => {
  expect(plan({ createdBy: 'user' }, {}, { provenance: ['agent', 'user'] }).transitions).toHaveLength(1);
  expect(plan({}, {}, { provenance: [] }).skipped).toEqual([{ id: 'home:pdf', reason: 'not-agent-created' }]);
});

test('a transition contains the time from which the age was counted', () => {
  const anchor = now - 95 * day - 5;
  expect(plan({ lastActivityAt: anchor }).transitions).toEqual([
    { id: 'home:pdf', from: 'active', to: 'archived', anchor, idleDays: 95 },
  ]);
});

test('both lists are in the order of the ids', () => {
  const ids = ['home:b', 'claude:z', 'home:a', 'home:B'];
  const records = ids.flatMap((id) => [record({ id }), record({ id: `${id}-new`, lastActivityAt: now })]);
  const { transitions, skipped } = planTransitions(records, nothing, policy, now);
  expect(transitions.map(({ id }) => id)).toEqual(['claude:z', 'home:B', 'home:a', 'home:b']);
  expect(skipped.map(({ id }) => id)).toEqual(['claude:z-new', 'home:B-new', 'home:a-new', 'home:b-new']);
});
