import { expect, test } from 'vitest';
import { memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import { builtFile } from './built-file.js';

test.each([
  ['as it is', '/lib/coppice/dist/main.js'],
  ['through the link that npm makes', '/bin/coppice'],
])('a built file is beside the program that was started %s', (_, script) => {
  const disk = memoryDisk();
  const files = memoryFiles(disk);
  for (const folder of ['/bin', '/lib/coppice/dist']) files.makeFolder(folder);
  files.write('/lib/coppice/dist/main.js', new Uint8Array());
  disk.symlink('../lib/coppice/dist/main.js', '/bin/coppice');
  expect(builtFile({ files, program: { executable: 'node', script } }, 'web')).toBe('/lib/coppice/dist/web');
});
