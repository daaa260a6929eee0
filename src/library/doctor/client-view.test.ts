import { expect, test } from 'vitest';
import { DoctorWorld, skillText } from './doctor.world.js';

interface Expected {
  /** Paths, from the root folder on. */
  readonly sees: readonly string[];
  readonly hidden?: Readonly<Record<string, string>>;
}

/** The tree below `/`; what is expected is about one client. */
function check(
  client: string,
  tree: Readonly<Record<string, string>>,
  { sees, hidden = {} }: Expected,
  from = '/work/app',
): void {
  const { clients } = new DoctorWorld(tree).examine({ workingFolder: from });
  const view = clients.find(({ name }) => name === client);
  expect(view?.sees.map(({ path }) => path)).toEqual(sees);
  expect(Object.fromEntries(view?.hidden.map(({ path, reason }) => [path, reason]) ?? [])).toEqual(hidden);
}

const a = skillText('a');

test('Claude Code: the user comes before the project, one folder deep', () => {
  check(
    'Claude Code',
    {
      '/user/.claude/skills/a/SKILL.md': a,
      '/work/app/.claude/skills/a/SKILL.md': skillText('a', 'Another.'),
      '/work/app/.claude/skills/group/b/SKILL.md': skillText('b'),
      '/work/app/lib/.claude/skills/c/SKILL.md': skillText('c'),
      '/user/.claude/skills/SKILL.md': skillText('root'),
      '/user/.agents/skills/d/SKILL.md': skillText('d'),
    },
    {
      sees: ['/user/.claude/skills/a/SKILL.md', '/work/app/lib/.claude/skills/c/SKILL.md'],
      hidden: {
        '/work/app/.claude/skills/a/SKILL.md': 'shadowed',
        '/work/app/.claude/skills/group/b/SKILL.md': 'too-deep',
        '/user/.claude/skills/SKILL.md': 'no-folder',
      },
    },
    '/work/app/lib',
  );
});

test('Claude Code: a skill that lies too deep is seen by a link in the root', () => {
  const skills = '/user/.claude/skills';
  check(
    'Claude Code',
    {
      [`${skills}/group/a/SKILL.md`]: a,
      [`${skills}/group/b/SKILL.md`]: skillText('b'),
      [`${skills}/a`]: '-> group/a',
    },
    { sees: [`${skills}/group/a/SKILL.md`], hidden: { [`${skills}/group/b/SKILL.md`]: 'too-deep' } },
  );
});

test('Claude Code: loads what others refuse, through links too', () => {
  check(
    'Claude Code',
    {
      '/user/.claude/skills/a/SKILL.md': 'no fence',
      '/user/.claude/skills/b/SKILL.md': '-> /elsewhere/SKILL.md',
      '/user/.claude/skills/c': '-> /elsewhere/c',
      '/elsewhere/SKILL.md': skillText('b'),
      '/elsewhere/c/SKILL.md': '---\nname: c\n---\n',
    },
    { sees: ['a', 'b', 'c'].map((name) => `/user/.claude/skills/${name}/SKILL.md`) },
  );
});

test('Codex: both of a name, six deep, no linked file, and a description that fits', () => {
  const skills = '/user/.agents/skills';
  check(
    'Codex',
    {
      '/work/app/.agents/skills/a/SKILL.md': a,
      [`${skills}/a/SKILL.md`]: skillText('a', 'Another.'),
      [`${skills}/1/2/3/4/5/6/SKILL.md`]: skillText('deep'),
      [`${skills}/1/2/3/4/5/6/7/SKILL.md`]: skillText('deeper'),
      [`${skills}/b/SKILL.md`]: '---\nname: b\n---\n',
      [`${skills}/c/SKILL.md`]: skillText('c', 'x'.repeat(1025)),
      [`${skills}/d/SKILL.md`]: '-> /elsewhere/SKILL.md',
      [`${skills}/e`]: '-> /elsewhere/e',
      [`${skills}/f/SKILL.md`]: '---\nname: f\ndescription: Use when: asked\n---\n',
      [`${skills}/g/skill.md`]: skillText('g'),
      '/elsewhere/SKILL.md': skillText('d'),
      '/elsewhere/e/SKILL.md': skillText('e'),
    },
    {
      sees: [
        '/work/app/.agents/skills/a/SKILL.md',
        `${skills}/a/SKILL.md`,
        `${skills}/1/2/3/4/5/6/SKILL.md`,
        `${skills}/e/SKILL.md`,
        `${skills}/f/SKILL.md`,
      ],
      hidden: {
        [`${skills}/1/2/3/4/5/6/7/SKILL.md`]: 'too-deep',
        [`${skills}/b/SKILL.md`]: 'refused',
        [`${skills}/c/SKILL.md`]: 'refused',
        [`${skills}/d/SKILL.md`]: 'linked-file',
        [`${skills}/g/skill.md`]: 'file-name-case',
      },
    },
  );
});

