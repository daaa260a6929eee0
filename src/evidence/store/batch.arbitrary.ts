/*
 * Random batches over few events, so that they are reported again, contradicted, patched and taken back. Times crowd around
 * the hours and days that counts are kept by.
 */

import fc from 'fast-check';
import {
  type Credit,
  creditReasons,
  type EventOutcome,
  type EvidenceEvent,
  eventKinds,
  type ObservedFacts,
  precedents,
} from '../rules/event.js';
import type { Batch } from './ingest.js';
import { day, hour, idOf, start } from './store.world.js';

const eventNumbers = 24;
export const skillNames = ['pdf', 'Docs:pdf', 'web'];
export const folders = ['/skills/pdf', '~/pdf'];
export const sources = ['/one.jsonl', '/two.jsonl', 'live:1'];

const number = fc.nat(eventNumbers - 1);
const anId = number.map(idOf);
const word = fc.constantFrom('', 'alpha', 'Beta', '100%', 'a_b');
/** Commands, and messages of every kind. */
const args = fc.oneof(
  word,
  fc.constantFrom('{"command":"make alpha"}', '{"command":"make alpha --fast"}', '{"command":"npm ci"}'),
  fc.constantFrom('yes, go ahead', 'no, that is wrong', 'now write the release notes'),
);

export const aTime = fc
  .tuple(fc.nat(3 * 24), fc.constantFrom(0, 1, hour / 2, hour - 1))
  .map(([hours, more]) => start + hours * hour + more);

export const aWindow = fc
  .tuple(fc.integer({ min: -2, max: 75 }), fc.integer({ min: 0, max: 80 }), fc.constantFrom(0, 1, hour / 3))
  .map(([first, length, more]) => {
    const from = start + first * hour + more;
    return { from, to: from + length * hour + more };
  });

export const anOutcome: fc.Arbitrary<EventOutcome> = fc
  .record({
    isError: fc.boolean(),
    durationMs: fc.option(fc.nat(3), { nil: undefined }),
    ended: fc.constantFrom(undefined, undefined, 'refused', 'interrupted'),
    result: word,
    cluster: word,
  })
  .map((outcome) => (outcome.isError ? outcome : { ...outcome, cluster: '' }));

const unknown = { isError: undefined, durationMs: undefined, ended: undefined, result: '', cluster: '' };

/** Every report of a call credits the same skill, but may not know its folder. */
export const anEvent: fc.Arbitrary<EvidenceEvent> = fc
  .record({
    of: number,
    facts: fc.record({
      at: aTime,
      agent: fc.constantFrom('claude', 'codex'),
      session: fc.constantFrom('s1', 's2', 's3'),
      thread: fc.constantFrom('', 't'),
      turn: fc.nat(2),
      kind: fc.constantFrom(...eventKinds, 'skill-load'),
      tool: fc.constantFrom(undefined, 'Bash', 'Skill', 'mcp__coppice__skill_view'),
      isCorrection: fc.boolean(),
      follows: fc.constantFrom(undefined, ...precedents),
      model: fc.constantFrom(undefined, 'opus-4', 'gpt-6'),
      tokens: fc.constantFrom(undefined, 0, 30),
      item: fc.constantFrom(undefined, 'reviewer', 'ship'),
      args,
    }),
    folder: fc.constantFrom(undefined, ...folders),
    outcome: fc.oneof(fc.constant(unknown), anOutcome),
  })
  .map(({ of, facts, folder, outcome }) => ({
    id: idOf(of),
    ...facts,
    ...outcome,
    credit: creditOf(of, folder),
  }));

function creditOf(of: number, folder: string | undefined): Credit | undefined {
  const name = skillNames[of % skillNames.length];
  const reason = creditReasons[of % creditReasons.length];
  if (of % 7 === 6 || name === undefined || reason === undefined) return undefined;
  const load = of % 4 === 3 ? undefined : idOf(of % 3);
  return { skill: folder === undefined ? { name } : { name, folder }, reason, weight: 0.5, load };
}

export const aPatch = fc.oneof(
  fc.record({ id: anId, outcome: anOutcome }),
  fc.record({ id: anId, folder: fc.constantFrom(...folders) }),
);

/** Only other sessions have the first one as their root. */
const someFacts: fc.Arbitrary<ObservedFacts> = fc
  .record({
    agent: fc.constantFrom('claude', 'codex'),
    session: fc.constantFrom('s1', 's2', 's3'),
    at: aTime,
    isMain: fc.boolean(),
    platform: fc.constantFrom(undefined, 'linux', 'darwin'),
    project: fc.constantFrom(undefined, 'aa', 'bb'),
    root: fc.constantFrom(undefined, 's1'),
    isHeadless: fc.constantFrom(undefined, false, true),
  })
  .map((facts) => (facts.session === 's1' ? { ...facts, root: undefined } : facts));

export const aBatch: fc.Arbitrary<Batch> = fc
  .record({
    source: fc.constantFrom(...sources),
    events: fc.array(anEvent, { maxLength: 10 }),
    patches: fc.array(aPatch, { maxLength: 3 }),
    retracted: fc.array(anId, { maxLength: 1 }),
    facts: fc.array(someFacts, { maxLength: 2 }),
  })
  .map((batch) => ({ ...batch, origin: batch.source.startsWith('live:') ? 'live' : 'transcript' }));

export const wholeTime = { from: start - day, to: start + 10 * day };
