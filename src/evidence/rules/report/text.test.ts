import { expect, test } from 'vitest';
import { colours } from '../../../text/colour.js';
import { displayWidth } from '../../../text/width.js';
import { noEvidence } from '../evidence.js';
import { evidenceOf, happened } from './evidence.world.js';
import { type EvidenceReport, evidenceReport } from './report.js';
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

              NOW  BEFORE  CHANGE
Sessions        4       2      ▲2
Turns           5       2      ▲3
Tool calls     13       5      ▲8
Skill events    6       1      ▲5
Errors          2       1      ▲1

             PER DAY   MAX
Skill loads  ▁▅▁█▁▁█▁    2
Tool calls   ▁▅▁█▁▁▆▁    6
Errors       ▁█▁█▁▁▁▁    1

SKILL                   LOADS  CHANGE  ERRORS  FAILED LOADS  CORRECTED
home:deploy    ████████████ 3      ▲2       2     67% (2/3)          1
claude:review  ████         1      ▲1       0      0% (0/1)          0
lost-skill     ████         1      ▲1       0      0% (0/1)          0

Not installed here: lost-skill

TOOL            CALLS  ERRORS
Bash   ████████████ 6       2
Skill  ██████████   5       0
Read   ████         2       0

TIMES  LAST              SKILLS       ERROR
    2  2026-01-27 12:03  home:deploy  npm ERR! # Forbidden

WHEN              TOOL  SKILL        WHAT        PREVIEW
2026-01-30 12:00                     turn        look over my change
2026-01-27 12:04        home:deploy  correction  no, that is the wrong registry
2026-01-27 12:03  Bash  home:deploy  tool        {"command":"npm publish"}
2026-01-27 12:03  Bash  home:deploy  error       npm ERR! 403 Forbidden at regi…

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
  expect(headers(40)?.split(/ +/)).toEqual(['SKILL', 'LOADS', 'CHANGE', 'ERRORS']);
  expect(headers(60)?.split(/ {2,}/)).toEqual(['SKILL', 'LOADS', 'CHANGE', 'ERRORS', 'FAILED LOADS']);
  expect(headers(Number.POSITIVE_INFINITY)?.split(/ {2,}/).slice(-2)).toEqual(['LAST USED', 'AGENTS']);
});

test('a long window is drawn in steps of several days', () => {
  const year = evidenceReport(evidenceOf(sampleEvents), { now: sampleNow, days: 364 });
  expect(reportText(year, plain)).toMatch(/PER 7 DAYS +MAX\nSkill loads {2}▁+▃█ +5\n/);
});

test('what went wrong is red, and a terminal without Unicode gets none', () => {
  expect(reportText(sampleWeek, { ...plain, colours: colours(true) })).toContain('\x1B[31merror\x1B[39m');
  expect(reportText(sampleWeek, { ...plain, unicode: false })).not.toMatch(/[^\x00-\x7F]/);
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
