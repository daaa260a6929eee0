import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayMs } from '../../src/text/time.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

const noted = Date.UTC(2026, 5, 15);

const writeNotes = [
  ...['evolve', 'run', '--days', '30', '--apply-low-risk', '--approve-auto-apply'],
  ...['--allow-auto-apply-skill', 'pdf'],
];

function coppice(home: Home, day: number, words: readonly string[]): Answer {
  const answer = home.coppice(words, { environment: { COPPICE_NOW: String(noted + day * dayMs) } });
  expect(answer.code, answer.stderr).toBe(0);
  return answer;
}

/** Two sessions a day that load the skill, from the given day on; so many of ten fail. */
function sessions(skill: string, from: number, days: number, failed: number): string {
  return Array.from({ length: 2 * days }, (_, index) => {
    const at = noted + from * dayMs + index * (dayMs / 2) + 1_000;
    const session = `${skill}-${at}`;
    const isError = (index * 3) % 10 < failed;
    return [
      { type: 'load', session, at, skill },
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

const backfill = ['evidence', 'backfill', '--agent', 'generic', '--path', 'sessions'];

/** A note is written on day 0 because of what failed in the 30 days before, and 25 days follow, on a machine with others. */
function homeWithNote(failedBefore: number, failedAfter: number, others = ['a', 'b', 'c']): Home {
  const home = emptyHome();
  for (const name of ['pdf', ...others])
    coppice(home, -60, ['create', name, '--description', 'Makes it.', '--by', 'agent']);
  home.put('sessions/before.jsonl', sessions('pdf', -30, 30, failedBefore));
  for (const name of others) home.put(`sessions/${name}.jsonl`, sessions(name, -30, 30, 1));
  coppice(home, 0, backfill);
  coppice(home, 0, writeNotes);
  home.put('sessions/after.jsonl', sessions('pdf', 0, 25, failedAfter));
  for (const name of others) home.put(`sessions/${name}-after.jsonl`, sessions(name, 0, 25, 1));
  coppice(home, 25, backfill);
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
  expect(JSON.parse(home.coppice(['evolve', 'effect', '--json']).stdout)).toEqual({
    notes: [],
    versions: [],
  });
  expect(() => readFileSync(join(home.path, '.coppice/evidence.sqlite'))).toThrow('ENOENT');
});

test('a note that helped is said to have, with the figures that scripts rely on', () => {
  const home = homeWithNote(9, 1);
  expect(coppice(home, 25, ['evolve', 'effect'])).toMatchObject({
    stdout:
      'home:pdf\t2026-06-15\t90% (36/40)\t10% (4/40)\thelped: fails less often, and 3 other skills did not\n',
    stderr: '',
  });
  const { notes } = JSON.parse(coppice(home, 25, ['evolve', 'effect', 'pdf', '--json']).stdout);
  const [side, entry] = [
    { loads: 40, interval: { low: expect.any(Number), high: expect.any(Number) } },
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
      why: null,
      before: { ...side, errors: 36, rate: 0.9, from: noted - 27 * dayMs, to: noted - 7 * dayMs },
      after: { ...side, errors: 4, rate: 0.1, from: noted + dayMs, to: noted + 21 * dayMs },
      difference: { low: expect.any(Number), high: expect.any(Number) },
      verdict: 'helped',
      isFinal: true,
      observed: 'less-often',
      missing: [],
      control: { change: 0, skills: 3 },
      lines: [
        {
          id: notes[0].items[0],
          since: noted,
          verdict: 'less-often',
          before: notes[0].before,
          after: notes[0].after,
        },
      ],
      pooled: null,
    },
  ]);
  expect(home.coppice(['evolve', 'effect', 'other'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no skill other'),
  });
  expect(coppice(home, 25, ['evolve', 'effect', 'a']).stderr).toContain('no note was written to a yet');
});

test('without other skills it says what was seen, and that it cannot tell why', () => {
  const home = homeWithNote(9, 1, []);
  const { notes } = JSON.parse(coppice(home, 25, ['evolve', 'effect', '--json']).stdout);
  expect(notes).toMatchObject([{ verdict: 'cannot-tell', observed: 'less-often', missing: ['control'] }]);
  expect(coppice(home, 25, ['evolve', 'effect']).stdout).toContain(
    '\tfails less often since; cannot tell why',
  );
});

test('a note that harmed is one note however often it was rewritten; the next run removes it, and it stays on the list', () => {
  const home = homeWithNote(2, 9);
  coppice(home, 5, writeNotes);
  expect(textOf(home)).toContain('no such font');
  const effect = (day: number) => JSON.parse(coppice(home, day, ['evolve', 'effect', '--json']).stdout).notes;
  const [note] = effect(25);
  expect(note).toMatchObject({ verdict: 'harmed', proposal: 'undo', appliedAt: noted, endedAt: null });
  const { stderr } = coppice(home, 25, ['evolve', 'effect']);
  const hinted = stderr.split('\n').map((line) => line.replace('hint: coppice undo ', ''));
  expect(hinted).toEqual([...note.entries.toReversed(), '']);
  expect(hinted).toHaveLength(3);
  const [removed] = JSON.parse(coppice(home, 25, [...writeNotes, '--json']).stdout).candidates;
  expect(removed).toMatchObject({ skill: 'home:pdf', status: 'applied' });
  expect(textOf(home)).not.toContain('coppice:auto');
  expect(effect(26)).toMatchObject([{ verdict: 'harmed', why: 'harmed', endedAt: noted + 25 * dayMs }]);
  expect(coppice(home, 26, ['evolve', 'effect']).stdout).toContain(
    'harmed: fails more often; what line 1 is about goes on; removed because it harmed on 2026-07-10\n',
  );
  expect(coppice(home, 26, [...writeNotes, '--days', '40']).stdout).toContain('note-harmed');
  expect(effect(116)).toEqual([]);
  coppice(home, 26, ['undo', removed.apply.entry]);
  coppice(home, 26, writeNotes);
  expect(textOf(home)).toContain('no such font');
});
