import { expect, test } from 'vitest';
import { addItem, removeItem, setRange, upgradeManifest } from './edit-manifest.js';
import type { ManifestItem } from './manifest.js';
import { newManifest, readManifest } from './manifest.js';

const registry = '[registry]\nurl = "https://e.org"\ntenant = "acme"\n';
const item = (slug: string, range = '*', kind: ManifestItem['kind'] = 'skill'): ManifestItem => ({
  kind,
  slug,
  wanted: { from: 'registry', range },
});

test('a line is a range, or says where else the item comes from', () => {
  const text = `${registry}
[require.skills]
deploy = "^1.2"
house-style = { path = "./skills/house-style" }
pdf = { git = "https://github.com/anthropics/skills", path = "skills/pdf", ref = "main" }
[require.agents]
reviewer = { version = ">=2" }
`;
  expect(readManifest(text).items).toEqual([
    item('deploy', '^1.2'),
    { kind: 'skill', slug: 'house-style', wanted: { from: 'path', path: './skills/house-style' } },
    {
      kind: 'skill',
      slug: 'pdf',
      wanted: { from: 'git', url: 'https://github.com/anthropics/skills', path: 'skills/pdf', ref: 'main' },
    },
    item('reviewer', '>=2', 'agent'),
  ]);
});

test.each([
  ['[require.skill]\na = "1"\n', 'line 4: unknown key require.skill'],
  ['[require.skills]\nA = "1"\n', 'line 5: "A" is not a slug'],
  ['[require.skills]\na = "nonsense"\n', 'line 5: "nonsense" is not a range of versions'],
  ['[require.skills]\na = 1\n', 'line 5: require.skills.a must be text'],
  ['[require.skills]\na = { path = "x", version = "1" }\n', 'line 5: version is of a registry'],
  ['[require]\nskills = ["a"]\n', 'line 5: require.skills must be a table'],
  ['[require.skills]\na = "1"\n[[skills]]\nslug = "a"\n', 'skill `a` is named twice'],
])('%j is refused: %s', (tables, reason) => {
  expect(() => readManifest(registry + tables)).toThrow(reason);
});

test('an item is added where it is in order, with comments where they were', () => {
  const text = `${registry}\n[require.skills]\n# about b\nb = "1"\nd = "1" # why d\n\n[require.agents]\n`;
  const added = ['c', 'a', 'e'].reduce((soFar, slug) => addItem(soFar, item(slug, '^2')), text);
  expect(addItem(added, item('x', '*', 'command'))).toBe(`${registry}
[require.skills]
a = "^2"
# about b
b = "1"
c = "^2"
d = "1" # why d
e = "^2"

[require.agents]

[require.commands]
x = "*"
`);
});

test('a range is set and an item removed in its own line', () => {
  const text = `${registry}[require.skills]\n# about a\na = "1" # why\nb = { version = "^1" }\n`;
  expect(setRange(text, item('a'), '^2')).toBe(text.replace('"1"', '"^2"'));
  expect(setRange(text, item('b'), '^2')).toBe(text.replace('{ version = "^1" }', '"^2"'));
  expect(removeItem(text, item('b'))).toBe(text.replace('b = { version = "^1" }\n', ''));
  const byHand = `${registry}[require.skills.a]\npath = "x"\n`;
  expect(() => removeItem(byHand, item('a'))).toThrow('cannot be edited automatically');
});

test('a file with blocks stays one, and both forms can be in one file', () => {
  const blocks = `${registry}\n[[skills]]\nslug = "b"\n`;
  expect(addItem(blocks, item('a'))).toBe(`${blocks.trimEnd()}\n\n[[skills]]\nslug = "a"\n`);
  const both = `${blocks}\n[require.skills]\na = "1"\n`;
  expect(removeItem(both, item('b'))).not.toContain('slug = "b"');
  expect(setRange(both, item('b'), '^3')).toContain('slug = "b"\nversion = "^3"\n');
  expect(addItem(both, item('c'))).toContain('a = "1"\nc = "*"\n');
});

test('an upgrade keeps the meaning and every comment', () => {
  const text = `# the team's skills
${registry}agents = ["claude"] # whose

# ours
[[skills]]
slug = "zeta" # the last
# at least
version = "^1.2"

[[agents]]
slug = "reviewer"

[[skills]]
slug = "alpha"
path = "./#/alpha"
# the end
`;
  const upgraded = upgradeManifest(text) ?? '';
  expect(upgraded).toBe(`# the team's skills
${registry}agents = ["claude"] # whose

# the end

[require.skills]
alpha = { path = "./#/alpha" }
# ours
# the last
# at least
zeta = "^1.2"

[require.agents]
reviewer = "*"
`);
  expect(upgradeManifest(upgraded)).toBe(undefined);
});

test('a new manifest has the tables, and add puts an item into them', () => {
  const text = newManifest({ url: 'https://e.org', tenant: 'acme' });
  expect(readManifest(text).items).toEqual([]);
  expect(addItem(text, item('a', '^1'))).toContain('[require.skills]\na = "^1"\n');
});
