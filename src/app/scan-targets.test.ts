import { expect, test } from 'vitest';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { libraryOf } from './context.js';
import { contextWith } from './context.world.js';
import { scanTargets } from './scan-targets.js';

test('the manifest of a root is read once for all of its skills', () => {
  const disk = memoryFiles();
  const root = '/user/.hermes/skills';
  const put = (path: string, text: string) => disk.write(`${root}/${path}`, new TextEncoder().encode(text));
  for (const name of ['a', 'b', 'c']) {
    disk.makeFolder(`${root}/${name}`);
    put(`${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does ${name}.\n---\n`);
  }
  put('.bundled_manifest', 'a:1\nb:2\n');
  const read: string[] = [];
  const files = {
    ...disk,
    read: (path: string) => {
      read.push(path);
      return disk.read(path);
    },
  };
  const context = contextWith({ files });
  const targets = scanTargets(libraryOf(context), context.workingFolder, []);
  expect(targets.map(({ name, provenance }) => [name, provenance])).toEqual([
    ['a', 'bundled'],
    ['b', 'bundled'],
    ['c', 'unknown'],
  ]);
  expect(read.filter((path) => path.endsWith('.bundled_manifest'))).toHaveLength(1);
});
