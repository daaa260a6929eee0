import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { streamFormats } from '../../agents/headless/run-recipe.js';
import { firingOf } from '../rules/streams/firing.js';
import { runMark } from './run-agent.js';
import { runFake, tideSkill } from './run-agent.world.js';

const context = { skill: 'tide', text: tideSkill };

/** Processes that have the mark of a run in their environment. */
function left(id: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`${runMark}=${id}`);
    } catch {
      return false;
    }
  });
}

test.each(streamFormats)('%s loads a skill that it sees, and its result proves it', async (format) => {
  const { outcome, facts, folder, id } = await runFake(format);
  expect(outcome).toEqual({ kind: 'completed' });
  expect(facts.finalText).toBe('04:12 UTC');
  expect(firingOf(facts, context)).toBe('fired');
  expect(facts.tokens).toMatchObject({ input: 30 });
  expect(facts.costUsd).toBe(format === 'claude' || format === 'opencode' ? 0.01 : null);
  expect(existsSync(folder)).toBe(false);
  expect(left(id)).toEqual([]);
});

test.each(streamFormats)('%s without the skill, or for another prompt, does not load it', async (format) => {
  const without = await runFake(format, { skill: '' });
  expect(without.facts.finalText).toBe('I do not know.');
  expect(firingOf(without.facts, { skill: 'tide', text: undefined })).toBe('not-fired');
  const other = await runFake(format, { prompt: 'Write a poem.' });
  expect(firingOf(other.facts, context)).toBe('not-fired');
});

test.each(streamFormats)('%s that claims a skill which it was not given is found out', async (format) => {
  const { facts } = await runFake(format, { skill: '', behaviour: 'lie=tide' });
  expect(firingOf(facts, { skill: 'tide', text: undefined })).toBe('claimed');
});

test.each(['claude', 'gemini', 'opencode'] as const)(
  '%s that is not allowed to load the skill is denied, which is not the same as not wanting it',
  async (format) => {
    const { facts } = await runFake(format, { behaviour: 'deny' });
    expect(firingOf(facts, context)).toBe('denied');
  },
);

test('codex that reads another file than the skill leaves it unknown', async () => {
  const { facts } = await runFake('codex', { behaviour: 'lie=tide' });
  expect(firingOf(facts, context)).toBe('unknown');
});

const endings = streamFormats.flatMap((format) =>
  (
    [
      ['hang', { kind: 'timed-out' }, { timeoutMs: 400 }],
      ['silent', { kind: 'idle' }, { idleMs: 300 }],
      ['crash', { kind: 'crashed' }, {}],
      ['cut', { kind: 'crashed' }, {}],
      ['flood', { kind: 'output-limit' }, {}],
      ['endless', { kind: 'turn-limit' }, {}],
      ['linger', { kind: 'completed' }, {}],
      ['noise', { kind: 'completed' }, {}],
      ['limit', { kind: 'failed', failure: 'rate-limit' }, {}],
    ] as const
  ).map((row) => [format, ...row] as const),
);

test.each(endings)('%s that does this ends in a named outcome and leaves no process: %s', async (...row) => {
  const [format, behaviour, outcome, limits] = row;
  const finished = await runFake(format, { behaviour, limits });
  expect(finished.outcome).toMatchObject(outcome);
  expect(left(finished.id)).toEqual([]);
  expect(existsSync(finished.folder)).toBe(false);
});

test('an agent that goes on after its last line is ended, however much it prints', async () => {
  const { outcome } = await runFake('claude', { behaviour: 'chatter' });
  expect(outcome).toEqual({ kind: 'completed' });
});

test('a stream that is cut off leaves open whether the skill was loaded', async () => {
  const { facts } = await runFake('claude', { behaviour: 'cut' });
  expect(firingOf(facts, context)).toBe('unknown');
});

test('a cost limit is counted where the agent states its cost', async () => {
  const { outcome } = await runFake('opencode', { behaviour: 'endless', limits: { maxCostUsd: 0.01 } });
  expect(outcome).toEqual({ kind: 'cost-limit' });
});

test('nothing of the environment of this process reaches the agent', async () => {
  const { outcome, stderr } = await runFake('claude', { environment: { CLAUDECODE: '1' } });
  expect(outcome.kind).toBe('crashed');
  expect(stderr).toContain('not isolated: CLAUDECODE');
});

test('files that the run created are found, with their text', async () => {
  const { created } = await runFake('claude', { prompt: 'When is high water?\nWrite: out/tide.txt\n' });
  expect(created).toEqual([{ path: 'out/tide.txt', sizeBytes: 10, text: '04:12 UTC\n' }]);
});
