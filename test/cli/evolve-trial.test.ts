import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayMs, utcDay } from '../../src/text/time.js';
import { type Answer, emptyHome, type Home } from './coppice.js';

const first = Date.UTC(2026, 5, 15, 6);

function coppice(home: Home, day: number, words: readonly string[], code = 0): Answer {
  const answer = home.coppice(words, { environment: { COPPICE_NOW: String(first + day * dayMs) } });
  expect(answer.code, answer.stderr).toBe(code);
  return answer;
}

const textOf = (home: Home) => readFileSync(join(home.path, '.coppice/skills/pdf/SKILL.md'), 'utf8');
const hasNote = (home: Home) => textOf(home).includes('no such font');

function homeWithNote(): Home {
  const home = emptyHome();
  coppice(home, -60, ['create', 'pdf', '--description', 'Makes PDFs.', '--by', 'agent']);
  const lines = [1, 2, 3].flatMap((session) => [
    { type: 'load', session: `s${session}`, at: first - session * dayMs, skill: 'pdf' },
    {
      ...{ type: 'call', session: `s${session}`, at: first - session * dayMs + 1, tool: 'Bash' },
      ...{ args: { command: 'make' }, isError: true, output: 'Error: no such font' },
    },
  ]);
  home.put('sessions/before.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  coppice(home, 0, ['evidence', 'backfill', '--agent', 'generic', '--path', 'sessions']);
  coppice(home, 0, ['evolve', 'run', '--apply-low-risk', '--approve-auto-apply']);
  return home;
}

test('a trial is started, followed by every run, shown without its figures, stopped, and recorded', () => {
  const home = homeWithNote();
  const noted = textOf(home);
  expect(coppice(home, 0, ['evolve', 'trial', 'status']).stderr).toBe(
    'there is no trial; coppice evolve trial SKILL starts one\n',
  );
  const started = JSON.parse(coppice(home, 0, ['evolve', 'trial', 'pdf', '--json']).stdout);
  expect(started).toMatchObject({
    skill: 'home:pdf',
    firstDay: '2026-06-15',
    days: expect.stringMatching(/^[01]{28}$/),
    rule: { alpha: 0.03, earlyDays: 14, earlyAlpha: 0.001 },
    end: null,
    result: null,
  });
  const history = coppice(home, 0, ['history', 'pdf', '--json']).stdout;
  expect(history).toContain(started.days);
  const change = [...started.days].findIndex((day) => day !== started.days[0]);
  expect(hasNote(home)).toBe(started.days[0] === '1');
  const run = JSON.parse(coppice(home, change, ['evolve', 'run', '--propose', '--json']).stdout);
  expect(run.trials).toMatchObject([
    { skill: 'home:pdf', did: started.days[0] === '1' ? 'note-out' : 'note-in' },
  ]);
  expect(hasNote(home)).toBe(started.days[0] !== '1');
  expect(coppice(home, change, ['evolve', 'trial', 'status', 'pdf']).stdout).toBe(
    `home:pdf\t2026-06-15\t0 days of 28\t\t\trunning until ${utcDay(first + 27 * dayMs)}\n`,
  );
  expect(coppice(home, change, ['evolve', 'trial', 'pdf'], 1).stderr).toContain(
    'a trial of home:pdf is running',
  );
  expect(coppice(home, change, ['evolve', 'trial', 'stop', 'pdf']).stdout).toContain(
    'stopped without a verdict',
  );
  expect(textOf(home)).toBe(noted);
  expect(coppice(home, change, ['evolve', 'trial', 'stop', 'pdf'], 1).stderr).toContain(
    'no trial of home:pdf',
  );
});

test('a trial that is refused changes nothing', () => {
  const home = homeWithNote();
  const noted = textOf(home);
  coppice(home, 0, ['pin', 'pdf']);
  expect(coppice(home, 0, ['evolve', 'trial', 'pdf'], 1).stderr).toContain('(pinned-skill)');
  coppice(home, 0, ['unpin', 'pdf']);
  expect(coppice(home, 0, ['evolve', 'trial', 'pdf', '--days', '7'], 1).stderr).toContain('--days');
  expect(coppice(home, 0, ['evolve', 'trial', 'pdf', '--days', '700'], 1).stderr).toContain('14 to 112 days');
  expect(textOf(home)).toBe(noted);
});
