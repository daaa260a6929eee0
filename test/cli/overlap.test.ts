import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const steps = (word: string) =>
  Array.from({ length: 20 }, (_, at) => `${at + 1}. Step ${at} of ${word} with care and a second look.`).join(
    '\n',
  );
const text = (name: string, description: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${body}\n`;

function library(): Home {
  const home = emptyHome();
  const notes = text('release-notes', 'Write release notes from commits. Use for a version.', steps('notes'));
  home.put('.coppice/skills/release-notes/SKILL.md', notes);
  home.put('.claude/skills/release-notes/SKILL.md', notes);
  home.put('.codex/skills/news/SKILL.md', text('news', 'Drafts the changelog of a version.', steps('notes')));
  home.put('.coppice/skills/sql/SKILL.md', text('sql', 'Explain a slow SQL query.', 'Read the plan.'));
  return home;
}
const now = Date.UTC(2026, 5, 15);
const at = (day: number) => ({ COPPICE_NOW: String(Date.UTC(2026, 0, day)) });
const clusters = (home: Home, args: readonly string[] = [], day = 1) =>
  JSON.parse(home.coppice(['overlap', ...args, '--json'], { environment: at(day) }).stdout).clusters;

test('exact copies are a cluster of their own, and a near one names one of them', () => {
  const home = library();
  expect(clusters(home)).toMatchObject([
    { exact: true, skills: ['home:release-notes', 'claude:release-notes'], suggestion: 'coppice dedupe' },
    { exact: false, skills: ['home:release-notes', 'codex:news'], because: ['contained', 'purpose'] },
  ]);
  expect(clusters(home, ['news'])).toMatchObject([{ skills: ['home:release-notes', 'codex:news'] }]);
  const { code, stderr } = home.coppice(['overlap', 'sql'], { environment: at(1) });
  expect([code, stderr]).toEqual([0, '3 skills compared: none overlaps with home:sql\n']);
});

test('a merge is suggested only for skills that are a week old and not pinned', () => {
  const home = library();
  expect(clusters(home)[1]).toMatchObject({ suggestion: null, protected: [{ reasons: ['young'] }, {}] });
  expect(clusters(home, [], 9)[1]).toMatchObject({
    suggestion: 'coppice merge home:release-notes codex:news --into NAME --dry-run',
    protected: [],
  });
  expect(home.coppice(['pin', 'news'], { environment: at(9) }).code).toBe(0);
  expect(clusters(home, [], 9)[1]).toMatchObject({
    suggestion: null,
    protected: [{ skill: 'codex:news', reasons: ['pinned'] }],
  });
});

test('skills that are called distinct are not named again, until that is undone', () => {
  const home = library();
  const { code, stdout } = home.coppice(['overlap', '--distinct', 'news', 'home:release-notes', '--json'], {
    environment: at(1),
  });
  expect(code).toBe(0);
  const { run } = JSON.parse(stdout);
  expect(clusters(home)).toHaveLength(1);
  expect(home.coppice(['overlap'], { environment: at(1) }).stderr).toContain('1 pair left out');
  expect(home.coppice(['undo', run], { environment: at(1) }).code).toBe(0);
  expect(clusters(home)).toHaveLength(2);
  const one = home.coppice(['overlap', '--distinct', 'news'], { environment: at(1) });
  expect([one.code, one.stderr]).toEqual([
    2,
    expect.stringContaining('name at least two skills that are distinct'),
  ]);
});

test('of two skills, one given up for the other in two sessions stands in for it, unless both were of use in one', () => {
  const home = emptyHome();
  home.put('.coppice/skills/grammar/SKILL.md', '---\nname: grammar\ndescription: Bakes bread.\n---\n\n# A\n');
  home.put('.coppice/skills/prose/SKILL.md', '---\nname: prose\ndescription: Mows the lawn.\n---\n\n# B\n');
  const evidenceOf = (sessions: readonly (readonly [first: 'fails' | 'works', second: 'works'])[]) => {
    const lines = sessions.flatMap((results, index) =>
      results.flatMap((result, place) => {
        const session = `s${index}`;
        const start = now - (index + 1) * 3_600_000 + place * 60_000;
        const skill = place === 0 ? 'grammar' : 'prose';
        const [isError, output] = result === 'fails' ? [true, 'Error: no such rule'] : [false, 'done'];
        const call = {
          type: 'call',
          session,
          tool: 'Bash',
          args: { command: `check ${skill}` },
          isError,
          output,
        };
        return [
          { type: 'load', session, id: `l${place}`, at: start, skill },
          { ...call, id: `c${place}`, at: start + 1 },
        ];
      }),
    );
    home.put(`sessions/${sessions.length}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const environment = { COPPICE_NOW: String(now) };
    home.coppice(['evidence', 'backfill', '--agent', 'generic', '--path', 'sessions'], { environment });
    const { clusters } = JSON.parse(home.coppice(['overlap', '--json'], { environment }).stdout);
    return clusters.map(({ signals }: { signals: unknown }) => signals);
  };
  expect(evidenceOf([['fails', 'works']])).toEqual([]);
  expect(
    evidenceOf([
      ['fails', 'works'],
      ['fails', 'works'],
    ]),
  ).toEqual([{ evidence: 0.67 }]);
  expect(
    evidenceOf([
      ['fails', 'works'],
      ['fails', 'works'],
      ['works', 'works'],
    ]),
  ).toEqual([]);
});

test('the status counts skills with the same triggers and leads to overlap, until they are called distinct', () => {
  const home = emptyHome();
  const when = 'Use when the user mentions quarterly revenue figures of a region.';
  home.put('.coppice/skills/plots/SKILL.md', text('plots', `Plots charts. ${when}`, 'Plot.'));
  home.put('.claude/skills/letters/SKILL.md', text('letters', `Writes to investors. ${when}`, 'Write.'));
  const lines = () =>
    JSON.parse(home.coppice(['--json']).stdout).attention.filter(
      ({ kind }: { kind: string }) => kind === 'overlap',
    );
  expect(lines()).toMatchObject([{ command: 'coppice overlap', count: 1 }]);
  expect(clusters(home).map(({ because }: { because: readonly string[] }) => because)).toEqual([
    expect.arrayContaining(['triggers']),
  ]);
  home.coppice(['overlap', '--distinct', 'plots', 'letters']);
  expect(lines()).toEqual([]);
});
