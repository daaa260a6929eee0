import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { filesOn } from './disk-files.js';
import { everyFault } from './faulty-disk.js';
import { filesContract } from './files.contract.js';
import { nodeDisk, nodeFiles } from './node-disk.js';

function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'coppice-files-')));
}

filesContract('on the real disk', () => {
  const root = newFolder();
  return { files: nodeFiles, root, symlink: symlinkSync, dispose: () => rmSync(root, { recursive: true }) };
});

describe('on the real disk only', () => {
  const posix = process.platform !== 'win32';
  const superuser = process.getuid?.() === 0;
  const bytes = new TextEncoder().encode('0123456789');
  let root: string;
  const at = (name: string) => join(root, name);

  beforeEach(() => {
    root = newFolder();
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test.skipIf(!posix)('a pipe or a device is refused and never waited for', () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', at('pipe')]);
    const refusal = expect.objectContaining({ code: 'not-a-file' });
    expect(() => nodeFiles.read(at('pipe'))).toThrow(refusal);
    expect(() => nodeFiles.write(at('pipe'), bytes)).toThrow(refusal);
    expect(() => nodeFiles.append(at('pipe'), bytes)).toThrow(refusal);
    expect(() => nodeFiles.read('/dev/zero')).toThrow(refusal);
    expect(nodeFiles.create(at('pipe'), bytes)).toBe(false);
    expect(nodeFiles.list(root)).toEqual([{ name: 'pipe', kind: 'other' }]);
  });

  test.skipIf(process.platform !== 'linux')('a name that is not UTF-8 does not hide the others', () => {
    const odd = Buffer.concat([Buffer.from(`${root}/odd`), Buffer.from([0xff, 0xfe])]);
    appendFileSync(odd, 'x');
    nodeFiles.write(at('plain'), bytes);
    expect(nodeFiles.list(root)?.map(({ name }) => name)).toEqual(['odd\uFFFD\uFFFD', 'plain']);
    expect(nodeFiles.read(at('odd\uFFFD\uFFFD'))).toBeUndefined();
  });

  test('a file that grows or shrinks while it is read gives what is there', () => {
    function lengthsRead(change: () => void): number[] {
      const lengths = [];
      for (const fault of everyFault({ act: 'meanwhile', run: change })) {
        nodeFiles.write(at('file'), bytes);
        lengths.push(filesOn(fault.on(nodeDisk)).read(at('file'))?.bytes.length ?? -1);
      }
      return lengths;
    }
    // Changed before the open, the fstat, the read, the close, and not at all.
    expect(lengthsRead(() => appendFileSync(at('file'), 'more'))).toEqual([14, 14, 10, 10, 10]);
    expect(lengthsRead(() => truncateSync(at('file'), 3))).toEqual([3, 3, 3, 10, 10]);
  });

  test.skipIf(!superuser)('the owner is kept (only the superuser can give files away)', () => {
    nodeFiles.write(at('file'), bytes, { mode: 0o640 });
    chownSync(at('file'), 12345, 23456);
    nodeFiles.write(at('file'), bytes);
    expect(nodeDisk.stat(at('file'))).toMatchObject({ uid: 12345, gid: 23456, mode: 0o640 });
  });

  test.skipIf(!posix || superuser)('access is refused by mode (the superuser is never refused)', () => {
    nodeFiles.write(at('file'), bytes, { mode: 0o000 });
    chmodSync(root, 0o500);
    const refusal = expect.objectContaining({ code: 'no-permission' });
    expect(() => nodeFiles.read(at('file'))).toThrow(refusal);
    expect(() => nodeFiles.write(at('file'), bytes)).toThrow(refusal);
    chmodSync(root, 0o700);
  });
});
