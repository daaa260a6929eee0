import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type MemoryDisk, memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { walkBounds, walkRoot } from './walk.js';

/** Paths below the root; `a/link -> target` is a link, and everything else a file. */
function diskWith(...paths: readonly string[]): MemoryDisk {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  files.makeFolder('/root');
  for (const path of paths) {
    const [location = '', target] = path.split(' -> ');
    const absolute = `/root/${location}`;
    files.makeFolder(absolute.slice(0, absolute.lastIndexOf('/')));
    if (target === undefined) files.create(absolute, new Uint8Array());
    else disk.symlink(target, absolute);
  }
  return disk;
}

function check(
  paths: readonly string[],
  expected: { skills: readonly string[]; diagnostics?: readonly string[] },
): void {
  const { skills, diagnostics } = walkRoot(memoryFiles(diskWith(...paths)), '/root');
  expect(skills.map((skill) => skill.file)).toEqual(expected.skills);
  expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual(expected.diagnostics ?? []);
}

test('a SKILL.md that is not a file is not a skill, and is reported', () => {
  check(['a/SKILL.md/x', 'b/SKILL.md -> ../c', 'c/notes.md', 'd/SKILL.md'], {
    skills: ['d/SKILL.md'],
    diagnostics: ['unreadable /root/a/SKILL.md', 'unreadable /root/b/SKILL.md'],
  });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['folders that hold a SKILL.md', ['a/SKILL.md', 'b/README.md'], ['a/SKILL.md']],
  [
    'skills in categories',
    ['tools/a/SKILL.md', 'tools/deep/b/SKILL.md'],
    ['tools/a/SKILL.md', 'tools/deep/b/SKILL.md'],
  ],
  ['the root itself', ['SKILL.md', 'a/SKILL.md'], ['SKILL.md', 'a/SKILL.md']],
  ['skills inside a skill', ['a/SKILL.md', 'a/more/b/SKILL.md'], ['a/SKILL.md', 'a/more/b/SKILL.md']],
  [
    'nothing in the support folders of a skill',
    [
      'a/SKILL.md',
      ...['references', 'templates', 'scripts', 'assets'].map((name) => `a/${name}/old/SKILL.md`),
    ],
    ['a/SKILL.md'],
  ],
  ['such folders outside a skill', ['scripts/a/SKILL.md'], ['scripts/a/SKILL.md']],
  [
    'nothing in folders of other programs',
    ['.archive/a/SKILL.md', '.git/a/SKILL.md', 'node_modules/a/SKILL.md', 'a/venv/SKILL.md'],
    [],
  ],
  ['SKILL.md rather than skill.md', ['a/SKILL.md', 'a/skill.md'], ['a/SKILL.md']],
  ['no other spelling', ['a/Skill.md', 'b/SKILL.MD', 'c/SKILL.md.txt'], []],
  [
    'code-unit order of the folders',
    ['b/SKILL.md', 'a-b/SKILL.md', 'a/b/SKILL.md', 'Z/SKILL.md', 'é/SKILL.md'],
    ['Z/SKILL.md', 'a-b/SKILL.md', 'a/b/SKILL.md', 'b/SKILL.md', 'é/SKILL.md'],
  ],
])('finds %s', (_, paths, skills) => check(paths, { skills }));

test('skill.md is accepted, and reported', () => {
  check(['a/skill.md'], { skills: ['a/skill.md'], diagnostics: ['file-name-case /root/a/skill.md'] });
});

test('a missing root has no skills', () => {
  expect(walkRoot(memoryFiles(), '/gone')).toEqual({
    skills: [],
    folders: [{ path: '', mtimeMs: undefined }],
    diagnostics: [],
  });
});

