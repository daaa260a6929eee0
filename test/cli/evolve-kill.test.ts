import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';
import { failedSessions, hoursBefore } from './failed-sessions.js';

test('a run killed while it verifies is taken back by the next, which says so', () => {
  const home = emptyHome();
  const now = Date.UTC(2026, 5, 15, 12);
  const coppice = (...words: string[]) => home.coppice(words, { environment: { COPPICE_NOW: String(now) } });
  coppice('create', 'pdf', '--description', 'Makes PDFs.', '--by', 'agent');
  home.put('sessions/all.jsonl', failedSessions({ skill: 'pdf', starts: hoursBefore(now, 3) }));
  coppice('evidence', 'backfill', '--agent', 'generic', '--path', 'sessions');
  const textOf = () => readFileSync(join(home.path, '.coppice/skills/pdf/SKILL.md'), 'utf8');
  const before = textOf();
  const apply = ['evolve', 'run', '--apply-low-risk', '--approve-auto-apply'];

  expect(coppice(...apply, '--verify-command', 'kill -9 $PPID').code).toBe(null);
  expect(textOf()).not.toBe(before);
  const { code, stderr } = coppice(...apply);
  expect(code).toBe(0);
  expect(stderr).toContain('settled the interrupted note of home:pdf: rolled-back\n');
  expect(textOf().startsWith(before)).toBe(true);
  expect(textOf().split('<!-- coppice:auto:start -->')).toHaveLength(2);
  const { entries } = JSON.parse(coppice('history', 'pdf', '--json').stdout);
  expect(entries.map(({ state }: { state: string }) => state)).toEqual([
    'committed',
    'rolled-back',
    'committed',
  ]);
});
