import { expect, test } from 'vitest';
import { findSecrets } from '../../../scan/secrets/find.js';
import { dayMs } from '../../../text/time.js';
import type { EvidenceEvent } from '../event.js';
import { SessionRedactors } from './session-redactors.js';

const password = ['Blu3Fr0g', 'Lake'].join('!');
const now = Date.UTC(2026, 10, 17);
const options = { find: findSecrets, newKey: () => 'ab'.repeat(32), now };

function event(id: string, session: string, texts: Partial<EvidenceEvent>): EvidenceEvent {
  return {
    id,
    at: now,
    agent: 'claude',
    session,
    thread: '',
    turn: 1,
    kind: 'tool',
    tool: 'Bash',
    credit: undefined,
    isError: false,
    isCorrection: false,
    durationMs: undefined,
    ended: undefined,
    follows: undefined,
    model: undefined,
    tokens: undefined,
    item: undefined,
    args: '',
    result: '',
    cluster: '',
    ...texts,
  };
}

test('a batch is redacted as a whole, in every text of the session', () => {
  const redactors = new SessionRedactors(options);
  const session = redactors.of('one');
  const skill = { name: `deploy-${password}`, folder: `/skills/${password}` };
  const credit = { skill, reason: 'named', weight: 1, load: undefined } as const;
  const early = event('a', 'one', {
    tool: `tool-${password}`,
    args: session.redact(`login ${password}`),
    result: session.redact(`error: ${password} was refused`),
    cluster: `error: ${password} was refused`,
    credit,
  });
  const other = event('b', 'two', { args: `login ${password}` });
  const late = event('c', 'one', { args: session.redact(`password=${password}`) });
  const patch = {
    id: 'd',
    outcome: {
      isError: true,
      durationMs: undefined,
      ended: undefined,
      result: `no ${password}`,
      cluster: `no ${password}`,
    },
  };
  const batch = redactors.redactBatch({
    events: [early, other, late],
    patches: [patch, { id: 'e' }],
    more: 7,
  });
  expect(JSON.stringify([batch.events[0], batch.events[2], batch.patches])).not.toContain(password);
  expect(batch.events[0]).toMatchObject({
    args: 'login [redacted:secret]',
    result: 'error: [redacted:secret] was refused',
    credit: { skill: { name: 'deploy-[redacted:secret]' } },
  });
  expect(batch.events[0]?.cluster).toContain('refused');
  expect(batch.events[0]?.credit?.skill.folder).toBeUndefined();
  // Another session may use the same word for something else.
  expect(batch.events[1]).toBe(other);
  expect(batch.more).toBe(7);
});

test('a batch without news is the same object', () => {
  const redactors = new SessionRedactors(options);
  redactors.of('one').redact('hello');
  const batch = { events: [], patches: [] };
  expect(redactors.redactBatch(batch)).toBe(batch);
});

/** What a later reading makes of the password. */
function later(days: number, prepare: (redactors: SessionRedactors) => void): string {
  const redactors = new SessionRedactors(options);
  prepare(redactors);
  redactors.redactBatch({ events: [], patches: [] });
  const memory: unknown = JSON.parse(JSON.stringify(redactors.save() ?? null));
  return new SessionRedactors({ ...options, now: now + days * dayMs }, memory)
    .of('one')
    .redact(`it was ${password}`);
}

const learn = (redactors: SessionRedactors) => redactors.of('one').redact(`password=${password}`);

test('a secret is known for a week', () => {
  expect(later(7, learn)).toBe('it was [redacted:secret]');
  expect(later(7.1, learn)).toBe(`it was ${password}`);
});

test('a secret is forgotten when its session ends', () => {
  expect(
    later(0, (redactors) => {
      learn(redactors);
      redactors.end('one');
    }),
  ).toBe(`it was ${password}`);
});

test('a batch of a session that has just ended is redacted', () => {
  const redactors = new SessionRedactors(options);
  learn(redactors);
  redactors.end('one');
  const batch = redactors.redactBatch({ events: [event('a', 'one', { args: password })], patches: [] });
  expect(batch.events[0]?.args).toBe('[redacted:secret]');
});

test('odd memory is ignored', () => {
  for (const memory of [undefined, null, 7, {}, [7], [['one', 'x', {}]], [[1, 2, 3]]])
    expect(new SessionRedactors(options, memory).save()).toBeUndefined();
});
