import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

const pdf = '---\nname: pdf\ndescription: Fills in forms.\n---\n\nSteps.\n';

function copies(): Home {
  const home = emptyHome();
  for (const agent of ['.claude', '.codex', '.coppice']) {
    home.put(`${agent}/skills/pdf/SKILL.md`, pdf);
    home.put(`${agent}/skills/pdf/references/a.md`, 'More.\n');
  }
  home.put('.claude/skills/other/SKILL.md', pdf.replace('name: pdf', 'name: other'));
  return home;
}

const isLink = (home: Home, path: string) => lstatSync(join(home.path, path)).isSymbolicLink();

test('exact copies are listed in groups, and nothing changes without a yes', () => {
  const home = copies();
  expect(JSON.parse(home.coppice(['overlap', '--exact', '--json']).stdout).groups).toMatchObject([
    { name: 'pdf', skills: ['home:pdf', 'claude:pdf', 'codex:pdf'] },
  ]);
  const { code, stdout, stderr } = home.coppice(['dedupe']);
  expect([code, stderr]).toEqual([0, 'nothing was changed; do it with: coppice dedupe --yes\n']);
  expect(stdout).toBe(
    'home:pdf\tclaude:pdf\tlink\tClaude Code would lose it\nhome:pdf\tcodex:pdf\tlink\tCodex would lose it\n',
  );
  expect(isLink(home, '.claude/skills/pdf')).toBe(false);
});

test('one is kept, the others become links and are in the archive, and one undo takes all of it back', () => {
  const home = copies();
  expect(home.coppice(['usage', 'record', 'codex:pdf', 'use']).code).toBe(0);
  const { run, done } = JSON.parse(home.coppice(['dedupe', '--yes', '--json']).stdout);
  expect(done).toMatchObject([
    { id: 'claude:pdf', error: null },
    { id: 'codex:pdf', error: null },
  ]);
  expect(readlinkSync(join(home.path, '.claude/skills/pdf'))).toBe(join(home.path, '.coppice/skills/pdf'));
  expect(readFileSync(join(home.path, '.codex/skills/pdf/SKILL.md'), 'utf8')).toBe(pdf);
  expect(readdirSync(join(home.path, '.codex/skills/.archive/pdf')).sort()).toEqual([
    'SKILL.md',
    'references',
  ]);
  expect(JSON.parse(home.coppice(['dedupe', '--json']).stdout).groups).toEqual([]);
  expect(home.coppice(['undo', run]).code).toBe(0);
  expect([isLink(home, '.claude/skills/pdf'), isLink(home, '.codex/skills/pdf')]).toEqual([false, false]);
  expect(readFileSync(join(home.path, '.codex/skills/pdf/references/a.md'), 'utf8')).toBe('More.\n');
  const { records } = JSON.parse(home.coppice(['usage', '--json']).stdout);
  expect(records.find(({ id }: { id: string }) => id === 'codex:pdf')).toMatchObject({ useCount: 1 });
});

test('the root to keep can be named', () => {
  const home = copies();
  expect(home.coppice(['dedupe', '--keep', 'codex']).stderr).toContain('coppice dedupe --keep codex --yes\n');
  expect(home.coppice(['dedupe', '--keep', 'codex', '--yes']).code).toBe(0);
  expect([isLink(home, '.codex/skills/pdf'), isLink(home, '.claude/skills/pdf')]).toEqual([false, true]);
  expect(home.coppice(['dedupe', '--keep', 'nope']).stderr).toContain('--keep cannot be nope (bad-value)');
});