const geminiTree = {
  '/work/app/.agents/skills/a/SKILL.md': a,
  '/work/app/.gemini/skills/a/SKILL.md': skillText('a', 'Another.'),
  '/user/.gemini/skills/SKILL.md': skillText('root'),
  '/user/.gemini/skills/group/b/SKILL.md': skillText('b'),
  '/user/.gemini/skills/c/SKILL.md': `\uFEFF${skillText('c')}`,
  '/user/.gemini/skills/d/SKILL.md': skillText('d').replace('---', '--- '),
};
const geminiHidden = {
  '/user/.gemini/skills/group/b/SKILL.md': 'too-deep',
  '/user/.gemini/skills/c/SKILL.md': 'refused',
  '/user/.gemini/skills/d/SKILL.md': 'refused',
};

test('Gemini CLI: a project only when it is trusted', () => {
  check('Gemini CLI', geminiTree, {
    sees: ['/user/.gemini/skills/SKILL.md'],
    hidden: {
      ...geminiHidden,
      '/work/app/.agents/skills/a/SKILL.md': 'untrusted',
      '/work/app/.gemini/skills/a/SKILL.md': 'untrusted',
    },
  });
});

test('Gemini CLI: .agents comes before .gemini, and fences must be plain', () => {
  const config = { '/user/.coppice/config.toml': 'library.trusted_projects = ["/work/app"]' };
  check(
    'Gemini CLI',
    { ...geminiTree, ...config },
    {
      sees: ['/work/app/.agents/skills/a/SKILL.md', '/user/.gemini/skills/SKILL.md'],
      hidden: { ...geminiHidden, '/work/app/.gemini/skills/a/SKILL.md': 'shadowed' },
    },
  );
});

test('OpenCode: the folders of all, any depth, a name is needed and a description is not', () => {
  const skills = '/user/.config/opencode/skill';
  check(
    'OpenCode',
    {
      '/work/app/.opencode/skills/a/SKILL.md': a,
      '/user/.claude/skills/a/SKILL.md': skillText('a', 'Another.'),
      '/user/.agents/skills/b': '-> /user/.claude/skills/b',
      '/user/.claude/skills/b/SKILL.md': skillText('b'),
      [`${skills}/1/2/3/c/SKILL.md`]: '---\nname: c\n---\n',
      [`${skills}/d/SKILL.md`]: '---\ndescription: d\n---\n',
    },
    {
      sees: [
        '/work/app/.opencode/skills/a/SKILL.md',
        '/user/.claude/skills/b/SKILL.md',
        `${skills}/1/2/3/c/SKILL.md`,
      ],
      hidden: { '/user/.claude/skills/a/SKILL.md': 'shadowed', [`${skills}/d/SKILL.md`]: 'refused' },
    },
  );
});

test('Hermes: a trusted project before its own, and everything can be read', () => {
  const config = { '/user/.coppice/config.toml': 'library.trusted_projects = ["/work/app"]' };
  check(
    'Hermes',
    {
      ...config,
      '/work/app/.agents/skills/a/SKILL.md': a,
      '/user/.hermes/skills/a/SKILL.md': skillText('a', 'Another.'),
      '/user/.hermes/skills/group/b/SKILL.md': 'no fence',
    },
    {
      sees: ['/work/app/.agents/skills/a/SKILL.md', '/user/.hermes/skills/group/b/SKILL.md'],
      hidden: { '/user/.hermes/skills/a/SKILL.md': 'shadowed' },
    },
  );
});

test("a client's own variable moves its folder", () => {
  const world = new DoctorWorld({ '/moved/skills/a/SKILL.md': a });
  const { clients } = world.examine({ environment: { CODEX_HOME: '/moved' } });
  const codex = clients.find(({ name }) => name === 'Codex');
  expect([codex?.present, codex?.sees.map(({ path }) => path)]).toEqual([true, ['/moved/skills/a/SKILL.md']]);
});

test('a listing is filled in the order of the names, and the rest is cut', () => {
  const world = new DoctorWorld();
  for (const name of ['e', 'd', 'c', 'b', 'a']) {
    world.put(
      `/user/.claude/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Do.\nwhen_to_use: ${'x'.repeat(1997)}\n---\n`,
    );
  }
  const view = world.examine().clients.find(({ name }) => name === 'Claude Code');
  // Each takes its name, "- : ", a line break and the 1,536 characters that a description may have.
  expect(view?.listing).toEqual({ characters: 5 * (1536 + 6), limit: 8000 });
  expect(view?.sees.map(({ cut }) => cut)).toEqual([true, true, true, true, true]);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    world.put(`/user/.claude/skills/${name}/SKILL.md`, skillText(name, 'x'.repeat(1500)));
  }
  const full = world.examine().clients.find(({ name }) => name === 'Claude Code');
  expect(full?.sees.map(({ name, cut }) => `${name} ${cut}`)).toEqual([
    'a false',
    'b false',
    'c false',
    'd false',
    'e false',
    'f true',
  ]);
});
