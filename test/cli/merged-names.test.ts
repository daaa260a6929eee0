/*
 * Old names after a merge: whoever still says them gets the skill that has them now, and hears that it was merged.
 */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';
import { failedSessions, hoursBefore } from './failed-sessions.js';

const day = 86_400_000;
const now = Date.UTC(2026, 2, 1);
const at = (time: number) => ({ environment: { COPPICE_NOW: String(time) } });
const text = (name: string, description: string, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n# ${name}\n\n- Do ${name} with care.\n`;

function library(more: Readonly<Record<string, string>> = {}): Home {
  const home = emptyHome();
  home.put('.coppice/skills/pdf-fill/SKILL.md', text('pdf-fill', 'Fill in PDF forms of authorities.'));
  home.put('.coppice/skills/pdf-join/SKILL.md', text('pdf-join', 'Join several documents into one.'));
  for (const [path, content] of Object.entries(more)) home.put(path, content);
  for (const name of ['pdf-fill', 'pdf-join'])
    home.coppice(['usage', 'record', name, 'use'], at(now - 60 * day));
  home.coppice(['overlap'], at(now - 60 * day));
  return home;
}

const merge = (home: Home) =>
  JSON.parse(
    home.coppice(
      ['merge', 'pdf-fill', 'pdf-join', '--into', 'pdf', '--include', 'required', '--json'],
      at(now),
    ).stdout,
  ).run as string;
const json = (home: Home, words: readonly string[], time = now) =>
  JSON.parse(home.coppice([...words, '--json'], at(time)).stdout);

test('a use by the old name counts for the new skill', () => {
  const home = library();
  merge(home);
  expect(home.coppice(['usage', 'record', 'pdf-join', 'use'], at(now)).stdout).toContain('home:pdf');
  expect(json(home, ['view', 'pdf-fill']).id).toBe('home:pdf');
});

test('what requires an old name, or bundles it, keeps the new skill from being retired', () => {
  const required = {
    '.coppice/skills/report/SKILL.md': text('report', 'Reports.', 'requires: [pdf-join]\n'),
  };
  const bundled = { '.coppice/bundles/office.toml': 'name = "office"\nskills = ["pdf-fill"]\n' };
  for (const [more, isKept] of [
    [required, true],
    [bundled, true],
    [{}, false],
  ] as const) {
    const home = library(more);
    for (const name of ['pdf-fill', 'pdf-join', 'report']) home.coppice(['adopt', name], at(now - 60 * day));
    merge(home);
    if ('.coppice/skills/report/SKILL.md' in more)
      home.coppice(['usage', 'record', 'report', 'use'], at(now + 399 * day));
    home.coppice(['curate', '--now'], at(now + 400 * day));
    home.coppice(['curate', '--now'], at(now + 800 * day));
    const listed = json(home, ['list'], now + 800 * day).skills.map(({ id }: { id: string }) => id);
    expect.soft(listed.includes('home:pdf'), JSON.stringify(more)).toBe(isKept);
  }
});

test('sessions with the old name are evidence about the new skill, also those from before the merge', () => {
  const home = library();
  const failed = failedSessions({ skill: 'pdf-join', starts: hoursBefore(now, 3) });
  home.put('sessions/all.jsonl', failed);
  home.coppice(['evidence', 'backfill', '--agent', 'generic', '--path', 'sessions'], at(now));
  const ids = () => json(home, ['evidence', 'report']).skills.map(({ id }: { id: string }) => id);
  expect(ids()).toEqual(['home:pdf-join']);
  const run = merge(home);
  expect(ids()).toEqual(['home:pdf']);
  home.coppice(['undo', run], at(now));
  expect(ids()).toEqual(['home:pdf-join']);
});

test('a project that locks the folder of a merged skill hears what became of it', () => {
  const home = library();
  const folder = join(home.path, '.coppice/skills/pdf-join');
  const inProject = (...words: readonly string[]) =>
    home.coppice(words, { ...at(now), workingFolder: 'project' });
  home.put('project/.claude/settings.json', '{}');
  inProject('init');
  expect(inProject('add', folder).code).toBe(0);
  merge(home);
  expect(inProject('verify').code).toBe(0);
  const { code, stderr } = inProject('ensure');
  expect([code, stderr]).toEqual([1, expect.stringContaining('home:pdf-join was merged into home:pdf')]);
  expect(stderr).toContain('hint: require the folder of home:pdf instead');
});
