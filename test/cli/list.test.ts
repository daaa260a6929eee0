import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyHome, type Home } from './coppice.js';

function skill(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`;
}

function withSkills(): Home {
  const home = emptyHome();
  home.put('.coppice/skills/gif-search/SKILL.md', skill('gif-search', 'Finds moving pictures'));
  home.put('.coppice/skills/documents/pdf-forms/SKILL.md', skill('pdf-forms', 'Fills forms'));
  home.put('.claude/skills/pdf-forms/SKILL.md', skill('pdf-forms', 'Fills them otherwise'));
  home.put('.claude/skills/review/SKILL.md', skill('review', 'Reads changes'));
  return home;
}

function json(home: Home, ...words: string[]) {
  const { code, stdout, stderr } = home.coppice(['list', ...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

test('in a pipe there is a line with tabs for every skill, and notes on stderr', () => {
  expect(withSkills().coppice(['list'])).toEqual({
    code: 0,
    stdout:
      'gif-search\t\thome\tactive\tFinds moving pictures\n' +
      'review\t\tclaude\tactive\tReads changes\n' +
      'pdf-forms\tdocuments\thome\tactive\tFills forms\n',
    stderr:
      '3 skills\n' +
      'diagnostics: 1; coppice doctor explains them\n' +
      'hint: coppice view NAME opens a skill, view NAME FILE one of its files\n',
  });
});

test('the document has the skills and what is wrong with them', () => {
  const home = withSkills();
  const { skills, ...rest } = json(home);
  expect(skills[0]).toEqual({
    id: 'home:gif-search',
    name: 'gif-search',
    description: 'Finds moving pictures',
    category: null,
    root: 'home',
    state: 'active',
    pinned: false,
    path: join(home.path, '.coppice/skills/gif-search/SKILL.md'),
    trusted: true,
    verdict: null,
    accepted: false,
    quiet: [],
  });
  expect(rest).toEqual({
    categories: ['documents'],
    total: 3,
    hint: 'view NAME opens a skill, view NAME FILE one of its files',
    diagnostics: [
      {
        code: 'shadowed',
        severity: 'warning',
        path: join(home.path, '.claude/skills/pdf-forms/SKILL.md'),
        line: 0,
        message: `"pdf-forms" is also the name of ${join(home.path, '.coppice/skills/documents/pdf-forms/SKILL.md')}, which takes precedence.`,
        fix: 'rename one of the two, or refer to this one as claude:pdf-forms',
      },
    ],
    nextCursor: null,
  });
});

test('an empty home is no error, and gets a place for skills', () => {
  const home = emptyHome();
  const { skills, message } = json(home);
  expect([skills, message.includes(join(home.path, '.coppice/skills'))]).toEqual([[], true]);
  expect(home.coppice(['list', '--root', '.coppice/skills']).code).toBe(0);
});

test('a second listing has the same bytes, with the cache or without', () => {
  const home = withSkills();
  symlinkSync(join(home.path, '.coppice/skills'), join(home.path, '.coppice/skills/loop'));
  const first = home.coppice(['list', '--json']).stdout;
  expect(home.coppice(['list', '--json']).stdout).toBe(first);
  rmSync(join(home.path, '.coppice/cache'), { recursive: true });
  expect(home.coppice(['list', '--json']).stdout).toBe(first);
});

test('pages follow each other by their cursors', () => {
  const home = withSkills();
  const first = json(home, '--limit', '2');
  const second = json(home, '--limit', '2', '--cursor', first.nextCursor);
  expect([...first.skills, ...second.skills]).toEqual(json(home).skills);
  expect([first.total, second.nextCursor]).toEqual([3, null]);
  expect(home.coppice(['list', '--limit', '2']).stderr).toContain(
    `next page: --cursor ${first.nextCursor}\n`,
  );
});

test.each<[readonly string[], readonly string[]]>([
  [['--category', 'documents'], ['pdf-forms']],
  [['--query', 'pictures'], ['gif-search']],
  [
    ['--root', 'claude'],
    ['pdf-forms', 'review'],
  ],
  [
    ['--root', '.claude/skills'],
    ['pdf-forms', 'review'],
  ],
])('%j chooses among them', (words, expected) => {
  expect(json(withSkills(), ...words).skills.map((listed: { name: string }) => listed.name)).toEqual(
    expected,
  );
});

test('what is hidden is listed on request, with the reason', () => {
  const home = withSkills();
  home.put('.coppice/config.toml', '[library]\ndisabled = ["review"]\n');
  expect(json(home, '--all').hidden).toEqual([
    {
      id: 'claude:pdf-forms',
      reason: 'shadowed',
      path: join(home.path, '.claude/skills/pdf-forms/SKILL.md'),
    },
    { id: 'claude:review', reason: 'disabled', path: join(home.path, '.claude/skills/review/SKILL.md') },
  ]);
  expect(json(home)).not.toHaveProperty('hidden');
});

test('the skills of a project that is not trusted are listed as untrusted, and take no name', () => {
  const home = emptyHome();
  home.put('coppice.toml', '');
  home.put('.claude/skills/theirs/SKILL.md', skill('theirs', 'Of a project'));
  home.put('.claude/skills/review/SKILL.md', skill('review', 'Takes the name'));
  home.put('user/.claude/skills/review/SKILL.md', skill('review', 'Reads changes'));
  const { stdout } = home.coppice(['list'], { environment: { HOME: join(home.path, 'user') } });
  expect(stdout).toBe(
    'review\t\tclaude\tactive\tReads changes\n' + 'theirs\t\tproject\tactive, untrusted\tOf a project\n',
  );
});

test('what somebody wrote into a skill cannot act on the terminal', () => {
  const home = emptyHome();
  home.put('.coppice/skills/a/SKILL.md', '---\nname: a\ndescription: "red \\e[31m\\r hidden"\n---\n');
  const { stdout } = home.coppice(['list']);
  expect(stdout).toBe('a\t\thome\tactive\tred \\u{1b}[31m\\u{d} hidden\n');
});

test.each([
  [['--limit', '0'], 'error: --limit cannot be 0 (bad-value)'],
  [['--limit', 'x'], 'error: --limit cannot be x (bad-value)'],
  [['--cursor', 'x'], 'error: not a cursor: x (bad-value)'],
  [['--root', 'nowhere'], 'error: there is no root or folder named nowhere (bad-value)'],
  [['--config', 'none.toml'], /^error: there is no configuration file .*\/none\.toml \(not-found\)$/],
])('%j is refused', (words, expected) => {
  const { code, stdout, stderr } = withSkills().coppice(['list', ...words]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.split('\n')[0]).toMatch(expected);
});

test('a faulty configuration is refused with its line', () => {
  const home = withSkills();
  home.put('.coppice/config.toml', '[library]\ndisable = ["review"]\n');
  expect(home.coppice(['list'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ${join(home.path, '.coppice/config.toml')}, line 2: unknown key library.disable (bad-config)\nhint: did you mean: library.disabled\n`,
  });
});

test('with a kind, the subagents or commands of all agents are listed', () => {
  const home = emptyHome();
  home.put('.claude/agents/reviewer.md', skill('reviewer', 'Reviews changes'));
  home.put('.gemini/commands/git/ship.toml', 'description = "Ships"\nprompt = "Ship it"\n');
  expect(home.coppice(['list', '--kind', 'agent'])).toEqual({
    code: 0,
    stdout: 'reviewer\tclaude\tuser\tReviews changes\n',
    stderr: '1 agent\n',
  });
  expect(json(home, '--kind', 'command')).toEqual({
    kind: 'command',
    items: [
      {
        id: 'gemini:git:ship',
        name: 'git:ship',
        description: 'Ships',
        agent: 'gemini',
        root: 'user',
        path: `${home.path}/.gemini/commands/git/ship.toml`,
        trusted: true,
      },
    ],
    total: 1,
  });
  expect(home.coppice(['list', '--kind', 'agent', '--category', 'x'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: --category is for skills, not for agents (bad-value)\nhint: use --query to narrow the list\n',
  });
  expect(emptyHome().coppice(['list', '--kind', 'command']).stderr).toBe(
    'No agent here has commands of its own.\n',
  );
});
