import { expect, test } from 'vitest';
import { FindWorld, skillText } from '../use/find.world.js';
import { readCatalog } from './catalog.js';

interface Expected {
  readonly skills: readonly string[];
  readonly hidden?: readonly string[];
  readonly diagnostics?: readonly string[];
}

/** Texts by their paths; one that begins with `-> ` is a link. */
function worldOf(
  tree: Readonly<Record<string, string>>,
  ...changes: ConstructorParameters<typeof FindWorld>[1][]
): FindWorld {
  const world = new FindWorld({}, changes[0]);
  for (const [path, text] of Object.entries(tree)) {
    const target = /^-> (.*)/.exec(text)?.[1];
    world.files.makeFolder(path.slice(0, path.lastIndexOf('/')));
    if (target === undefined) world.put(path, text);
    else world.disk.symlink(target, path);
  }
  return world;
}

function check({ library }: FindWorld, expected: Expected): void {
  const { skills, hidden, diagnostics } = readCatalog(library);
  expect({
    skills: skills.map(({ id, path }) => `${id} ${path}`),
    hidden: hidden.map(({ entry, reason }) => `${reason} ${entry.id} ${entry.path}`),
    diagnostics: diagnostics.map(({ code, path }) => `${code} ${path}`),
  }).toEqual({ hidden: [], diagnostics: [], ...expected });
}

const a = skillText('a', 'Does a.');

test('the first root with a skill of a name wins, and the other is reported', () => {
  check(worldOf({ '/home/skills/a/SKILL.md': a, '/user/.claude/skills/a/SKILL.md': a }), {
    skills: ['home:a /home/skills/a/SKILL.md'],
    hidden: ['shadowed claude:a /user/.claude/skills/a/SKILL.md'],
    diagnostics: ['shadowed /user/.claude/skills/a/SKILL.md'],
  });
});

test('within a root the first in walk order wins', () => {
  check(worldOf({ '/home/skills/z/SKILL.md': a, '/home/skills/b/c/SKILL.md': a }), {
    skills: ['home:a /home/skills/b/c/SKILL.md'],
    hidden: ['shadowed home:a /home/skills/z/SKILL.md'],
    diagnostics: ['shadowed /home/skills/z/SKILL.md'],
  });
});

test('a skill of an untrusted project takes no name from another', () => {
  check(worldOf({ '/project/.agents/skills/a/SKILL.md': a, '/user/.claude/skills/a/SKILL.md': a }), {
    skills: ['claude:a /user/.claude/skills/a/SKILL.md'],
    hidden: ['shadowed agents@0a1b2c3d:a /project/.agents/skills/a/SKILL.md'],
    diagnostics: ['shadowed /project/.agents/skills/a/SKILL.md'],
  });
});

test('neither does one that is hidden for a reason of its own', () => {
  const forMac = '---\nname: a\ndescription: Does a.\nplatforms: [macos]\n---\n';
  check(worldOf({ '/home/skills/a/SKILL.md': forMac, '/user/.claude/skills/a/SKILL.md': a }), {
    skills: ['claude:a /user/.claude/skills/a/SKILL.md'],
    hidden: ['platform home:a /home/skills/a/SKILL.md'],
  });
  const surroundings = { platform: 'linux', disabled: ['home:a'], platformDisabled: {} };
  check(worldOf({ '/home/skills/a/SKILL.md': a, '/user/.claude/skills/a/SKILL.md': a }, { surroundings }), {
    skills: ['claude:a /user/.claude/skills/a/SKILL.md'],
    hidden: ['disabled home:a /home/skills/a/SKILL.md'],
  });
});

test('a package that two roots reach is one skill, of the first of them', () => {
  const world = worldOf({
    '/user/.claude/skills/a/SKILL.md': a,
    '/home/skills/linked': '-> /user/.claude/skills/a',
  });
  check(world, { skills: ['home:a /home/skills/linked/SKILL.md'] });
  expect(readCatalog(world.library).skills[0]?.alsoIn.map((root) => root.label)).toEqual(['claude']);
});

test('a root that is a link to another adds nothing', () => {
  check(worldOf({ '/home/skills/a/SKILL.md': a, '/user/.claude/skills': '-> /home/skills' }), {
    skills: ['home:a /home/skills/a/SKILL.md'],
  });
});

test('the category is the first folder, else what the skill says', () => {
  const world = worldOf({
    '/home/skills/tools/deep/a/SKILL.md': a,
    '/home/skills/b/SKILL.md': '---\nname: b\ndescription: Does b.\ncategory: own\n---\n',
    '/home/skills/tools/c/SKILL.md': '---\nname: c\ndescription: Does c.\ncategory: own\n---\n',
    '/home/skills/d/SKILL.md': skillText('d', 'Does d.'),
  });
  const { skills } = readCatalog(world.library);
  expect(skills.map(({ name, category }) => [name, category])).toEqual([
    ['b', 'own'],
    ['d', undefined],
    ['c', 'tools'],
    ['a', 'tools'],
  ]);
});

test('a skill that is faulty hides no other', () => {
  check(
    worldOf({
      '/home/skills/bad/SKILL.md': '---\nname: [\n: : :\n\u0000',
      '/home/skills/empty/SKILL.md': '',
      '/home/skills/a/SKILL.md': a,
    }),
    {
      skills: ['home:a /home/skills/a/SKILL.md', 'home:bad /home/skills/bad/SKILL.md'],
      hidden: ['empty home:empty /home/skills/empty/SKILL.md'],
    },
  );
});
