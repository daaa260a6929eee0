import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, emptyHome, type Home } from './coppice.js';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

function on(home: Home, days: number, ...words: string[]): Answer {
  return home.coppice(words, { environment: { COPPICE_NOW: String(start + days * day) } });
}

const settings = '{\n  "model": "opus"\n}\n';

/** A skill of an agent, two of Claude of which one is pinned, and one that was used. */
function homeToTidy(): Home {
  const home = emptyHome();
  home.put('.claude/settings.json', settings);
  for (const name of ['loud', 'kept', 'used'])
    home.put(
      `.claude/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Does ${name}. Use it.\n---\n`,
    );
  on(home, 0, 'create', 'made', '--description', 'Made by an agent. Use it.', '--by', 'agent');
  on(home, 0, 'list');
  on(home, 0, 'pin', 'kept');
  on(home, 50, 'usage', 'record', 'used', 'use');
  return home;
}

const archived = (home: Home) => existsSync(join(home.path, '.coppice/skills/.archive/made/SKILL.md'));
const settingsOf = (home: Home) => readFileSync(join(home.path, '.claude/settings.json'), 'utf8');

test('tidy suggests, and changes nothing without an answer', () => {
  const home = homeToTidy();
  const expected = {
    code: 0,
    stdout: '1\tarchive\tnever\t8\thome:made\n2\tquiet for claude\tnever\t7\tclaude:loud\n',
    stderr:
      '3 of 4 skills were not used in 30 days; they cost about 22 tokens in every prompt.\n' +
      'Left alone: 1 (pinned).\n' +
      'Nothing was changed. Apply all 2 and save about 15 tokens with: coppice tidy --yes\n',
  };
  expect(on(home, 60, 'tidy', '--dry-run')).toEqual(expected);
  expect(on(home, 60, 'tidy')).toEqual(expected);
  expect(on(home, 60, 'tidy', 'loud', '--days', '20').stderr).toContain(
    'with: coppice tidy loud --days 20 --yes\n',
  );
  expect(archived(home)).toBe(false);
  expect(settingsOf(home)).toBe(settings);
});

test('after one confirmation all of it is done, and one undo takes it back', () => {
  const home = homeToTidy();
  const { code, stdout, stderr } = on(home, 60, 'tidy', '--yes');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'archived home:made\nquiet claude:loud\n' });
  expect(stderr).toMatch(/^1 archived, 1 made quiet\nundo all of it with: coppice undo \S+\n$/);
  expect(archived(home)).toBe(true);
  expect(JSON.parse(settingsOf(home)).skillOverrides).toEqual({ loud: 'name-only' });
  const again = JSON.parse(on(home, 60, 'tidy', '--yes', '--json').stdout);
  expect(again).toMatchObject({ suggestions: [], applied: null });
  expect(again.left.map(({ reason }: { reason: string }) => reason)).toEqual(['pinned', 'already-quiet']);
  const [, run = ''] = /coppice undo (\S+)/.exec(stderr) ?? [];
  expect(on(home, 61, 'undo', run).code).toBe(0);
  expect(archived(home)).toBe(false);
  expect(settingsOf(home)).toBe(settings);
});

test('some of the suggestions can be chosen by name, and what is left alone says why', () => {
  const home = homeToTidy();
  const report = JSON.parse(on(home, 60, 'tidy', 'loud', '--yes', '--json').stdout);
  expect(report.applied).toMatchObject({ archived: [], quiet: ['claude:loud'], remaining: [], error: null });
  expect(archived(home)).toBe(false);
  expect(on(home, 60, 'tidy', 'kept', '--yes')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: claude:kept is left alone: pinned (conflict)\nhint: coppice tidy --dry-run lists the suggestions\n',
  });
  expect(on(home, 60, 'tidy', 'nobody', '--yes').stderr).toContain('(skill-not-found)');
});

