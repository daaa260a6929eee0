import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoppiceError } from '../../text/errors.js';
import { faultCode } from './disk-fault.js';
import { filesOn } from './disk-files.js';
import type { ContractLocation } from './files.contract.js';
import { memoryDisk } from './memory-disk.js';
import { nodeFiles } from './node-disk.js';

const calls = ['read', 'write', 'create', 'append', 'list', 'stat', 'lstat'] as const;
const moves = ['rename', 'remove', 'makeFolder', 'realPath', 'openFolder', 'symlink'] as const;

const name = fc.constantFrom('a', 'b', 'c');
const path = fc.oneof(
  name,
  fc.array(name, { minLength: 2, maxLength: 3 }).map((names) => names.join('/')),
  fc.constantFrom('', 'a/..', 'a/../b'),
);

const step = fc.record({
  call: fc.constantFrom(...calls, ...moves),
  path,
  to: path,
  /** What a link points to: never upwards, so that no path leaves the temporary folder. */
  target: fc.oneof(name, fc.constantFrom('.', 'a/b', 'b/c/a')),
  bytes: fc.uint8Array({ maxLength: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test('the files in memory answer as those on the real disk do', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const real = realPlace();
      const memory = memoryPlace();
      try {
        for (const [index, each] of steps.entries()) {
          expect(outcomeOf(memory, each), `step ${index}`).toEqual(outcomeOf(real, each));
        }
      } finally {
        real.dispose();
      }
    }),
    { numRuns: 100 },
  );
});

function outcomeOf(place: ContractLocation, each: Step): unknown {
  try {
    return run(place, each);
  } catch (error) {
    return error instanceof CoppiceError ? error.code : faultCode(error);
  }
}

function run({ files, root, symlink }: ContractLocation, { call, path, to, target, bytes }: Step): unknown {
  const at = path === '' ? root : `${root}/${path}`;
  switch (call) {
    case 'read':
      return files.read(at)?.bytes;
    case 'write':
      return files.write(at, bytes);
    case 'create':
      return files.create(at, bytes);
    case 'append':
      return files.append(at, bytes);
    case 'list':
      return files.list(at);
    case 'stat':
    case 'lstat': {
      const stat = files.stat(at, { follow: call === 'stat' });
      return stat && { kind: stat.kind, size: stat.kind === 'file' && stat.sizeBytes };
    }
    case 'rename':
      return files.rename(at, `${root}/${to}`);
    case 'remove':
      return files.remove(at);
    case 'makeFolder':
      return files.makeFolder(at);
    case 'realPath':
      return files.realPath(at)?.replace(dirname(root), '');
    case 'openFolder': {
      const folder = files.openFolder(at);
      try {
        files.append(`${folder.path}/a`, bytes);
        return files.list(folder.path);
      } finally {
        folder.close();
      }
    }
    case 'symlink':
      return symlink(target, at);
    default:
      return call satisfies never;
  }
}

function realPlace(): ContractLocation {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coppice-files-')));
  const root = `${folder}/place`;
  nodeFiles.makeFolder(root);
  return { files: nodeFiles, root, symlink: symlinkSync, dispose: () => rmSync(folder, { recursive: true }) };
}

function memoryPlace(): ContractLocation {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.makeFolder('/folder/place');
  return { files, root: '/folder/place', symlink: disk.symlink, dispose: () => undefined };
}
