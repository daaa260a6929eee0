import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { longTest } from '../../../test/long.js';
import type { Disk } from '../../system/disk/disk.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { everyFault } from '../../system/disk/faulty-disk.js';
import { type MemoryDisk, memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import { nodeDisk } from '../../system/disk/node-disk.js';
import { listPackageFiles, readPackageFile } from './package-files.js';

/** Paths below the package; `a -> b` is a link. */
function diskWith(...paths: readonly string[]): MemoryDisk {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  for (const path of ['SKILL.md', ...paths, '../outside/secret']) {
    const [location = '', target] = path.split(' -> ');
    const absolute = `/root/skill/${location}`.replace('/skill/..', '');
    files.makeFolder(absolute.slice(0, absolute.lastIndexOf('/')));
    if (target === undefined) files.create(absolute, new TextEncoder().encode(`content of ${location}`));
    else disk.symlink(target, absolute);
  }
  return disk;
}

function listed(...paths: readonly string[]): readonly string[] {
  return Object.entries(listPackageFiles(memoryFiles(diskWith(...paths)), '/root/skill')).flatMap(
    ([group, files]) => files.map((file) => `${group}: ${file}`),
  );
}

test('files are grouped by the support folder they are in', () => {
  expect(
    listed(
      'references/b.md',
      'references/a/z.md',
      'templates/t',
      'scripts/s',
      'assets/p',
      'FORMS.md',
      'docs/x',
      'scripts-old/y',
    ),
  ).toEqual([
    'references: references/a/z.md',
    'references: references/b.md',
    'templates: templates/t',
    'scripts: scripts/s',
    'assets: assets/p',
    'other: FORMS.md',
    'other: docs/x',
    'other: scripts-old/y',
  ]);
});

test('junk files, installed packages and other skills are left out', () => {
  expect(
    listed(
      '.git/config',
      '.DS_Store',
      'node_modules/a/x',
      'inner/SKILL.md',
      'inner/x',
      'references/old/SKILL.md',
    ),
  ).toEqual(['references: references/old/SKILL.md']);
});

test('of links only those to a file of the package are listed', () => {
  expect(
    listed(
      'a.md',
      'b.md -> a.md',
      'out.md -> ../outside/secret',
      'up -> ..',
      'gone -> nowhere',
      'loop -> loop',
      'in -> docs',
      'docs/x',
    ),
  ).toEqual(['other: a.md', 'other: b.md', 'other: docs/x']);
});

test('a folder that cannot be listed hides only itself', () => {
  const disk = diskWith('references/a', 'scripts/b');
  disk.chmod('/root/skill/references', 0);
  expect(listPackageFiles(memoryFiles(disk), '/root/skill')).toMatchObject({
    references: [],
    scripts: ['scripts/b'],
  });
});

longTest('there is an end to the list', () => {
  const files = listPackageFiles(
    memoryFiles(diskWith(...Array.from({ length: 2100 }, (_, at) => `assets/${at}/x`))),
    '/root/skill',
  );
  expect(files.assets.length).toBe(2000);
});

function read(disk: Disk, path: string): string | undefined {
  const file = readPackageFile(filesOn(disk), '/root/skill', path, 1000);
  return file && new TextDecoder().decode(file.bytes);
}

test.each([
  ['a file', 'references/a.md', 'content of references/a.md'],
  ['SKILL.md itself', 'SKILL.md', 'content of SKILL.md'],
  ['a link within the skill', 'references/link', 'content of references/a.md'],
  ['a link to a folder within the skill', 'docs/a.md', 'content of references/a.md'],
  ['a path that goes up and comes back', 'references/../SKILL.md', 'content of SKILL.md'],
  ['nothing there', 'references/b.md', undefined],
  ['nothing in nothing', 'x/y/z', undefined],
  ['an absolute path, which is taken as relative', '/root/outside/secret', undefined],
])('%s can be read as far as it is there', (_, path, expected) => {
  expect(read(diskWith('references/a.md', 'references/link -> a.md', 'docs -> references'), path)).toBe(
    expected,
  );
});

test.each([
  ['a path that goes up', '../outside/secret'],
  ['the folder itself', '.'],
  ['nothing at all', ''],
  ['a link to a file outside', 'link'],
  ['a link to a folder outside', 'out/secret'],
  ['a link to a link outside', 'twice'],
  ['a file in a folder that only begins alike', '../skill-two/x'],
])('%s is refused', (_, path) => {
  const disk = diskWith(
    'link -> ../outside/secret',
    'out -> /root/outside',
    'twice -> link',
    '../skill-two/x',
  );
  expect(() => read(disk, path)).toThrow(expect.objectContaining({ code: 'path-unsafe' }));
});

test('a folder is not read as a file', () => {
  expect(() => read(diskWith('references/a.md'), 'references')).toThrow(
    expect.objectContaining({ code: 'not-a-file' }),
  );
});

/** At every single operation of the reading, somebody puts a link in the place of the folder, or of the file. */
test.each<[string, (disk: MemoryDisk) => void]>([
  [
    'the folder',
    (disk) => {
      disk.rename('/root/skill/references', '/root/moved');
      disk.symlink('/root/outside', '/root/skill/references');
    },
  ],
  [
    'the file',
    (disk) => {
      disk.unlink('/root/skill/references/secret');
      disk.symlink('/root/outside/secret', '/root/skill/references/secret');
    },
  ],
])('a link that is put in the place of %s meanwhile is never read through', (_, swap) => {
  let struck = 0;
  let disk = diskWith('references/secret');
  for (const fault of everyFault({ act: 'meanwhile', run: () => swap(disk) })) {
    disk = diskWith('references/secret');
    let content: string | undefined;
    try {
      content = read(fault.on(disk), 'references/secret');
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(path-unsafe|not-found)$/) });
    }
    expect(content ?? 'content of references/secret', `${fault}`).toBe('content of references/secret');
    if (fault.struck) struck += 1;
  }
  expect(struck).toBeGreaterThan(5);
});

test('the same holds on the real disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'coppice-package-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'outside', 'file'), 'theirs');
  const prepare = () => {
    rmSync(join(root, 'skill'), { recursive: true, force: true });
    rmSync(join(root, 'moved'), { recursive: true, force: true });
    mkdirSync(join(root, 'skill', 'references'), { recursive: true });
    writeFileSync(join(root, 'skill', 'references', 'file'), 'own');
  };
  const swap = () => {
    renameSync(join(root, 'skill', 'references'), join(root, 'moved'));
    symlinkSync(join(root, 'outside'), join(root, 'skill', 'references'));
  };
  for (const fault of everyFault({ act: 'meanwhile', run: swap })) {
    prepare();
    let content = 'own';
    try {
      const file = readPackageFile(filesOn(fault.on(nodeDisk)), join(root, 'skill'), 'references/file', 1000);
      content = new TextDecoder().decode(file?.bytes) || 'own';
    } catch (error) {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(path-unsafe|not-found)$/) });
    }
    expect(content, `${fault}`).toBe('own');
  }
});