test('a skill that was seen a short time ago is left alone', () => {
  const home = homeToTidy();
  const { suggestions, left } = JSON.parse(on(home, 10, 'tidy', '--dry-run', '--json').stdout);
  expect(suggestions).toEqual([]);
  expect(left.map(({ reason }: { reason: string }) => reason)).toEqual(['new', 'pinned', 'new']);
  expect(
    JSON.parse(on(home, 10, 'tidy', '--days', '5', '--dry-run', '--json').stdout).suggestions,
  ).toHaveLength(2);
});

/** Twelve skills of Claude with descriptions of 1,000 characters, each used a day before the one before it. */
function homeThatIsTooLong(): Home {
  const home = emptyHome();
  home.put('.claude/settings.json', settings);
  for (let at = 0; at < 12; at += 1) {
    const name = `skill-${String.fromCharCode(97 + at)}`;
    const description = 'Writes one more kind of report. '.repeat(40).slice(0, 1000);
    home.put(`.claude/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: ${description}\n---\n`);
    on(home, 50 - at, 'usage', 'record', `claude:${name}`, 'use');
  }
  return home;
}

test('with --fit the least used are quiet until the listing fits, as one run', () => {
  const home = homeThatIsTooLong();
  on(home, 51, 'pin', 'skill-l');
  expect(on(home, 51, 'tidy').stderr).toContain('There is nothing to suggest.');
  const plan = on(home, 51, 'tidy', '--fit');
  expect(plan.stdout.split('\n').map((line) => line.split('\t').at(-1))).toEqual([
    'claude:skill-k',
    'claude:skill-j',
    'claude:skill-i',
    'claude:skill-h',
    'claude:skill-g',
    '',
  ]);
  expect(plan.stderr).toBe(
    'Every skill was used in the last 30 days.\n' +
      'The listing of Claude Code needs 12,144 of 8,000 characters; with these changes (5 of them to skills that are used) it needs 7,144.\n' +
      'Nothing was changed. Apply all 5 and save about 1,265 tokens with: coppice tidy --fit --yes\n',
  );
  expect(settingsOf(home)).toBe(settings);
  const { attention } = JSON.parse(on(home, 51, 'status', '--json').stdout);
  expect(attention[0]).toMatchObject({ kind: 'over-budget', command: 'coppice tidy --fit' });

  const { stderr } = on(home, 51, 'tidy', '--fit', '--yes');
  expect(Object.keys(JSON.parse(settingsOf(home)).skillOverrides)).toHaveLength(5);
  expect(JSON.parse(on(home, 51, 'status', '--json').stdout).attention).toEqual([]);
  expect(JSON.parse(on(home, 51, 'doctor', '--json').stdout).problems).not.toContainEqual(
    expect.objectContaining({ code: 'listing-full' }),
  );
  expect(JSON.parse(on(home, 51, 'tidy', '--fit', '--json').stdout)).toMatchObject({
    suggestions: [],
    listings: [],
  });
  const [, run = ''] = /coppice undo (\S+)/.exec(stderr) ?? [];
  expect(on(home, 51, 'undo', run).code).toBe(0);
  expect(settingsOf(home)).toBe(settings);
});

test('a listing of skills that automation needs stays too long, and the screen does not send anybody to tidy', () => {
  const home = homeThatIsTooLong();
  home.put(
    '.coppice/config.toml',
    `[curator]\nreferenced = [${[...'abcdefghijkl'].map((letter) => `"skill-${letter}"`).join(', ')}]\n`,
  );
  expect(on(home, 51, 'tidy', '--fit').stderr).toContain(
    'The listing of Claude Code needs 12,144 of 8,000 characters. Nothing else can be made quiet: archive skills, or shorten descriptions.\n',
  );
  const { attention } = JSON.parse(on(home, 51, 'status', '--json').stdout);
  expect(attention[0]).toMatchObject({ kind: 'over-budget', command: 'coppice cost' });
});
