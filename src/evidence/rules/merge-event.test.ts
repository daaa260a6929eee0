import { expect, test } from 'vitest';
import { event } from '../store/store.world.js';
import type { EvidenceEvent } from './event.js';
import { mergeEvents, type Origin, patchEvent, type ReportedEvent } from './merge-event.js';

function told(
  facts: Partial<EvidenceEvent>,
  origin: Origin = 'transcript',
  outcomeOrigin = origin,
): ReportedEvent {
  return { event: event(1, facts), origin, outcomeOrigin };
}

function check(one: ReportedEvent, other: ReportedEvent, kept: Partial<EvidenceEvent>): void {
  expect(mergeEvents(one, other).event).toMatchObject(kept);
  expect(mergeEvents(other, one).event).toMatchObject(kept);
}

const pdf = { skill: { name: 'pdf' }, reason: 'named', weight: 1, load: undefined } as const;
const unknown = { isError: undefined };

test('a transcript knows better than a hook, even if it is later', () => {
  check(told({ at: 5, args: 'hook' }, 'live'), told({ at: 9, args: 'file' }), { at: 9, args: 'file' });
});

test('of two transcripts, the earlier is the original, as a whole', () => {
  check(told({ at: 5, session: 'z', args: 'b' }), told({ at: 6, session: 'a', args: 'a' }), {
    at: 5,
    session: 'z',
    args: 'b',
  });
});

test('at the same time, the session, the thread and the turn decide', () => {
  check(told({ session: 'a', thread: 'z' }), told({ session: 'b', thread: '' }), {
    session: 'a',
    thread: 'z',
  });
  check(told({ thread: 'a', turn: 2 }), told({ thread: 'b', turn: 1 }), { thread: 'a', turn: 2 });
  check(told({ turn: 1, args: 'z' }), told({ turn: 2, args: 'a' }), { turn: 1, args: 'z' });
});

test('a known outcome takes precedence over an unknown one, whichever report wins otherwise', () => {
  check(told({ at: 1, ...unknown }), told({ at: 2, isError: true, result: 'no', cluster: 'no' }, 'live'), {
    at: 1,
    isError: true,
    result: 'no',
    cluster: 'no',
  });
});

test('of two known outcomes, the one of a transcript wins, then the error', () => {
  check(told({ isError: true }, 'live'), told({ isError: false, result: 'fine' }), { isError: false });
  check(told({ isError: true, result: 'b' }), told({ isError: false, result: 'a' }), { isError: true });
});

test('a later answer does not replace the first', () => {
  const { event: answered } = patchEvent(
    told({ kind: 'turn' }),
    {
      id: '',
      outcome: { isError: false, durationMs: undefined, ended: undefined, result: 'hello', cluster: '' },
    },
    'transcript',
  );
  expect(answered.result).toBe('hello');
});

test('a known folder beats none, and a skill of another name has nothing to do with it', () => {
  const located = { ...pdf, skill: { name: 'pdf', folder: '/skills/pdf' } };
  check(told({ at: 1, credit: pdf }), told({ at: 2, credit: located }), { credit: located });
  const other = { ...pdf, skill: { name: 'web', folder: '/skills/web' } };
  check(told({ at: 1, credit: pdf }), told({ at: 2, credit: other }), { credit: pdf });
});

test('tokens that become known with the result are kept, whichever report comes first', () => {
  check(told({ at: 5 }), told({ at: 6, tokens: 40 }), { at: 5, tokens: 40 });
  const outcome = { isError: false, durationMs: undefined, ended: undefined, result: 'ok', cluster: '' };
  const patched = patchEvent(told(unknown), { id: '1', outcome, tokens: 40 }, 'transcript');
  expect(patched.event).toMatchObject({ result: 'ok', tokens: 40 });
  expect(patchEvent(told({ isError: false }), { id: '1', tokens: 40 }, 'transcript').event.tokens).toBe(40);
});
