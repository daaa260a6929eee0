import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neverUsedRules, provenances, skillStates } from '../../usage/rules/record.js';
import type { CuratorPolicy } from './plan.js';
import { type CuratedRecord, type CuratorFacts, planTransitions } from './plan.js';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 31);

const days = fc.integer({ min: 0, max: 200 });
/** Often right at a cutoff, sometimes unknown, sometimes in the future. */
const time = fc.oneof(
  fc.constant(0),
  fc.tuple(days, fc.integer({ min: -1, max: 1 })).map(([ago, offset]) => now - ago * day + offset),
  fc.integer({ min: now, max: now + 1000 * day }),
);
const neverUsed = fc.constantFrom(...neverUsedRules);
const policy: fc.Arbitrary<CuratorPolicy> = fc.record({
  staleAfterDays: days,
  archiveAfterDays: days,
  neverUsed,
  provenance: fc.subarray([...provenances]),
});
const record: fc.Arbitrary<CuratedRecord> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3 }),
  createdBy: fc.constantFrom(...provenances),
  createdAt: time,
  lastActivityAt: time,
  restoredAt: time,
  state: fc.constantFrom(...skillStates),
  pinned: fc.boolean(),
  overrides: fc.record({ staleAfterDays: days, archiveAfterDays: days, neverUsed }, { requiredKeys: [] }),
});
const records = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 20 });
function factsAbout(all: readonly CuratedRecord[]): fc.Arbitrary<CuratorFacts> {
  // Few of them, so that some skills get through all gates.
  const some = fc
    .subarray(
      all.map(({ id }) => id),
      { maxLength: Math.ceil(all.length / 5) },
    )
    .map((ids) => new Set(ids));
  return fc.record({ required: some, referenced: some, missing: some, unreadable: some, immovable: some });
}
const given = records.chain((all) => fc.tuple(fc.constant(all), factsAbout(all), policy));

test('every skill is in exactly one of the two lists', () => {
  fc.assert(
    fc.property(given, ([all, facts, policy]) => {
      const { transitions, skipped } = planTransitions(all, facts, policy, now);
      const listed = [...transitions, ...skipped].map(({ id }) => id).sort();
      expect(listed).toEqual(all.map(({ id }) => id).sort());
    }),
  );
});

test('a plan that is carried out leaves nothing to do', () => {
  fc.assert(
    fc.property(given, ([all, facts, policy]) => {
      const states = new Map(
        planTransitions(all, facts, policy, now).transitions.map(({ id, to }) => [id, to]),
      );
      const after = all.map((each) => ({ ...each, state: states.get(each.id) ?? each.state }));
      expect(planTransitions(after, facts, policy, now).transitions).toEqual([]);
    }),
  );
});

test('the order of the records changes nothing', () => {
  const shuffled = given.chain(([all, facts, policy]) =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all], { minLength: all.length }),
      fc.constant([facts, policy] as const),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([all, shuffled, [facts, policy]]) => {
      const [plan, other] = [all, shuffled].map((each) => planTransitions(each, facts, policy, now));
      expect(other).toEqual(plan);
    }),
  );
});

test('a pinned, protected or foreign skill is never in a plan', () => {
  fc.assert(
    fc.property(given, ([all, facts, policy]) => {
      for (const { id } of planTransitions(all, facts, policy, now).transitions) {
        const planned = all.find((each) => each.id === id);
        expect(planned?.pinned).toBe(false);
        expect(policy.provenance).toContain(planned?.createdBy);
        for (const ids of [facts.required, facts.referenced, facts.unreadable, facts.immovable])
          expect(ids.has(id)).toBe(false);
      }
    }),
  );
});

test('a skill that was just used or restored is never retired', () => {
  const justNow = fc.constantFrom(
    { lastActivityAt: now },
    { restoredAt: now, lastActivityAt: now - 500 * day },
  );
  const lasting = policy.map((each) => ({
    ...each,
    staleAfterDays: each.staleAfterDays + 1,
    archiveAfterDays: each.archiveAfterDays + 1,
  }));
  fc.assert(
    fc.property(given, justNow, lasting, ([all, facts], recent, policy) => {
      const used = all.map((each) => ({ ...each, overrides: {}, ...recent }));
      const { transitions } = planTransitions(used, facts, policy, now);
      expect(transitions.filter(({ to }) => to !== 'active')).toEqual([]);
    }),
  );
});

test('time only ever makes a skill older', () => {
  const rank = { active: 0, stale: 1, archived: 2 };
  fc.assert(
    fc.property(record, policy, fc.integer({ min: 0, max: 300 * day }), (each, policy, later) => {
      const none: ReadonlySet<string> = new Set();
      const nothing = { required: none, referenced: none, missing: none, unreadable: none, immovable: none };
      const stateAt = (at: number) =>
        planTransitions([each], nothing, policy, at).transitions[0]?.to ?? each.state;
      expect(rank[stateAt(now + later)]).toBeGreaterThanOrEqual(rank[stateAt(now)]);
    }),
  );
});
