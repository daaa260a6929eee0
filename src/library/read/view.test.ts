import { expect, test } from 'vitest';
import { sha256Hex } from '../../text/hash.js';
import { FindWorld, skillText } from '../use/find.world.js';
import { viewSkill } from './view.js';

const text = `---
name: gif-search
description: Finds moving pictures. Use when one is wanted.
license: MIT
metadata:
  author: somebody
required_environment_variables:
  - name: GIF_KEY
    help: get one at the site
  - name: OTHER
    optional: true
prerequisites:
  commands: [curl, jq]
---

# Steps
`;

function worldWith(tree: Readonly<Record<string, string>> = {}): FindWorld {
  return new FindWorld({ '/home/skills/media/gif-search/SKILL.md': text, ...tree });
}

test('a skill is shown with all that is known about it', () => {
  const world = worldWith({
    '/home/skills/media/gif-search/references/api.md': 'x',
    '/home/skills/media/gif-search/scripts/run.sh': 'x',
    '/home/skills/media/gif-search/FORMS.md': 'x',
    '/bin/curl': 'x',
  });
  world.disk.chmod('/bin/curl', 0o755);
  world.library.usage.put('home:gif-search', { createdBy: 'agent', state: 'stale', pinLevel: 'freeze' });
  const { digest, scan, ...view } = viewSkill(world.library, 'gif-search');
  expect(scan).toMatchObject({ verdict: 'pass', findings: [], accepted: null });
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(view).toEqual({
    id: 'home:gif-search',
    name: 'gif-search',
    description: 'Finds moving pictures. Use when one is wanted.',
    category: 'media',
    root: 'home',
    trusted: true,
    body: '\n# Steps\n',
    path: '/home/skills/media/gif-search/SKILL.md',
    dir: '/home/skills/media/gif-search',
    sha256: sha256Hex(text),
    files: {
      references: ['references/api.md'],
      templates: [],
      scripts: ['scripts/run.sh'],
      assets: [],
      other: ['FORMS.md'],
    },
    metadata: {
      name: 'gif-search',
      description: 'Finds moving pictures. Use when one is wanted.',
      license: 'MIT',
      metadata: { author: 'somebody' },
      required_environment_variables: [
        { name: 'GIF_KEY', help: 'get one at the site' },
        { name: 'OTHER', optional: 'true' },
      ],
      prerequisites: { commands: ['curl', 'jq'] },
    },
    provenance: 'agent',
    state: 'stale',
    pinned: true,
    readiness: {
      status: 'setup-needed',
      missingEnvironment: [{ name: 'GIF_KEY', help: 'get one at the site' }],
      missingCommands: ['jq'],
    },
    diagnostics: [],
    hint: 'view NAME FILE shows one of the files',
  });
});

test('viewing changes nothing but the caches', () => {
  const world = worldWith();
  viewSkill(world.library, 'gif-search');
  expect(world.files.list('/home')?.map(({ name }) => name)).toEqual(['cache', 'skills']);
});

test.each([
  ['a faulty skill', 'No frontmatter.\n', ['no-frontmatter']],
  ['a skill without description', '---\nname: gif-search\n---\nProse.\n', ['description-missing']],
])('%s is shown with its faults', (_, faulty, codes) => {
  const world = worldWith({ '/home/skills/media/gif-search/SKILL.md': faulty });
  expect(viewSkill(world.library, 'gif-search').diagnostics).toMatchObject(
    codes.map((code) => ({ code, path: '/home/skills/media/gif-search/SKILL.md' })),
  );
});

test('a long name is shown whole, and finds its skill', () => {
  const name = 'n'.repeat(80);
  const { library } = new FindWorld({ '/home/skills/x/SKILL.md': skillText(name, 'Has a long name.') });
  expect(viewSkill(library, name)).toMatchObject({ id: `home:${name.slice(0, 64)}`, name });
});

test('a package with a link in it has no digest, and says why', () => {
  const world = worldWith();
  world.disk.symlink('/elsewhere', '/home/skills/media/gif-search/link');
  expect(viewSkill(world.library, 'gif-search')).toMatchObject({
    digest: null,
    diagnostics: [
      {
        code: 'no-digest',
        path: '/home/skills/media/gif-search/link',
        message: 'The package has no digest: link.',
      },
    ],
  });
});

test('a file that cannot be read leaves only the digest out', () => {
  const world = worldWith({ '/home/skills/media/gif-search/assets/secret': 'x' });
  world.disk.chmod('/home/skills/media/gif-search/assets/secret', 0);
  const view = viewSkill(world.library, 'gif-search');
  expect([view.digest, view.files.assets]).toEqual([null, ['assets/secret']]);
});

test('a skill of an untrusted project is shown, and marked', () => {
  const world = worldWith({
    '/project/.agents/skills/theirs/SKILL.md': skillText('theirs', 'Of a project.'),
  });
  expect(viewSkill(world.library, 'theirs')).toMatchObject({
    root: 'project',
    trusted: false,
    provenance: 'project',
    diagnostics: [{ code: 'untrusted' }],
  });
});
