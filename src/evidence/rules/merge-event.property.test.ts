import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEvent, anOutcome, folders } from '../store/batch.arbitrary.js';
import { mergeEvents, patchEvent, type ReportedEvent } from './merge-event.js';

const origin = fc.constantFrom('transcript' as const, 'live' as const);
/** All reports are of the same event, and agree on the skill. */
const told: fc.Arbitrary<ReportedEvent> = fc
  .record({ event: anEvent, origin, outcomeOrigin: origin, folder: fc.constantFrom(undefined, ...folders) })
  .map(({ event, folder, ...one }) => {
    const skill = folder === undefined ? { name: 'pdf' } : { name: 'pdf', folder };
    const credit = { skill, reason: 'named' as const, weight: 1, load: undefined };
    return { ...one, event: { ...event, id: 'the same', credit } };
  });
const patch = fc.oneof(
  fc.record({ id: fc.constant('the same'), outcome: anOutcome }),
  fc.record({ id: fc.constant('the same'), folder: fc.constantFrom(...folders) }),
);

test('the order of reports does not matter', () => {
  fc.assert(
    fc.property(told, told, (one, other) => {
      expect(mergeEvents(one, other)).toEqual(mergeEvents(other, one));
    }),
  );
});

test('it does not matter which two are brought together first', () => {
  fc.assert(
    fc.property(told, told, told, (one, two, three) => {
      expect(mergeEvents(mergeEvents(one, two), three)).toEqual(mergeEvents(one, mergeEvents(two, three)));
    }),
  );
});

test('a repeated report changes nothing', () => {
  fc.assert(
    fc.property(told, told, (one, other) => {
      expect(mergeEvents(one, one)).toEqual(one);
      const both = mergeEvents(one, other);
      expect(mergeEvents(both, other)).toEqual(both);
    }),
  );
});

test('patches may come in any order, and again', () => {
  fc.assert(
    fc.property(told, patch, patch, origin, origin, (one, first, second, from, to) => {
      const both = patchEvent(patchEvent(one, first, from), second, to);
      expect(patchEvent(patchEvent(one, second, to), first, from)).toEqual(both);
      expect(patchEvent(both, first, from)).toEqual(both);
    }),
  );
});
