import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Disk } from '../../system/disk/disk.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import { walkRoot } from './walk.js';

const name = fc.constantFrom('a', 'b', 'a-b', 'scripts', 'references', '.git', 'é');
const folder = fc.array(name, { maxLength: 5 }).map((names) => names.join('/'));
const tree = fc.record({
  skills: fc.uniqueArray(folder, { maxLength: 12 }),
  links: fc.array(fc.tuple(folder, name, folder), { maxLength: 4 }),
});

type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never;

function diskOf({ skills, links }: Tree): Disk {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  const at = (path: string) => (path === '' ? '/root' : `/root/${path}`);
  for (const path of skills) {
    files.makeFolder(at(path));
    files.create(`${at(path)}/SKILL.md`, new Uint8Array());
  }
  for (const [location] of links) files.makeFolder(at(location));
  for (const [location, linkName, target] of links) {
    if (disk.lstat(`${at(location)}/${linkName}`) === undefined)
      disk.symlink(at(target), `${at(location)}/${linkName}`);
  }
  return disk;
}

/** The rules said the other way round: of each skill, whether anything on the way to it forbids it. */
function isReachable(path: string, skills: readonly string[]): boolean {
  const names = path === '' ? [] : path.split('/');
  return names.every((each, depth) => {
    const parent = names.slice(0, depth).join('/');
    const isSupportFolder = each === 'scripts' || each === 'references';
    return each !== '.git' && !(isSupportFolder && skills.includes(parent));
  });
}

test('without links, exactly the skills that no rule forbids are found, in order', () => {
  fc.assert(
    fc.property(tree, ({ skills }) => {
      const found = walkRoot(filesOn(diskOf({ skills, links: [] })), '/root').skills;
      const expected = skills.filter((path) => isReachable(path, skills)).sort();
      expect(found.map((skill) => skill.folder)).toEqual(expected);
    }),
  );
});

test('the order in which the disk gives its entries changes nothing', () => {
  fc.assert(
    fc.property(tree, (given) => {
      const disk = diskOf(given);
      const reversed = { ...disk, readdir: (path: string) => [...disk.readdir(path)].reverse() };
      expect(walkRoot(filesOn(reversed), '/root')).toEqual(walkRoot(filesOn(disk), '/root'));
    }),
  );
});

test('however it is linked, a package is found once, and where it is if that can be reached', () => {
  fc.assert(
    fc.property(tree, (given) => {
      const disk = diskOf(given);
      const { skills } = walkRoot(filesOn(disk), '/root');
      expect(new Set(skills.map((skill) => skill.realFolder)).size).toBe(skills.length);
      for (const { folder: path, realFolder } of skills) {
        expect(disk.realpath(`/root/${path}`)).toBe(realFolder);
        const isLinked = realFolder !== `/root/${path}`.replace(/\/$/, '');
        const own = realFolder.slice('/root/'.length);
        if (isLinked) expect(isReachable(own, given.skills)).toBe(false);
      }
    }),
  );
});
