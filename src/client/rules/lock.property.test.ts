import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoppiceError } from '../../text/errors.js';
import { compareNames, isSameItem } from './item-names.js';
import { lockNodes, locks } from './lock.arbitrary.js';
import type { Lock } from './lock.js';
import { printLock, readLock } from './lock.js';

test('what is printed is read back', () => {
  fc.assert(
    fc.property(locks, (lock) => {
      expect(readLock(printLock(lock))).toEqual(lock);
      expect(readLock(printLock(lock).replaceAll('\n', '\r\n'))).toEqual(lock);
    }),
    { numRuns: 300 },
  );
});

test('the text depends on what is locked, and not on the order of finding it', () => {
  fc.assert(
    fc.property(locks, ({ registry, nodes, unresolved }) => {
      const turned = { registry, nodes: nodes.toReversed(), unresolved: unresolved.toReversed() };
      expect(printLock(turned)).toBe(printLock({ registry, nodes, unresolved }));
    }),
  );
});

test('a lock that was damaged is refused or means something else, and never crashes', () => {
  fc.assert(
    fc.property(locks, fc.nat(), fc.constantFrom('', '"', '\n', ']', 'x', '= 1'), (lock, place, put) => {
      const text = printLock(lock);
      const at = place % text.length;
      try {
        readLock(text.slice(0, at) + put + text.slice(at + 1));
      } catch (error) {
        if (!(error instanceof CoppiceError)) throw error;
        expect(error.message).toMatch(/^coppice\.lock/);
      }
    }),
    { numRuns: 300 },
  );
});

/** Where git does not know, it says so, and the lock is refused. */
test('two branches that lock different nodes merge to both, or are refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-lock-'));
  const additions = fc.uniqueArray(lockNodes, { comparator: isSameItem, minLength: 2, maxLength: 2 });
  let merged = 0;
  try {
    fc.assert(
      fc.property(locks, additions, (base, [ours, theirs]) => {
        if (ours === undefined || theirs === undefined) return;
        fc.pre(![ours, theirs].some((node) => base.nodes.some((other) => isSameItem(node, other))));
        const both = withNodes(base, [ours, theirs]);
        const result = merge(folder, [withNodes(base, [ours]), base, withNodes(base, [theirs])]);
        if (result.isClean) {
          merged += 1;
          expect(readLock(result.text)).toEqual(both);
          expect(result.text).toBe(printLock(both));
        } else expect(() => readLock(result.text)).toThrow('unresolved merge conflict');
      }),
      { numRuns: 60 },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(merged).toBeGreaterThan(0);
});

function withNodes(lock: Lock, nodes: Lock['nodes']): Lock {
  return { ...lock, nodes: [...lock.nodes, ...nodes].sort(compareNames) };
}

function merge(folder: string, versions: readonly Lock[]): { isClean: boolean; text: string } {
  const paths = versions.map((lock, at) => {
    const path = join(folder, String(at));
    writeFileSync(path, printLock(lock));
    return path;
  });
  const { status, stdout } = spawnSync('git', ['merge-file', '-p', ...paths], { encoding: 'utf8' });
  return { isClean: status === 0, text: stdout };
}
