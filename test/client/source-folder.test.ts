import { expect, test } from 'vitest';
import { memoryLinkDisk } from '../../src/client/link/memory-link-disk.fixture.js';
import { openSources } from '../../src/client/source/sources.js';
import { filesOn } from '../../src/system/disk/disk-files.js';
import { linksOn } from '../../src/system/disk/links.js';

const skill = '---\nname: mine\ndescription: d\nrequires: [lib]\n---\nbody\n';

function world(given: Readonly<Record<string, string>>) {
  const disk = memoryLinkDisk();
  const files = filesOn(disk);
  const put = (path: string, text: string) => {
    const folder = `/project/mine/${path}`.replace(/\/[^/]*$/, '');
    files.makeFolder(folder, 0o755);
    files.write(`/project/mine/${path}`, new TextEncoder().encode(text), {
      mode: path.endsWith('.sh') ? 0o755 : 0o644,
    });
  };
  files.makeFolder('/project/mine');
  for (const [path, text] of Object.entries(given)) put(path, text);
  const sources = openSources({ files, home: '/home', project: '/project', environment: {} });
  const resolve = (path = './mine') =>
    sources.resolve({ kind: 'skill', slug: 'mine', wanted: { from: 'path', path } });
  return { put, resolve, sources, links: linksOn(disk) };
}

test('a folder is read as it is, without what does not belong to a package', async () => {
  const { resolve } = world({
    'SKILL.md': skill,
    'scripts/run.sh': 'echo\n',
    '.git/config': 'x',
    'scripts/__pycache__/x.pyc': 'x',
  });
  const { files, requires, origin } = await resolve();
  expect(files.map(({ path, executable }) => [path, executable])).toEqual([
    ['SKILL.md', false],
    ['scripts/run.sh', true],
  ]);
  expect([requires, origin]).toEqual([['lib'], { from: 'path', path: './mine' }]);
});

test('a change of a file changes the digest, and a junk file does not', async () => {
  const { put, resolve } = world({ 'SKILL.md': skill });
  const before = (await resolve('/project/mine')).contentDigest;
  put('.DS_Store', 'litter');
  expect((await resolve()).contentDigest).toBe(before);
  put('notes.md', 'more');
  expect((await resolve()).contentDigest).not.toBe(before);
});

test.each([
  ['no SKILL.md', { 'readme.md': '' }, 'not-found'],
  ['a name that not every system allows', { 'SKILL.md': skill, 'a?b': '' }, 'bad-bundle'],
  ['itself among what it requires', { 'SKILL.md': skill.replace('lib', 'mine') }, 'bad-bundle'],
  ['one requirement twice', { 'SKILL.md': skill.replace('lib', 'lib, lib@^1') }, 'bad-bundle'],
  ['a map as requirements', { 'SKILL.md': skill.replace('[lib]', '{a: b}') }, 'bad-bundle'],
  [
    'too many files',
    Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, ''])),
    'bundle-too-large',
  ],
] as const)('a folder with %s is refused', async (_, files, code) => {
  await expect(world(files).resolve()).rejects.toMatchObject({ code });
});

test('a link is refused, wherever it leads', async () => {
  const { resolve, links } = world({ 'SKILL.md': skill });
  links.make('/project/mine/other.md', 'SKILL.md');
  await expect(resolve()).rejects.toMatchObject({ code: 'bad-bundle' });
});

test('a folder that is not there is named as it was written', async () => {
  await expect(world({}).resolve('./nope')).rejects.toMatchObject({
    code: 'not-found',
    message: 'there is no folder ./nope',
  });
});
