import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recurringFailures } from './count/recurring.js';
import { expectedFailures } from './expected-failures.js';
import { failuresIn } from './failures.js';
import { aSession, fixedByStep, hostileSteps, unrelatedSteps } from './session.arbitrary.js';
import { endings, failuresOf, type SessionStep, session } from './session.fixture.js';

test('any session has failures, which are failed attempts and not expected ones', () => {
  fc.assert(
    fc.property(aSession, (run) => {
      const timeline = session(run);
      const expected = expectedFailures(timeline);
      const failed = timeline.flatMap((step) =>
        step.kind === 'attempt' && step.attempt.outcome === 'failed' && !expected.has(step.attempt)
          ? [step.attempt.event]
          : [],
      );
      for (const { event } of failuresIn(timeline)) expect(failed).toContain(event);
    }),
  );
});

test('nothing is fixed in a session in which everything fails', () => {
  fc.assert(
    fc.property(aSession, (run) => {
      const failing = run.map(
        (step): SessionStep =>
          Array.isArray(step) ? [String(step[0]), 1, String(step[2] ?? '')] : (step as SessionStep),
      );
      for (const { ending } of failuresOf(failing)) expect(['open', 'repeated']).toContain(ending.kind);
    }),
  );
});

test('a fix is never a command that failed, and never the failing command itself', () => {
  fc.assert(
    fc.property(aSession, (run) => {
      for (const { ending, command } of failuresOf(run))
        if (ending.kind === 'fixed')
          expect(ending.fix.commands.map(({ text }) => text)).not.toContain(command.text);
    }),
  );
});

test('unrelated commands before a retry invent no fix', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fixedByStep),
      fc.array(fc.constantFrom(...unrelatedSteps), { maxLength: 6 }),
      ([command, error], steps) => {
        const between = steps.map((step): SessionStep => [step, 0, 'ok']);
        const run: SessionStep[] = [[command, 1, error], ...between, [command, 0, 'ok']];
        expect(endings(failuresOf(run))).toEqual(['went-away']);
      },
    ),
  );
});

test('unrelated commands beside a fix do not change it', () => {
  const noise = fc.array(fc.constantFrom(...unrelatedSteps), { maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...fixedByStep), noise, noise, ([command, error, step], before, after) => {
      const asSteps = (steps: readonly string[]) => steps.map((text): SessionStep => [text, 0, 'ok']);
      const run: SessionStep[] = [
        [command, 1, error],
        ...asSteps(before),
        [step, 0, 'ok'],
        ...asSteps(after),
        [command, 0, 'ok'],
      ];
      expect(endings(failuresOf(run))).toEqual([`fixed steps: ${step}`]);
    }),
  );
});

test('a hostile command between a failure and its fix always holds it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fixedByStep),
      fc.constantFrom(...hostileSteps),
      fc.boolean(),
      ([command, error, step], hostile, isFirst) => {
        const steps: SessionStep[] = [
          [step, 0, 'ok'],
          [hostile, 0, 'ok'],
        ];
        const run: SessionStep[] = [
          [command, 1, error],
          ...(isFirst ? steps.toReversed() : steps),
          [command, 0, 'ok'],
        ];
        expect(endings(failuresOf(run))[0]).toMatch(/^held /);
      },
    ),
  );
});

test('any sessions can be counted, and a shown fix worked in two of them', () => {
  fc.assert(
    fc.property(fc.array(aSession, { maxLength: 5 }), (runs) => {
      const episodes = runs.map((run, index) => ({
        session: String(index),
        skill: 'user:x',
        failures: failuresIn(session(run, index * 1_000_000)),
      }));
      const found = recurringFailures(episodes);
      expect(found.map(({ failures }) => failures).reduce((sum, each) => sum + each, 0)).toBe(
        episodes.reduce((sum, { failures }) => sum + failures.length, 0),
      );
      for (const { fix, sessions, failures, events } of found) {
        expect(events.length).toBeLessThanOrEqual(failures);
        expect(sessions).toBeLessThanOrEqual(runs.length);
        if (fix !== null) expect(Math.min(fix.worked, fix.sessions)).toBeGreaterThanOrEqual(2);
        for (const text of fix?.commands ?? [])
          expect(text).not.toMatch(/sudo|https?:\/\/(?!localhost)|777|--hard/);
      }
    }),
  );
});