test.each<[string, readonly string[], readonly string[]]>([
  [
    'a link to a folder elsewhere is followed',
    ['link -> /elsewhere', '../elsewhere/a/SKILL.md'],
    ['link/a/SKILL.md'],
  ],
  [
    'a link to a SKILL.md counts as one',
    ['a/SKILL.md -> /elsewhere/file', '../elsewhere/file'],
    ['a/SKILL.md'],
  ],
  ['a package is found where it is, not through a link', ['a -> z', 'z/SKILL.md'], ['z/SKILL.md']],
  [
    'of several links the first counts',
    ['b -> /elsewhere', 'a -> /elsewhere', '../elsewhere/SKILL.md'],
    ['a/SKILL.md'],
  ],
  ['a link to the root ends there', ['a/SKILL.md', 'loop -> /root', 'a/back -> ..'], ['a/SKILL.md']],
  [
    'links that lead to each other end',
    ['a -> /x', '../x/SKILL.md', '../x/b -> /y', '../y/SKILL.md', '../y/c -> /x'],
    ['a/SKILL.md', 'a/b/SKILL.md'],
  ],
  [
    'a link with the name of a pruned folder is pruned',
    ['.archive -> /elsewhere', '../elsewhere/a/SKILL.md'],
    [],
  ],
  [
    'so is one in the place of a support folder',
    ['a/SKILL.md', 'a/scripts -> /elsewhere', '../elsewhere/b/SKILL.md'],
    ['a/SKILL.md'],
  ],
])('%s', (_, paths, skills) => check(paths, { skills }));

test('a link that is broken is reported, wherever it is', () => {
  check(['a/SKILL.md', 'a/gone -> /nowhere', 'b/SKILL.md -> /nowhere'], {
    skills: ['a/SKILL.md'],
    diagnostics: ['broken-link /root/a/gone', 'broken-link /root/b/SKILL.md'],
  });
});

test('a link to itself is reported and hides nothing', () => {
  check(['a/SKILL.md', 'b -> b'], { skills: ['a/SKILL.md'], diagnostics: ['unreadable /root/b'] });
});

test('a folder that cannot be read is reported and hides no other', () => {
  const disk = diskWith('a/SKILL.md', 'secret/b/SKILL.md');
  disk.chmod('/root/secret', 0);
  const { skills, diagnostics } = walkRoot(memoryFiles(disk), '/root');
  expect(skills.map((skill) => skill.file)).toEqual(['a/SKILL.md']);
  expect(diagnostics).toEqual([
    {
      code: 'unreadable',
      severity: 'error',
      path: '/root/secret',
      line: 0,
      message: 'Cannot list /root/secret: access was refused (EACCES).',
      fix: 'check the owner and mode of the file and its folder',
    },
  ]);
});

test('folders beyond the depth are not searched, which is reported once', () => {
  const deep = (depth: number, name: string) =>
    `${Array.from({ length: depth }, () => name).join('/')}/SKILL.md`;
  check([deep(8, 'a'), deep(9, 'b'), deep(9, 'c')], {
    skills: [deep(8, 'a')],
    diagnostics: [`too-deep /root/${Array.from({ length: 9 }, () => 'c').join('/')}`],
  });
});

test('no more folders are searched than the bound allows, which is reported', () => {
  const files = memoryFiles(diskWith(...Array.from({ length: 10 }, (_, at) => `skill-${at}/SKILL.md`)));
  const { skills, diagnostics } = walkRoot(files, '/root', { ...walkBounds, folders: 5 });
  expect(skills.length).toBe(4);
  expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual(['too-many-folders /root']);
});

test('the folders that are in no skill are reported with their times', () => {
  const files = memoryFiles(diskWith('tools/a/SKILL.md', 'tools/a/inner/x', 'b/SKILL.md', 'empty/deep/x'));
  const { folders } = walkRoot(files, '/root');
  expect(folders.map((folder) => folder.path).sort()).toEqual(['', 'empty', 'empty/deep', 'tools']);
  expect(folders.map((folder) => folder.mtimeMs)).toEqual(
    folders.map(({ path }) => files.stat(`/root/${path}`)?.mtimeMs),
  );
});

test('a name that is not UTF-8 is reported and hides nothing', ({ skip }) => {
  const root = mkdtempSync(join(tmpdir(), 'coppice-walk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'a'));
  writeFileSync(join(root, 'a', 'SKILL.md'), '');
  const made = spawnSync('sh', ['-c', `mkdir "$1/$(printf 'b\\377')"`, 'sh', root]);
  if (made.status !== 0) skip('this file system takes only names that are UTF-8');
  const { skills, diagnostics } = walkRoot(nodeFiles, root);
  expect(skills.map((skill) => skill.file)).toEqual(['a/SKILL.md']);
  expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
    `name-not-utf8 ${join(root, 'b\uFFFD')}`,
  ]);
});
