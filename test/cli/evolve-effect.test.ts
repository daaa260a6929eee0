import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayMs } from '../../src/text/time.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

const noted = Date.UTC(2026, 5, 15);

const writeNotes = ['evolve', 'run', '--days', '30', '--apply-low-risk', '--approve-auto-apply'];

function coppice(home: Home, day: number, words: readonly string[]): Answer {
  const answer = home.coppice(words, { environment: { COPPICE_NOW: String(noted + day * dayMs) } });
  expect(answer.code, answer.stderr).toBe(0);
  return answer;
}

/** Sessions that load the skill, a day apart from the given day on; the first of them fail. */
function sessions(from: number, count: number, failed: number): string {
  return Array.from({ length: count }, (_, index) => {
    const at = noted + (from + index) * dayMs + 1_000;
    const session = `s${at}`;
    const isError = index < failed;
    return [
      { type: 'load', session, at, skill: 'pdf' },
      {
        ...{ type: 'call', session, at: at + 1, tool: 'Bash', args: { command: 'make' }, isError },
        output: isError ? 'Error: no such font' : 'done',
      },
    ];
  })
    .flat()
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** A note is written on day 0 because of what failed in the 20 days before, and 20 days follow. */
function homeWithNote(failedBefore: number, failedAfter: number): Home {
  const home = emptyHome();
  coppice(home, -60, ['create', 'pdf', '--description', 'Makes PDFs.', '--by', 'agent']);
  home.put('sessions/before.jsonl', sessions(-20, 20, failedBefore));
  const backfill = ['evidence', 'backfill', '--agent', 'generic', '--path', 'sessions'];
  coppice(home, 0, backfill);
  coppice(home, 0, writeNotes);
  home.put('sessions/after.jsonl', sessions(0, 20, failedAfter));
  coppice(home, 20, backfill);
  return home;
}

const textOf = (home: Home) => readFileSync(join(home.path, '.coppice/skills/pdf/SKILL.md'), 'utf8');

test('before there is a note, it says how to come by one, and makes nothing', () => {
  const home = emptyHome();
  expect(home.coppice(['evolve', 'effect'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'no note was written to any skill yet; coppice evolve run shows what it would write\n',
  });
  expect(JSON.parse(home.coppice(['evolve', 'effect', '--json']).stdout)).toEqual({ notes: [] });
  expect(() => readFileSync(join(home.path, '.coppice/evidence.sqlite'))).toThrow('ENOENT');
});

test('a note that helped is said to have, with the figures that scripts rely on', () => {
  const home = homeWithNote(18, 2);
  expect(coppice(home, 20, ['evolve', 'effect'])).toMatchObject({
    stdout: 'home:pdf\t2026-06-15\t90% (18/20)\t10% (2/20)\thelped: the skill fails less often\n',
    stderr: '',
  });
  const { notes } = JSON.parse(coppice(home, 20, ['evolve', 'effect', 'pdf', '--json']).stdout);
  const [side, entry] = [
    { loads: 20, interval: { low: expect.any(Number), high: expect.any(Number) } },
    notes[0].entry,
  ];
  expect(notes).toEqual([
    {
      skill: 'home:pdf',
      noteId: entry,
      entry,
      entries: [entry],
      items: [expect.any(String)],
      appliedAt: noted,
      endedAt: null,
      before: { ...side, errors: 18, rate: 0.9, from: noted - 20 * dayMs, to: noted },
      after: { ...side, errors: 2, rate: 0.1, from: noted, to: noted + 20 * dayMs },
      difference: { low: expect.any(Number), high: expect.any(Number) },
      verdict: 'helped',
    },
  ]);
  const other = coppice(home, 20, ['evolve', 'effect', 'other']);
  expect(other.stderr).toContain('no note was written to that skill yet');
});

test('a note that harmed is one note however often it was told, and the hints undo it', () => {
  const home = homeWithNote(3, 18);
  coppice(home, 5, writeNotes);
  expect(textOf(home)).toContain('no such font');
  const { notes } = JSON.parse(coppice(home, 20, ['evolve', 'effect', '--json']).stdout);
  expect(notes).toMatchObject([{ verdict: 'harmed', proposal: 'undo', appliedAt: noted, endedAt: null }]);
  const { stdout, stderr } = coppice(home, 20, ['evolve', 'effect']);
  expect(stdout).toBe('home:pdf\t2026-06-15\t15% (3/20)\t90% (18/20)\tharmed: the skill fails more often\n');
  const hinted = stderr.split('\n').map((line) => line.replace('hint: coppice undo ', ''));
  expect(hinted).toEqual([...notes[0].entries.toReversed(), '']);
  expect(hinted).toHaveLength(3);
  for (const entry of notes[0].entries.toReversed()) coppice(home, 20, ['undo', entry]);
  expect(textOf(home)).not.toContain('no such font');
  expect(coppice(home, 20, ['evolve', 'effect']).stdout).toBe('');
});
