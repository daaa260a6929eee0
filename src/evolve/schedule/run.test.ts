import { expect, test } from 'vitest';
import { fixedClock } from '../../system/clock.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { countingIds } from '../../system/ids.js';
import { tryLock } from '../../system/lock/lock.js';
import { CoppiceError } from '../../text/errors.js';
import { type ExitCode, type Step, worstExitCode } from '../rules/schedule/steps.js';
import { readLastRun, runModeText } from './last-run.js';
import { type RunMode, runSchedule, type ScheduleDeps } from './run.js';

const at = Date.UTC(2026, 0, 31, 9);

function depsOn(files: Files): ScheduleDeps {
  return { files, clock: fixedClock(at), home: '/home', ids: countingIds('r'), lockTimeoutMs: 0 };
}

const propose = { mode: 'propose', isStated: true } as const;

function step(name: string, exitCode: ExitCode = 0): Step {
  return { name, run: async () => ({ document: { did: name }, exitCode }) };
}

function failing(name: string, fault: unknown): Step {
  return { name, run: () => Promise.reject(fault) };
}

function text(files: Files, path: string): string {
  return new TextDecoder().decode(files.read(path)?.bytes);
}

test('every step is tried, and each result is reported', async () => {
  const files = memoryFiles();
  const refusal = new CoppiceError('disk-full', 'no `space`\u001b is left', { hint: 'make some' });
  const report = await runSchedule(
    depsOn(files),
    [
      failing('evidence backfill', refusal),
      failing('curate --if-due', new TypeError('a fault')),
      step('evolve run', 3),
      step('the `last`'),
    ],
    propose,
  );
  expect(report).toEqual({
    runId: '2026-01-31-r1',
    at,
    ok: false,
    mode: 'propose',
    steps: [
      {
        name: 'evidence backfill',
        exitCode: 1,
        error: { code: 'disk-full', message: refusal.message, hint: 'make some' },
        document: null,
      },
      {
        name: 'curate --if-due',
        exitCode: 1,
        error: { code: 'internal', message: 'a fault', hint: null },
        document: null,
      },
      { name: 'evolve run', exitCode: 3, error: null, document: { did: 'evolve run' } },
      { name: 'the `last`', exitCode: 0, error: null, document: { did: 'the `last`' } },
    ],
  });
  expect(JSON.parse(text(files, '/home/reports/2026-01-31-r1/run.json'))).toEqual(report);
  expect(text(files, '/home/reports/2026-01-31-r1/REPORT.md')).toBe(
    [
      '# Scheduled run 2026-01-31-r1',
      '',
      '2026-01-31T09:00:00.000Z; some steps failed; proposals only.',
      '',
      '- `evidence backfill`: no `space`\\u{1b} is left (disk-full)',
      '- `curate --if-due`: a fault (internal)',
      '- `evolve run`: failed with 3',
      "- `the 'last'`: done",
      '',
      'The report of each step is in `run.json`.',
      '',
    ].join('\n'),
  );
});

test('the last result is remembered', async () => {
  const files = memoryFiles();
  expect(readLastRun({ files, home: '/home' })).toBeNull();
  await runSchedule(depsOn(files), [step('one')], propose);
  const run = { id: '2026-01-31-r1', at, ok: true, mode: 'propose', steps: [{ name: 'one', exitCode: 0 }] };
  expect(readLastRun({ files, home: '/home' })).toEqual(run);
  for (const damaged of [
    '',
    '{',
    '[]',
    '{"lastRun": {"id": "x"}}',
    JSON.stringify({ lastRun: { ...run, steps: [1] } }),
    JSON.stringify({ lastRun: { ...run, mode: 'perhaps' } }),
  ]) {
    files.write('/home/schedule.json', new TextEncoder().encode(damaged));
    expect(readLastRun({ files, home: '/home' }), damaged).toBeNull();
  }
});

test('a run of version 0.1.0 is still read, and says nothing about how it worked', () => {
  const files = memoryFiles();
  const run = { id: 'x', at, ok: true, steps: [] };
  files.makeFolder('/home');
  files.write('/home/schedule.json', new TextEncoder().encode(JSON.stringify({ lastRun: run })));
  expect(readLastRun({ files, home: '/home' })).toEqual(run);
  expect(runModeText(run)).toBe('');
});

test('that a run without a flag only proposes is said once', async () => {
  const files = memoryFiles();
  const runs = async (mode: RunMode) => {
    await runSchedule(depsOn(files), [step('one')], mode);
    const last = readLastRun({ files, home: '/home' });
    return last && runModeText(last);
  };
  const unstated = { mode: 'propose', isStated: false } as const;
  expect(await runs(propose)).toBe('makes proposals only');
  expect(await runs(unstated)).toContain('unlike in earlier versions');
  expect(await runs(unstated)).toBe('makes proposals only');
  expect(await runs({ mode: 'apply', isStated: true })).toBe('writes without asking (--apply)');
  expect(await runs(unstated)).toBe('makes proposals only');
});

test('a second run does not begin while the first is at work, and the next does after it', async () => {
  const files = memoryFiles();
  const deps = depsOn(files);
  const second: Step = {
    name: 'second',
    run: async () => ({ document: await runSchedule(deps, [step('inner')], propose) }),
  };
  const { steps } = await runSchedule(deps, [second, failing('broken', new Error('no'))], propose);
  expect(steps[0]?.error?.code).toBe('lock-busy');
  expect(readLastRun({ files, home: '/home' })?.steps.map(({ name }) => name)).toEqual(['second', 'broken']);
  expect(tryLock(files, '/home/locks/schedule').kind).toBe('locked');
});

test('the worst exit code is the greatest', () => {
  const check = (codes: readonly ExitCode[], worst: ExitCode) =>
    expect(worstExitCode(codes.map((exitCode) => ({ exitCode })))).toBe(worst);
  check([], 0);
  check([0, 0], 0);
  check([1, 0], 1);
  check([0, 4, 3], 4);
});
