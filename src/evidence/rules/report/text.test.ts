import { expect, test } from 'vitest';
import { colours } from '../../../text/colour.js';
import { displayWidth } from '../../../text/width.js';
import { noEvidence } from '../evidence.js';
import { evidenceOf, happened } from './evidence.world.js';
import { type EvidenceReport, evidenceReport, type FailureReport } from './report.js';
import { reportSaying, sampleEvents, sampleNow, sampleWeek } from './sample-evidence.fixture.js';
import { reportText, type TextLayout } from './text.js';

const plain: TextLayout = { width: 80, unicode: true, colours: colours(false) };

function check(report: EvidenceReport, layout: Partial<TextLayout>, expected: string): void {
  expect(reportText(report, { ...plain, ...layout })).toBe(expected);
}

test('a terminal of 80 columns shows the whole report', () => {
  const shortened = { ...sampleWeek, recent: sampleWeek.recent.slice(4, 8) };
  check(
    shortened,
    {},
    `Evidence: 7 days, 2026-01-24 12:00 to 2026-01-31 12:00 UTC

EPISODES   NOW  BEFORE  CHANGE  MEANING
clean        1       0      ▲1  nothing failed
recovered    2       0      ▲2  something failed, then worked
failed       0       1      ▼1  the last attempt failed
corrected    1       0      ▲1  the user corrected the agent
abandoned    0       0          the user stopped the agent
unknown      1       0      ▲1  too little happened to say

WHAT FAILS
- \`docker run site-build\` fails with "Unable to find image 'site-build:latest'
  locally" (2 sessions of \`home:deploy\`). \`docker build -t site-build .\` first
  worked 2 of 2 times.
- \`npm publish\` fails with "npm ERR! 403 Forbidden" (1 session of
  \`home:deploy\`). No fix was seen.

WHAT USERS CORRECTED
- "no, that is the wrong registry" about \`home:deploy\`, 2026-01-27 12:04

SKILL                EPISODES  CHANGE        BAD  RECOVERED  FAILED  CORRECTED
home:deploy    ████████████ 3      ▲2  33% (1/3)          2       0          1
claude:review  ████         1      ▲1   0% (0/1)          0       0          0
lost-skill     ████         1      ▲1   0% (0/1)          0       0          0

Not installed here: lost-skill

MODEL         EPISODES        BAD  RECOVERED  FAILED  TOKENS
gpt-6   ████████████ 3   0% (0/3)          1       0     160
opus-5  ████████     2  50% (1/2)          1       0     140

               NOW  BEFORE  CHANGE
Sessions         4       2      ▲2
Turns            5       2      ▲3
Tool calls      15       5     ▲10
Skill events     6       1      ▲5
Stated errors    3       1      ▲2

               PER DAY   MAX
Skill loads    ▁▅▁█▁▁█▁    2
Tool calls     ▁▅▁█▁▁▅▁    7
Stated errors  ▁▅▁█▁▁▁▁    2

TOOL            CALLS  STATED ERRORS
Bash   ████████████ 8              3
Skill  ████████     5              0
Read   ███          2              0

TIMES  LAST              SKILLS       STATED ERROR
    2  2026-01-27 12:02  home:deploy  Unable to find image <text> locally
    1  2026-01-27 12:03  home:deploy  npm ERR! # Forbidden

WHEN              TOOL  SKILL        WHAT        PREVIEW
2026-01-30 12:00                     turn        look over my change
2026-01-27 12:04  Bash  home:deploy  tool        {"command":"docker run site-bu…
2026-01-27 12:04        home:deploy  correction  no, that is the wrong registry
2026-01-27 12:03  Bash  home:deploy  tool        {"command":"docker build -t si…

No skill was changed.
`,
  );
});

test('an empty report says how to collect evidence', () => {
  check(
    evidenceReport(noEvidence, { now: sampleNow, days: 7, skill: 'home:deploy' }),
    {},
    `Evidence for home:deploy: 7 days, 2026-01-24 12:00 to 2026-01-31 12:00 UTC

There is no evidence for this period yet.
  coppice evidence backfill          reads the sessions of your agents
  coppice evidence report --days 28  looks further back

No skill was changed.
`,
  );
});

test('tables and charts fit every width', () => {
  for (const width of [20, 40, 60, 72, 100, 110, 150, 200]) {
    const [, ...lines] = reportText(sampleWeek, { ...plain, width }).split('\n');
    for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(Math.max(width, 24));
  }
});

test('a narrow terminal keeps the columns that say most, a wide one has all', () => {
  const headers = (width: number) =>
    reportText(sampleWeek, { ...plain, width })
      .split('\n')
      .find((line) => line.startsWith('SKILL '));
  expect(headers(40)?.split(/ +/)).toEqual(['SKILL', 'EPISODES', 'BAD']);
  expect(headers(60)?.split(/ {2,}/)).toEqual(['SKILL', 'EPISODES', 'CHANGE', 'BAD']);
  expect(headers(Number.POSITIVE_INFINITY)?.split(/ {2,}/).slice(-2)).toEqual(['LAST USED', 'AGENTS']);
});

test('a long window is drawn in steps of several days', () => {
  const year = evidenceReport(evidenceOf(sampleEvents), { now: sampleNow, days: 364 });
  expect(reportText(year, plain)).toMatch(/PER 7 DAYS +MAX\nSkill loads {4}▁+▃█ +5\n/);
});

