import { expect, test } from 'vitest';
import type { EnsureResult } from '../../../client/rules/ensure-result.js';
import { ensureReport } from './ensure-report.js';

const nothing: EnsureResult = {
  ok: true,
  installed: [],
  repaired: [],
  unchanged: [],
  removed: [],
  moved: [],
  skipped: [],
  failed: [],
  lockChanged: false,
};

const lib = { kind: 'skill', slug: 'lib' } as const;
const tool = { kind: 'agent', slug: 'tool' } as const;

test('what was done is said by name, and the document has it as data', () => {
  const done: EnsureResult = {
    ...nothing,
    installed: [{ ...lib, version: '1.0.0' }],
    repaired: [{ kind: 'command', slug: 'notes', version: '2.0.0' }],
    unchanged: [{ ...tool, version: undefined }],
    removed: [{ kind: 'skill', slug: 'old' }],
    lockChanged: true,
  };
  expect(ensureReport(done, { about: { item: lib } })).toEqual({
    document: {
      item: lib,
      installed: [{ ...lib, version: '1.0.0' }],
      repaired: [{ kind: 'command', slug: 'notes', version: '2.0.0' }],
      unchanged: [{ ...tool, version: null }],
      removed: [{ kind: 'skill', slug: 'old' }],
      skipped: [],
      failed: [],
      lockChanged: true,
    },
    text: 'installed skill lib 1.0.0\nrepaired command notes 2.0.0\nremoved skill old\n1 item is up to date\n',
    notes: 'the lock was written; commit it to version control\n',
  });
});

test('a dry run says what would be', () => {
  const item = { ...lib, version: '1.0.0' };
  const done = { ...nothing, installed: [item], repaired: [item], lockChanged: true };
  expect(ensureReport(done, { dryRun: true })).toMatchObject({
    document: { dryRun: true },
    text: 'would install skill lib 1.0.0\nwould repair skill lib 1.0.0\n',
    notes: '',
  });
});

test('what failed for the same reason is one error, and the first is that of the document', () => {
  const failed = [
    { ...lib, code: 'unavailable', reason: 'nobody answers' },
    { kind: 'skill', slug: 'bad', code: 'bad-bundle', reason: 'it is odd' },
    { ...tool, code: 'unavailable', reason: 'nobody answers' },
  ] as const;
  const report = ensureReport({ ...nothing, ok: false, failed });
  expect(report.exitCode).toBe(1);
  expect(report.document).toMatchObject({
    failed,
    error: {
      code: 'unavailable',
      message: 'skill `lib`, agent `tool` cannot be installed: nobody answers',
    },
  });
  expect(report.notes?.split('\n').slice(0, 2)).toEqual([
    'error: skill `lib`, agent `tool` cannot be installed: nobody answers (unavailable)',
    'error: skill `bad` cannot be installed: it is odd (bad-bundle)',
  ]);
});

test('of very many that failed not all are named in one line', () => {
  const failed = Array.from({ length: 12 }, (_, at) => ({
    kind: 'skill',
    slug: `s${at}`,
    code: 'unavailable',
    reason: 'nobody answers',
  })) as EnsureResult['failed'];
  expect(ensureReport({ ...nothing, ok: false, failed }).notes).toContain('skill `s9` and 2 more cannot');
});

test('with --strict, what was skipped is a failure', () => {
  const report = ensureReport({ ...nothing, ok: false, skipped: [{ ...lib, reason: 'in the way' }] });
  expect(report).toMatchObject({
    exitCode: 1,
    document: { error: { code: 'conflict', message: 'skipped, and --strict forbids it: skill `lib`' } },
  });
});
