import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEvent } from '../../store/batch.arbitrary.js';
import { deriveEpisodes } from './derive-episodes.js';
import type { RootSession } from './episode.js';

const root: RootSession = { id: 's1', platform: undefined, project: undefined, headless: new Set() };

/** Any text where a transcript has text, and every event once. */
const someEvents = fc.uniqueArray(anEvent, { maxLength: 30, selector: ({ id }) => id }).chain((events) =>
  fc
    .array(fc.record({ args: fc.string({ unit: 'binary' }), result: fc.string({ unit: 'binary' }) }), {
      minLength: events.length,
      maxLength: events.length,
    })
    .map((texts) => events.map((event, at) => (at % 2 === 0 ? event : { ...event, ...texts[at] }))),
);

test('any events give episodes, and their order does not matter', () => {
  fc.assert(
    fc.property(
      someEvents.chain((events) =>
        fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
      ),
      ([one, other]) => {
        expect(deriveEpisodes(other, root)).toEqual(deriveEpisodes(one, root));
      },
    ),
    { numRuns: 200 },
  );
});

test('every episode is a load, ends after it began, and counts its failures', () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      for (const { id, startedAt, endedAt, failures, counts, result, corrections } of deriveEpisodes(
        events,
        root,
      )) {
        expect(events.find((event) => event.id === id)).toMatchObject({ kind: 'skill-load', at: startedAt });
        expect(endedAt).toBeGreaterThanOrEqual(startedAt);
        expect(counts.failed).toBe(failures.length);
        if (corrections.length > 0) expect(result).toBe('corrected');
        if (result === 'clean') expect(failures).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});