test('what went wrong is red, and a terminal without Unicode gets none', () => {
  expect(reportText(sampleWeek, { ...plain, colours: colours(true) })).toContain('\x1B[31merror\x1B[39m');
  expect(reportText(sampleWeek, { ...plain, unicode: false })).not.toMatch(/[^\x00-\x7F]/);
});

const failure: FailureReport = {
  ...{
    cause: 'frob: no device',
    family: 'other',
    program: 'frob',
    command: 'frob --now',
    error: 'no device',
  },
  ...{ exitCode: 2, skills: ['home:a'], sessions: 3, failures: 4, lastAt: sampleNow, fix: null, held: null },
};

test.for<[string, Partial<FailureReport>, string]>([
  ['no fix', {}, '- `frob --now` fails with "no device" (3 sessions of `home:a`). No fix was seen.'],
  [
    'an error without a name',
    { error: '' },
    '- `frob --now` fails with exit code 2 (3 sessions of `home:a`). No fix was seen.',
  ],
  [
    'several skills, and a fix that is held back',
    { skills: ['home:a', 'home:b', 'home:c'], held: 'more-rights' },
    '- `frob --now` fails with "no device" (3 sessions of `home:a` and 2 other skills). A fix was seen, but it needs more rights, so it is not shown.',
  ],
  [
    'a changed command',
    { fix: { kind: 'argument', commands: ['frob --now -p 2'], worked: 1, of: 1 } },
    '- `frob --now` fails with "no device" (3 sessions of `home:a`). `frob --now -p 2` worked 1 of 1 time.',
  ],
  [
    'two steps',
    { fix: { kind: 'steps', commands: ['frob init', 'frob up'], worked: 3, of: 4 } },
    '- `frob --now` fails with "no device" (3 sessions of `home:a`). `frob init`, then `frob up` first worked 3 of 4 times.',
  ],
])('a sentence about a failure: %s', ([, facts, expected]) => {
  const report = { ...sampleWeek, failures: [{ ...failure, ...facts }] };
  expect(reportText(report, { ...plain, width: 400 }).split('\n')).toContain(expected);
});

test('a report of one skill does not name it in every sentence', () => {
  const report = { ...sampleWeek, skill: 'home:a', failures: [failure] };
  expect(reportText(report, plain)).toContain('\n- `frob --now` fails with "no device" (3 sessions). No fix');
});

test('corrections of a skill in the same words are one, with the latest time', () => {
  const [correction] = sampleWeek.corrections;
  if (correction === undefined) throw new Error('the sample has no correction');
  const { text, at } = correction;
  const again = { ...correction, text: ` ${text.toUpperCase()}`, at: at - 86_400_000 };
  const elsewhere = { ...correction, skill: 'home:other' };
  const report = { ...sampleWeek, corrections: [correction, again, elsewhere] };
  const shown = reportText(report, { ...plain, width: 200 });
  expect(shown).toContain(
    `- "${text}" about \`home:deploy\`, 2 times, last 2026-01-27 12:04\n- "${text}" about \`home:other\`, 2026-01-27 12:04\n`,
  );
});

test('episodes without a failure or a correction say so, and a period without episodes too', () => {
  const clean = { ...sampleWeek, failures: [], corrections: [] };
  expect(reportText(clean, plain)).toContain(
    'WHAT FAILS\nNothing failed in these episodes.\n\nWHAT USERS CORRECTED\nNo user corrected an agent',
  );
  const idle = evidenceReport(evidenceOf(happened([{ at: sampleNow }])), { now: sampleNow, days: 1 });
  const text = reportText(idle, plain);
  expect(text).toContain('\nNo skill was loaded in this period, so there is no episode.\n');
  expect(text).not.toMatch(/EPISODES|WHAT FAILS/);
});

test('a single model is shown only if somebody asked', () => {
  const models = sampleWeek.models.slice(0, 1);
  expect(reportText({ ...sampleWeek, models }, plain)).not.toContain('MODEL');
  expect(reportText({ ...sampleWeek, models, by: 'model' }, plain)).toContain('MODEL');
});

test('a word that is longer than a line is divided', () => {
  const long = `frob-${'x'.repeat(100)}`;
  const report = { ...sampleWeek, failures: [{ ...failure, command: long }] };
  const text = reportText(report, { ...plain, width: 40 });
  expect(text.replace(/\n {2}/g, '')).toContain(`\`${long}\``);
});

test('a long list is shortened, with a note', () => {
  const events = Array.from({ length: 25 }, (_, at) => ({ at: sampleNow, tool: `tool-${at}` }));
  const report = evidenceReport(evidenceOf(happened(events)), { now: sampleNow, days: 1 });
  expect(reportText(report, plain)).toContain(
    '\nand 5 more: coppice evidence report --json lists all of them\n',
  );
});

test('text from outside cannot steer the terminal', () => {
  const text = reportText(reportSaying('x\x1B[2J\n\u202E'), { ...plain, width: 200 });
  expect(text).toContain('x\\u{1b}[2J\\u{a}\\u{202e}');
  expect(text).not.toMatch(/\x1B|\u202E/);
});
