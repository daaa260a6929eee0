import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Observation } from '../../../agents/sessions/observation.js';
import { mergeEvents, patchEvent, type ReportedEvent } from '../merge-event.js';
import { Interpreter } from './interpreter.js';

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
/** A call names the same skill whenever it is reported. */
const skills = { a: 'one', b: 'two', c: 'plugin:one', d: 'one', e: 'two', f: 'plugin:one' } as const;
const place = fc.record({
  session: fc.constantFrom('s', 't'),
  at: fc.constantFrom(0, 1, 2, 3, 9_000_000, 14_400_001, 14_400_004),
});

const observation: fc.Arbitrary<Observation> = fc
  .tuple(
    place,
    fc.oneof(
      key.map((name) => ({
        type: 'call' as const,
        key: name,
        tool: 'Skill',
        args: { skill: skills[name] },
      })),
      fc.record({
        type: fc.constant('call' as const),
        key,
        tool: fc.constantFrom('Bash', 'Read'),
        args: fc.constant({}),
      }),
      fc.record(
        {
          type: fc.constant('result' as const),
          key,
          output: fc.constantFrom('ok', 'Error: boom'),
          isError: fc.boolean(),
          ended: fc.constantFrom('refused' as const, 'interrupted' as const),
        },
        { requiredKeys: ['type', 'key', 'output', 'isError'] },
      ),
      fc.record({
        type: fc.constant('prompt' as const),
        key: key.map((name) => `prompt ${name}`),
        text: fc.constantFrom('go on', 'yes', 'no', 'no, that is wrong', 'write the notes'),
        isQueued: fc.boolean(),
      }),
      fc.record({ type: fc.constant('reply' as const), text: fc.constantFrom('done', 'well?') }),
      fc.record({ type: fc.constant('interruption' as const), key: key.map((name) => `stop ${name}`) }),
      fc.record({ type: fc.constant('located' as const), key, folder: fc.constantFrom('/x', '/y') }),
    ),
  )
  .map(([where, what]) => ({ ...where, ...what }));

/** As a store would. */
function stored(pieces: readonly (readonly Observation[])[]) {
  const events = new Map<string, ReportedEvent>();
  let memory: unknown;
  for (const piece of pieces) {
    const interpreter = new Interpreter('claude', () => ({ redact: (text) => text }), memory);
    for (const each of piece) interpreter.take(each);
    const drained = interpreter.drain();
    for (const event of drained.events) {
      const told = { event, origin: 'transcript', outcomeOrigin: 'transcript' } as const;
      const known = events.get(event.id);
      events.set(event.id, known === undefined ? told : mergeEvents(known, told));
    }
    for (const patch of drained.patches) {
      const known = events.get(patch.id);
      if (known !== undefined) events.set(patch.id, patchEvent(known, patch, 'transcript'));
    }
    memory = JSON.parse(JSON.stringify(interpreter.memory()));
  }
  return events;
}

test('a transcript that is read in pieces gives the same events as one that is read at once', () => {
  fc.assert(
    fc.property(
      fc.array(observation, { maxLength: 30 }),
      fc.nat(30),
      fc.nat(30),
      (observations, first, second) => {
        const [a, b] = [Math.min(first, second), Math.max(first, second)];
        const pieces = [observations.slice(0, a), observations.slice(a, b), observations.slice(b)];
        expect(stored(pieces)).toEqual(stored([observations]));
      },
    ),
  );
});

test('a memory that is anything but a memory is as good as none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(observation), (memory, observations) => {
      const interpreter = new Interpreter('claude', () => ({ redact: (text) => text }), memory);
      for (const each of observations) interpreter.take(each);
      expect(interpreter.drain().events.length).toBeLessThanOrEqual(observations.length);
    }),
  );
});
