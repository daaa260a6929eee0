import { expect, test } from 'vitest';
import {
  type InstalledLine,
  newInstalledLines,
  printInstalledLines,
  readInstalledLines,
} from './installed-versions.js';
import type { Lock } from './lock.js';

const line: InstalledLine = { at: 1, project: 'p', slug: 'pdf', digest: 'sha256:a', version: '1.0.0' };

function lockOf(...skills: readonly (readonly [slug: string, digest: string, version: string])[]): Lock {
  return {
    registry: undefined,
    nodes: skills.map(([slug, contentDigest, version]) => ({
      ...{ kind: 'skill' as const, slug, contentDigest, requires: [] },
      origin: { from: 'registry' as const, version, digest: contentDigest },
    })),
    unresolved: [],
  };
}

const now = { project: 'p', at: 9 };
const first = lockOf(['pdf', 'sha256:a', '1.0.0']);

test.each<[string, readonly InstalledLine[], Lock, readonly Partial<InstalledLine>[]]>([
  ['is installed', [], first, [{ slug: 'pdf', digest: 'sha256:a', version: '1.0.0', ...now }]],
  ['is as it was', [line], first, []],
  [
    'has another content',
    [line],
    lockOf(['pdf', 'sha256:b', '1.1.0']),
    [{ digest: 'sha256:b', version: '1.1.0', ...now }],
  ],
  ['was published again with the same content', [line], lockOf(['pdf', 'sha256:a', '1.0.1']), []],
  ['is gone', [line], lockOf(), [{ slug: 'pdf', digest: null, ...now }]],
  ['has been gone', [line, { ...line, digest: null }], lockOf(), []],
  ['came back', [line, { ...line, digest: null }], first, [{ digest: 'sha256:a', ...now }]],
  ['is in another project', [{ ...line, project: 'q' }], first, [{ digest: 'sha256:a', ...now }]],
])('a line is written only where a skill of the project %s', (_, known, lock, expected) => {
  expect(newInstalledLines(known, lock, now)).toMatchObject(expected);
  expect(newInstalledLines(known, lock, now)).toHaveLength(expected.length);
});

test('lines are read back, and what is no line is left out', () => {
  const printed = printInstalledLines([line, { ...line, digest: null }]);
  const damaged = `${printed}\n{"at":1e99,"project":"p"}\n[]\n{"at":1,"pro${printInstalledLines([line])}`;
  expect(readInstalledLines(damaged)).toEqual([line, { ...line, digest: null }, line]);
});
