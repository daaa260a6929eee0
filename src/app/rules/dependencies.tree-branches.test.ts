import { expect, test } from 'vitest';
import { dependencyTree, treeLines } from './dependencies.js';
import { sketchedProject } from './lock.fixture.js';

function check(
  wanted: readonly string[],
  requires: Readonly<Record<string, readonly string[]>>,
  expected: readonly string[],
): void {
  const { manifest, lock } = sketchedProject(wanted, requires);
  expect(treeLines(dependencyTree(manifest, lock), true)).toEqual(expected);
}

test('branches hang below what requires them', () => {
  check(['a', 'z'], { a: ['b@^1', 'c'], b: ['d'], c: [], d: [], z: [] }, [
    'a 1.0.0',
    '├── b 1.0.0 (^1)',
    '│   └── d 1.0.0',
    '└── c 1.0.0',
    'z 1.0.0',
  ]);
});

test('what has branches has them once, and a cycle ends', () => {
  check(['a', 'b'], { a: ['b'], b: ['a', 'leaf'], leaf: [] }, [
    'a 1.0.0',
    '└── b 1.0.0',
    '    ├── a 1.0.0, as above',
    '    └── leaf 1.0.0',
    'b 1.0.0, as above',
  ]);
});

test('what is not in the lock is said to be missing', () => {
  check(['a', 'ghost'], { a: ['other'] }, ['a 1.0.0', '└── other not installed', 'ghost not installed']);
});

test('items of repositories and folders say where they are from, without more than ASCII where that is all', () => {
  const { manifest, lock } = sketchedProject(['a'], { a: ['b', 'c'], b: [], c: [] });
  const [a, b, c] = lock.nodes;
  if (a === undefined || b === undefined || c === undefined) throw new Error('three were sketched');
  const commit = 'abcdef'.repeat(6).concat('abcd');
  const nodes = [
    a,
    {
      ...b,
      origin: { from: 'git', url: 'https://example.com/r', ref: undefined, commit, path: 'x' } as const,
    },
    { ...c, origin: { from: 'path', path: './c' } as const },
  ];
  expect(treeLines(dependencyTree(manifest, { ...lock, nodes }), false)).toEqual([
    'a 1.0.0',
    '|-- b https://example.com/r/x at abcdefabcdef',
    '`-- c ./c',
  ]);
});
