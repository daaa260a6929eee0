import { expect, test } from 'vitest';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { contextWith } from './context.world.js';
import { readStatus } from './status.js';

test.each([
  ['evolver.json', 'evolver'],
  ['schedule.json', 'schedule'],
  ['curator.json', 'curator'],
] as const)('%s that cannot be read is told in its place, and hides nothing else', async (name, part) => {
  const files = memoryFiles();
  files.makeFolder(`/user/.coppice/${name}`);
  const standing = await readStatus(contextWith({ files }));
  expect(standing[part]).toMatchObject({ code: 'not-a-file', problem: expect.stringContaining(name) });
  expect(standing.evidence).toMatchObject({ present: false });
});
