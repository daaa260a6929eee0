import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Evidence, Window } from '../rules/evidence.js';
import {
  aBatch,
  anEvent,
  aPatch,
  aTime,
  aWindow,
  skillNames,
  sources,
  wholeTime,
} from './batch.arbitrary.js';
import type { EvidenceStore } from './evidence-store.js';
import type { Batch } from './ingest.js';
import type { PurgeSelection } from './purge.js';
import { openStore, PlainStore, withFolder } from './store.world.js';

const ids = ['home:pdf', 'home:web'];

function answers(evidence: Evidence, window: Window): unknown {
  const bySkill = [...ids, ...skillNames].map((skill) => ({
    skill,
    summary: evidence.summary(window, skill),
    line: evidence.skills(window, skill),
    tools: evidence.tools(window, skill),
    days: evidence.days(window, skill),
    clusters: evidence.clusters(window, { skill }),
    recent: evidence.recent(window, { skill, limit: 3 }),
    rows: evidence.evidenceFor(skill, window),
    episodes: evidence.episodes(window, { skill }),
    failures: evidence.failures(window, { skill }),
    models: evidence.models(window, skill),
  }));
  return {
    bySkill,
    summary: evidence.summary(window),
    skills: evidence.skills(window),
    tools: evidence.tools(window),
    items: evidence.items(window),
    days: evidence.days(window),
    clusters: evidence.clusters(window),
    clusterOfMost: evidence.clusters(window, { limit: 1 }),
    recent: evidence.recent(window),
    episodes: evidence.episodes(window, { limit: 5 }),
    failures: evidence.failures(window),
    corrections: evidence.corrections(window, { limit: 4 }),
    models: evidence.models(window),
    outcomes: evidence
      .outcomes(window)
      .map((outcome) => JSON.stringify(outcome))
      .toSorted(),
  };
}

type Act =
  | { readonly kind: 'ingest'; readonly batch: Batch }
  | { readonly kind: 'resolve'; readonly choice: number; readonly skill: string }
  | { readonly kind: 'purge' | 'drop'; readonly selection: PurgeSelection };

const anIngest = fc.record({ kind: fc.constant('ingest' as const), batch: aBatch });
const aDrop = fc.record({
  kind: fc.constant('drop' as const),
  selection: fc.record({ before: aTime }),
});
const anAct: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: anIngest, weight: 6 },
  fc.record({ kind: fc.constant('resolve' as const), choice: fc.nat(20), skill: fc.constantFrom(...ids) }),
  fc.record({
    kind: fc.constant('purge' as const),
    selection: fc.oneof(
      fc.record({ session: fc.constantFrom('s1', 's2') }),
      fc.record({ source: fc.constantFrom(...sources) }),
      fc.record({ skill: fc.constantFrom(...ids, ...skillNames) }),
      fc.record({ matching: fc.constantFrom('ALPHA', 'bet', '0%', 'a_', '%') }),
      fc.record({ before: aTime }),
      fc.record({ before: aTime, session: fc.constant('s3') }),
    ),
  }),
  aDrop,
);

function act(store: EvidenceStore, plain: PlainStore, { kind, ...act }: Act): void {
  if ('batch' in act) {
    const before = new Set(plain.events().map(({ id }) => id));
    const { added } = store.ingest(act.batch);
    plain.ingest({ ...act.batch, retracted: [] });
    expect(added).toBe(plain.events().filter(({ id }) => !before.has(id)).length);
    plain.ingest({ ...act.batch, events: [], patches: [] });
  } else if ('selection' in act) {
    const victims = plain.purge(act.selection);
    const expected = { events: victims.length };
    if (kind === 'drop') {
      expect(store.dropBefore(act.selection.before ?? 0)).toBe(victims.length);
    } else {
      expect(store.previewPurge(act.selection)).toMatchObject(expected);
      const purged = store.purge(act.selection);
      expect(purged).toMatchObject({ ...expected, isErased: true });
      expect(purged.ids.toSorted()).toEqual(victims.toSorted());
    }
  } else {
    const mentions = store.mentions();
    const mention = mentions[act.choice % (mentions.length || 1)];
    if (mention === undefined) return;
    store.resolve([{ ref: mention.ref, skill: act.skill }]);
    plain.resolve(mention, act.skill);
  }
}

test('every query equals a search of all events, after any reports, retractions, resolutions and purges', async () => {
  await withFolder(async (folder) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 1, maxLength: 12 }), aWindow, async (acts, window) => {
        runs += 1;
        const store = await openStore(folder, `acts-${runs}.sqlite`);
        try {
          const plain = new PlainStore();
          for (const each of acts) act(store, plain, each);
          for (const asked of [wholeTime, window]) {
            expect(answers(store, asked)).toEqual(answers(plain.evidence(), asked));
          }
          expect(store.usageCounters().map(({ days, ...usage }) => usage)).toEqual(plain.usage());
          const times = plain.events().map(({ at }) => at);
          expect(store.lastActivityAt()).toBe(times.length === 0 ? undefined : Math.max(...times));
        } finally {
          store.close();
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** The reports of one source, in order: a patch refers only to an earlier event. */
const aReading = fc
  .record({
    source: fc.constantFrom(...sources),
    events: fc.array(anEvent, { maxLength: 6 }),
    patches: fc.array(aPatch, { maxLength: 3 }),
  })
  .map(({ source, events, patches }): readonly Batch[] => {
    const told = new Set(events.map(({ id }) => id));
    const origin = source.startsWith('live:') ? ('live' as const) : ('transcript' as const);
    const first = { source, origin, events, patches: [], retracted: [] };
    return [first, { ...first, events: [], patches: patches.filter(({ id }) => told.has(id)) }];
  });

/** The readings one after the other, or alternating, in one transaction or in many. */
function interleaved(readings: readonly (readonly Batch[])[], isAlternating: boolean): readonly Batch[] {
  if (!isAlternating) return readings.flat();
  return [0, 1].flatMap((part) => readings.flatMap((reading) => reading.slice(part, part + 1)));
}

test('any order and split of the same readings gives the same answers', async () => {
  const readings = fc
    .array(aReading, { minLength: 1, maxLength: 4 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  await withFolder(async (folder) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(readings, fc.boolean(), fc.boolean(), async ([one, other], alternate, split) => {
        runs += 1;
        const first = await openStore(folder, `first-${runs}.sqlite`);
        const second = await openStore(folder, `second-${runs}.sqlite`);
        try {
          const added = first.ingestAll(one.flat()).added;
          const batches = interleaved(other, alternate);
          const counts = split ? batches.map((each) => second.ingest(each)) : [second.ingestAll(batches)];
          expect(counts.reduce((sum, count) => sum + count.added, 0)).toBe(added);
          expect(answers(second, wholeTime)).toEqual(answers(first, wholeTime));
        } finally {
          first.close();
          second.close();
        }
      }),
      { numRuns: 40 },
    );
  });
});
